import { Value } from 'typebox/value'
import type { Resolvers } from '../../../generated/resolvers.js'
import { badUserInput, forbidden } from '../../errors.js'
import { parseId } from '../../lib/ids.js'
import { requireAdmin, requireViewer } from '../../viewer.js'
import { Email } from './schemas.js'
import type { ProfileService } from '../profile/service.js'
import type { AuthService } from './service.js'

interface Options {
  auth: AuthService
  profile: ProfileService
  loginEnabled: boolean
}

export const authResolvers = ({ auth, profile, loginEnabled }: Options) =>
  ({
    Mutation: {
      login: async (_root, { email, password }, { client }) => {
        if (!loginEnabled)
          throw forbidden('Sign in at POST /auth/login: the mutation login is turned off here.')
        if (!Value.Check(Email, email)) throw badUserInput('email is not an e-mail address.')
        const { accessToken, refreshToken, account } = await auth.login(email, password, client)
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
