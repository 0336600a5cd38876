import type { Resolvers } from '../../../../../generated/resolvers.js'
import { requirePermanentViewer, requireViewer } from '../../../../viewer.js'
import type { AccessTokenService } from './service.js'

export const accessTokenResolvers = (accessTokens: AccessTokenService) =>
  ({
    Query: {
      personalAccessTokens: (_root, _args, context) => accessTokens.list(requireViewer(context).id),
    },
    Mutation: {
      createPersonalAccessToken: (_root, { input }, context) =>
        accessTokens.create(requirePermanentViewer(context), input, context.client),
      revokePersonalAccessToken: async (_root, { input }, context) => {
        const { id: userId } = requirePermanentViewer(context)
        return { personalAccessToken: await accessTokens.revoke(userId, input.id, context.client) }
      },
    },
  }) satisfies Resolvers
