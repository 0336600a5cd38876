import type { Resolvers } from '../../../generated/resolvers.js'
import { parseId } from '../../lib/ids.js'
import { requireAdmin, requireViewer } from '../../viewer.js'
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
        await auth.signOutEverywhere(requireViewer(asker).id)
        return { signedOut: true }
      },
      setAccountEnabled: async (_root, { id, enabled }, asker) => {
        requireAdmin(asker)
        const userId = parseId(id, 'user')
        await auth.setEnabled(userId, enabled)
        return { user: await profile.get(userId) }
      },
    },
  }) satisfies Resolvers
