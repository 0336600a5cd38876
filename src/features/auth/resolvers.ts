import { Value } from 'typebox/value'
import type { Resolvers } from '../../../generated/resolvers.js'
import { badUserInput, forbidden } from '../../errors.js'
import { parseId } from '../../lib/ids.js'
import { requireAdmin, requireViewer } from '../../viewer.js'
import { Email } from './schemas.js'
import type { AuthService } from './service.js'

interface Options {
  auth: AuthService
  loginEnabled: boolean
}

export const authResolvers = ({ auth, loginEnabled }: Options) =>
  ({
    Mutation: {
      login: async (_root, { email, password }, { client }) => {
        if (!loginEnabled)
          throw forbidden('Sign in at POST /auth/login: the mutation login is turned off here.')
        if (!Value.Check(Email, email)) throw badUserInput('email is not an e-mail address.')
        const { accessToken, refreshToken, user } = await auth.login(email, password, client)
        return { token: accessToken, refreshToken, user }
      },
      signOutEverywhere: async (_root, _args, asker) => {
        await auth.signOutEverywhere(requireViewer(asker).id)
        return true
      },
      setAccountEnabled: (_root, { id, enabled }, asker) => {
        requireAdmin(asker)
        return auth.setEnabled(parseId(id, 'user'), enabled)
      },
    },
  }) satisfies Resolvers
