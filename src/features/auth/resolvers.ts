import type { Resolvers } from '../../../generated/resolvers.js'
import { requireViewer } from '../../viewer.js'
import type { ProfileService } from '../profile/service.js'
import type { DeletionService } from './deletion/service.js'
import type { AuthService } from './service.js'

interface Services {
  auth: AuthService
  deletion: DeletionService
  profile: ProfileService
}

export const authResolvers = ({ auth, deletion, profile }: Services) =>
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
      deleteAccount: async (_root, { password, immediately }, asker) => {
        const { id: userId } = requireViewer(asker)
        return { user: await deletion.delete({ userId, password, immediately }, asker.client) }
      },
      restoreAccount: async (_root, _args, asker) => ({
        user: await deletion.restore({ userId: requireViewer(asker).id, client: asker.client }),
      }),
    },
  }) satisfies Resolvers
