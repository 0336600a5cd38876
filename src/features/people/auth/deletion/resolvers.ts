import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requireViewer } from '../../../../viewer.js'
import type { DeletionService } from './service.js'

export const deletionResolvers = (deletion: DeletionService) =>
  ({
    Mutation: {
      deleteAccount: async (_root, { input: { password, immediately } }, context) => {
        const request = { viewer: requireViewer(context), password, immediately: immediately ?? false }
        return { user: await deletion.delete(request, context.client) }
      },
      restoreAccount: async (_root, _args, context) => {
        const { id } = requireViewer(context)
        return { user: await deletion.restore({ userId: id, actor: id, client: context.client }) }
      },
    },
  }) satisfies Resolvers
