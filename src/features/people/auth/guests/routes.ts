import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientOf } from '../../../../http/client.js'
import { GuestBody, GuestLogin, LoginResponse, onErrors } from '../schemas.js'
import type { GuestService } from './service.js'

interface Options {
  guests: GuestService
}

/** Serves `/auth/guest`. */
export const guestRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { guests }) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '',
    {
      schema: {
        tags,
        operationId: 'signInAsGuest',
        summary: 'Use the service without registering',
        description:
          'Creates an account that only this device can use: keep `guestToken`, and send it to sign in again. The account becomes permanent, with its id and records, when the user registers or confirms an address with the access token of the guest, or adds a passkey or an identity. Guests that are not used for 90 days, unless the server is configured otherwise, are erased.',
        body: GuestBody,
        response: {
          200: LoginResponse,
          201: GuestLogin,
          ...onErrors('INVALID_CREDENTIALS', 'ACCOUNT_DISABLED', 'GUESTS_DISABLED'),
        },
      },
    },
    async (request, reply) => {
      const { guestToken } = request.body
      const client = clientOf(request)
      if (guestToken !== undefined) {
        const { account, ...tokens } = await guests.signIn(guestToken, client)
        return { ...tokens, user: account }
      }
      const { account, ...tokens } = await guests.create(client)
      return reply.code(201).send({ ...tokens, user: account })
    },
  )
}
