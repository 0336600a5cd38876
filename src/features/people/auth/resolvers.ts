import type { Resolvers } from '../../../../generated/resolvers.js'
import { deviceName } from '../../../lib/devices.js'
import { parseIdAt } from '../../../lib/ids.js'
import { requireViewer } from '../../../viewer.js'
import type { ProfileService } from '../profile/service.js'
import type { DeletionService } from './deletion/service.js'
import type { EmailChange } from './email-change.js'
import type { PasswordChange } from './password-change.js'
import type { AuthService } from './service.js'

interface Services {
  auth: AuthService
  changeEmail: EmailChange['request']
  changePassword: PasswordChange
  deletion: DeletionService
  profile: ProfileService
}

export const authResolvers = ({ auth, changeEmail, changePassword, deletion, profile }: Services) =>
  ({
    Query: {
      sessions: (_root, _args, context) => auth.sessions(requireViewer(context).id),
    },
    Session: {
      device: ({ device }) => deviceName(device),
      current: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    },
    Mutation: {
      changePassword: async (_root, { input }, context) => {
        const request = { viewer: requireViewer(context), current: input.current ?? null, new: input.new }
        return { user: await changePassword(request, context.client) }
      },
      changeEmail: async (_root, { input }, context) => {
        const { newEmail, password } = input
        const request = { viewer: requireViewer(context), newEmail, password }
        return { user: await changeEmail(request, context.client) }
      },
      revokeSession: async (_root, { input }, context) => {
        const { id: userId } = requireViewer(context)
        const id = parseIdAt(input.id, 'input.id')
        await auth.revokeSession(userId, id, { actor: userId, client: context.client })
        return { user: await profile.get(userId) }
      },
      login: async (_root, { email, password }, { client }) => {
        const { accessToken, refreshToken, account } = await auth.loginByMutation(email, password, client)
        return { token: accessToken, refreshToken, user: await profile.get(account.id) }
      },
      signOutEverywhere: async (_root, _args, context) => {
        const { id } = requireViewer(context)
        await auth.signOutEverywhere(id, { actor: id, client: context.client })
        return { signedOut: true }
      },
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
