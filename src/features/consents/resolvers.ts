import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import type { ProfileService } from '../profile/service.js'
import type { ConsentService } from './service.js'

export const consentResolvers = (consents: ConsentService, profile: ProfileService) =>
  ({
    Query: {
      consents: (_root, _args, asker) => consents.list(requireViewer(asker).id),
    },
    Mutation: {
      async giveConsent(_root, { input: { kind } }, asker) {
        const { id } = requireViewer(asker)
        await consents.give(id, kind, asker.client)
        return { user: await profile.get(id) }
      },
      async withdrawConsent(_root, { input: { kind } }, asker) {
        const { id } = requireViewer(asker)
        await consents.withdraw(id, kind, asker.client)
        return { user: await profile.get(id) }
      },
    },
    User: {
      consents: ({ id }) => consents.list(id),
    },
  }) satisfies Resolvers
