import { Value } from 'typebox/value'
import type { Resolvers } from '../../../generated/resolvers.js'
import { badUserInput, forbidden } from '../../errors.js'
import { requireViewer } from '../../viewer.js'
import { Email } from './schemas.js'

export const authResolvers = ({ loginEnabled }: { loginEnabled: boolean }) =>
  ({
    Mutation: {
      login: async (_root, { email, password }, { services, client }) => {
        if (!loginEnabled)
          throw forbidden('Sign in at POST /auth/login: the mutation login is turned off here.')
        if (!Value.Check(Email, email)) throw badUserInput('email is not an e-mail address.')
        const { accessToken, refreshToken, user } = await services.auth.login(email, password, client)
        return { token: accessToken, refreshToken, user }
      },
      signOutEverywhere: async (_root, _args, context) => {
        await context.services.auth.signOutEverywhere(requireViewer(context).id)
        return true
      },
    },
  }) satisfies Resolvers
