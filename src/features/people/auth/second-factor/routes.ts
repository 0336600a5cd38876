import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientOf } from '../../../../http/client.js'
import { LoginResponse, onErrors, SecondFactorBody } from '../schemas.js'
import { parseFactorProof } from './parse-proof.js'
import type { FactorProofs } from './proofs.js'

interface Options {
  factorProofs: FactorProofs
}

/** Serves `/auth/second-factor`. */
export const secondFactorRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { factorProofs }) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '',
    {
      schema: {
        tags,
        operationId: 'submitSecondFactor',
        summary: 'Complete a sign-in with the second factor',
        description:
          'The token of SECOND_FACTOR_REQUIRED is valid for five minutes and five attempts. Send either `code` or `recoveryCode`. A wrong one counts as a failed login.',
        body: SecondFactorBody,
        response: {
          200: LoginResponse,
          ...onErrors('INVALID_TOKEN', 'INVALID_CODE', 'ACCOUNT_DISABLED'),
        },
      },
    },
    async request => {
      const { secondFactorToken, ...proof } = request.body
      const client = clientOf(request)
      const { account, ...tokens } = await factorProofs.signIn(
        secondFactorToken,
        parseFactorProof(proof),
        client,
      )
      return { ...tokens, user: account }
    },
  )
}
