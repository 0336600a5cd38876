import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requirePermanentViewer, requireViewer } from '../../../../viewer.js'
import type { SecondFactorService } from './service.js'

export const secondFactorResolvers = (secondFactor: SecondFactorService) =>
  ({
    Query: {
      secondFactor: (_root, _args, context) => secondFactor.state(requireViewer(context).id),
    },
    Mutation: {
      startSecondFactor: (_root, _args, context) => secondFactor.start(requirePermanentViewer(context)),
      confirmSecondFactor: async (_root, { input }, context) => {
        const viewer = requirePermanentViewer(context)
        return { recoveryCodes: await secondFactor.confirm(viewer, input.code, context.client) }
      },
      replaceRecoveryCodes: async (_root, _args, context) => {
        const viewer = requirePermanentViewer(context)
        return { recoveryCodes: await secondFactor.replaceRecoveryCodes(viewer, context.client) }
      },
      disableSecondFactor: async (_root, _args, context) => {
        const viewer = requirePermanentViewer(context)
        await secondFactor.disable(viewer, context.client)
        return { secondFactor: await secondFactor.state(viewer.id) }
      },
    },
  }) satisfies Resolvers
