import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import type { ProfileService } from '../profile/service.js'
import type { AuthService } from './service.js'

export const authResolvers = (auth: AuthService, profile: ProfileService) =>
  ({
    Mutation: {
      login: async (_root, { email, password }, { client }) => {
        const { accessToken, refreshToken, account } = await auth.loginByMutation(email, password, client)
        return { token: accessToken, refreshToken, user: await profile.get(account.id) }
      },
      signOutEverywhere: async (_root, _args, asker) => {
        const { id } = requireViewer(asker)
        await auth.signOutEverywhere(id, { actor: id, client: asker.client })
        return { signedOut: true }
      },
    },
  }) satisfies Resolvers
