import type { Resolvers } from '../../../../generated/resolvers.js'
import { deviceName } from '../../../lib/devices.js'
import { parseIdAt } from '../../../lib/ids.js'
import { requirePermanentViewer, requireViewer } from '../../../viewer.js'
import { provideIdentity } from './openid/link-input.js'
import type { OpenId } from './openid/openid.js'
import type { PasskeyService } from './passkeys/service.js'
import type { SecondFactorService } from './second-factor/service.js'
import type { AccessTokenService } from './access-tokens/service.js'
import type { ProfileService } from '../profile/service.js'
import type { DeletionService } from './deletion/service.js'
import type { EmailChange } from './email-change.js'
import type { PasswordChange } from './password-change.js'
import type { AuthService } from './service.js'

interface Services {
  auth: AuthService
  accessTokens: AccessTokenService
  secondFactor: SecondFactorService
  openId: OpenId
  passkeys: PasskeyService
  changeEmail: EmailChange['request']
  changePassword: PasswordChange
  deletion: DeletionService
  profile: ProfileService
}

export const authResolvers = ({
  auth,
  accessTokens,
  secondFactor,
  openId,
  passkeys,
  changeEmail,
  changePassword,
  deletion,
  profile,
}: Services) =>
  ({
    Query: {
      sessions: (_root, _args, context) => auth.sessions(requireViewer(context).id),
      secondFactor: (_root, _args, context) => secondFactor.state(requireViewer(context).id),
      identities: (_root, _args, context) => openId.service.list(requireViewer(context).id),
      passkeys: (_root, _args, context) => passkeys.list(requireViewer(context).id),
      personalAccessTokens: (_root, _args, context) => accessTokens.list(requireViewer(context).id),
    },
    Session: {
      device: ({ device }) => deviceName(device),
      current: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    },
    Mutation: {
      changePassword: async (_root, { input }, context) => {
        const request = {
          viewer: requirePermanentViewer(context),
          current: input.current ?? null,
          new: input.new,
        }
        return { user: await changePassword(request, context.client) }
      },
      changeEmail: async (_root, { input }, context) => {
        const { newEmail, password } = input
        const request = { viewer: requirePermanentViewer(context), newEmail, password }
        return { user: await changeEmail(request, context.client) }
      },
      startSecondFactor: (_root, _args, context) => secondFactor.start(requirePermanentViewer(context)),
      confirmSecondFactor: async (_root, { input }, context) => ({
        recoveryCodes: await secondFactor.confirm(
          requirePermanentViewer(context),
          input.code,
          context.client,
        ),
      }),
      replaceRecoveryCodes: async (_root, _args, context) => ({
        recoveryCodes: await secondFactor.replaceRecoveryCodes(
          requirePermanentViewer(context),
          context.client,
        ),
      }),
      disableSecondFactor: async (_root, _args, context) => {
        const viewer = requirePermanentViewer(context)
        await secondFactor.disable(viewer, context.client)
        return { secondFactor: await secondFactor.state(viewer.id) }
      },
      createPersonalAccessToken: (_root, { input }, context) =>
        accessTokens.create(requirePermanentViewer(context), input, context.client),
      revokePersonalAccessToken: async (_root, { input }, context) => {
        const { id: userId } = requirePermanentViewer(context)
        return { personalAccessToken: await accessTokens.revoke(userId, input.id, context.client) }
      },
      linkIdentity: async (_root, { input }, context) => {
        const viewer = requireViewer(context)
        const provided = await provideIdentity(openId, viewer, input, context.client)
        return { identity: await openId.service.linkToViewer(viewer, provided, context.client) }
      },
      unlinkIdentity: async (_root, { input }, context) => ({
        identity: await openId.service.unlink(requireViewer(context), input.id, context.client),
      }),
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
