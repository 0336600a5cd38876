import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { ProfileService } from '../profile/service.js'
import type { ConsentService } from './service.js'

export const consentResolvers = (consents: ConsentService, profile: ProfileService) =>
  ({
    Query: {
      consents: (_root, _args, context) => consents.list(requireViewer(context).id),
    },
    Mutation: {
      async giveConsent(_root, { input: { kind } }, context) {
        const { id } = requireViewer(context)
        await consents.give(id, kind, context.client)
        return { user: await profile.get(id) }
      },
      async withdrawConsent(_root, { input: { kind } }, context) {
        const { id } = requireViewer(context)
        await consents.withdraw(id, kind, context.client)
        return { user: await profile.get(id) }
      },
    },
    User: {
      consents: ({ id }) => consents.list(id),
    },
  }) satisfies Resolvers
