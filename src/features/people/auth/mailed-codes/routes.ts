import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientOf, originOf } from '../../../../http/client.js'
import { requestingGuest } from '../guests/requesting-guest.js'
import { CodeBody, CodeChallenge, EmailBody, limitedPerAddress, LoginResponse, onErrors } from '../schemas.js'
import type { MailedCodeService } from './service.js'

interface Options {
  mailedCodes: MailedCodeService
}

/** Serves `/auth/code`. */
export const mailedCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { mailedCodes }) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '',
    {
      config: limitedPerAddress,
      schema: {
        tags,
        operationId: 'requestCode',
        summary: 'Request a code for signing in',
        description:
          'Sends a code of six digits to the address. The response is the same whether or not the address has an account. A client can request five codes per hour for an address; further requests send no mail.',
        body: EmailBody,
        response: { 202: CodeChallenge, ...onErrors('UNAUTHENTICATED', 'TOKEN_EXPIRED') },
      },
    },
    async (request, reply) => {
      const { challenge, expiresAt } = await mailedCodes.request(
        request.body.email,
        originOf(request),
        requestingGuest(request),
      )
      return reply.code(202).send({ challenge, expiresAt: expiresAt.toISOString() })
    },
  )

  app.post(
    '/verify',
    {
      schema: {
        tags,
        operationId: 'verifyCode',
        summary: 'Sign in with a code',
        description:
          'A code works once, for ten minutes, and only with its challenge, which allows five attempts. It also confirms the address of a registration; the account then has no password until you set one with `POST /auth/forgot-password`.',
        body: CodeBody,
        response: {
          200: LoginResponse,
          ...onErrors(
            ...(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'INVALID_CODE', 'SECOND_FACTOR_REQUIRED'] as const),
            ...(['ACCOUNT_DISABLED', 'EMAIL_TAKEN'] as const),
          ),
        },
      },
    },
    async request => {
      const { challenge, code } = request.body
      const { account, ...tokens } = await mailedCodes.verify(
        challenge,
        code,
        requestingGuest(request),
        clientOf(request),
      )
      return { ...tokens, user: account }
    },
  )
}
