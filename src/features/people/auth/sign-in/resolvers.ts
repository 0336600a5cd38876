import type { Resolvers } from '../../../../../generated/resolvers.js'
import { deviceName } from '../../../../lib/devices.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { requireViewer } from '../../../../viewer.js'
import type { ProfileService } from '../../profile/service.js'
import type { PasswordLogin } from './password-login.js'
import type { SessionService } from './sessions.js'

interface Services {
  login: PasswordLogin
  sessions: SessionService
  profile: ProfileService
}

export const signInResolvers = ({ login, sessions, profile }: Services) =>
  ({
    Query: {
      sessions: (_root, _args, context) => sessions.list(requireViewer(context).id),
    },
    Session: {
      device: ({ device }) => deviceName(device),
      current: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    },
    Mutation: {
      login: async (_root, { email, password }, { client }) => {
        const { accessToken, refreshToken, account } = await login.loginByMutation(email, password, client)
        return { token: accessToken, refreshToken, user: await profile.get(account.id) }
      },
      revokeSession: async (_root, { input }, context) => {
        const { id: userId } = requireViewer(context)
        const id = parseIdAt(input.id, 'input.id')
        await sessions.revoke(userId, id, { actor: userId, client: context.client })
        return { user: await profile.get(userId) }
      },
      signOutEverywhere: async (_root, _args, context) => {
        const { id } = requireViewer(context)
        await sessions.signOutEverywhere(id, { actor: id, client: context.client })
        return { signedOut: true }
      },
    },
  }) satisfies Resolvers
