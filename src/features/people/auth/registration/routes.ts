import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { originOf } from '../../../../http/client.js'
import { requestingGuest } from '../guests/requesting-guest.js'
import type { MailRequestService } from '../mail-requests/service.js'
import {
  Accepted,
  EmailBody,
  limitedPerAddress,
  MailTokenBody,
  NoContent,
  onErrors,
  RegisterBody,
  Registered,
  ResetPasswordBody,
} from '../schemas.js'
import type { RegistrationService } from './service.js'

interface Options {
  registration: RegistrationService
  mailRequests: MailRequestService
}

/** Serves the registration, the confirmation of addresses and the reset of passwords. */
export const registrationRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { registration, mailRequests },
) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '/register',
    {
      config: limitedPerAddress,
      schema: {
        tags,
        operationId: 'register',
        summary: 'Register an account',
        description:
          'The response is the same whether or not the address is registered; its owner is notified by mail. The mail has a link and a code. Send the code with the challenge to `POST /auth/code/verify` to confirm the address and to sign in.',
        body: RegisterBody,
        response: {
          202: Registered,
          ...onErrors(
            ...(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'WEAK_PASSWORD'] as const),
            ...(['REGISTRATION_DISABLED', 'USERNAME_TAKEN'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const { challenge, expiresAt } = await registration.register(
        request.body,
        originOf(request),
        requestingGuest(request),
      )
      const message = 'Check the mail that we sent to this address.'
      return reply.code(202).send({ message, challenge, expiresAt: expiresAt.toISOString() })
    },
  )

  app.post(
    '/verify-email',
    {
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Confirm an e-mail address',
        body: MailTokenBody,
        response: { 204: NoContent, ...onErrors('INVALID_TOKEN', 'CONFLICT') },
      },
    },
    async (request, reply) => {
      await registration.verifyEmail(request.body.token, originOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/resend-verification',
    {
      schema: {
        tags,
        operationId: 'resendVerification',
        summary: 'Request another confirmation mail',
        body: EmailBody,
        response: { 202: Accepted, ...onErrors() },
      },
    },
    async (request, reply) => {
      await mailRequests.request('verify-email', request.body.email, originOf(request))
      return reply
        .code(202)
        .send({ message: 'If the address is waiting for confirmation, a mail is on its way.' })
    },
  )

  app.post(
    '/forgot-password',
    {
      schema: {
        tags,
        operationId: 'forgotPassword',
        summary: 'Request a link to reset the password',
        body: EmailBody,
        response: { 202: Accepted, ...onErrors() },
      },
    },
    async (request, reply) => {
      await mailRequests.request('reset-password', request.body.email, originOf(request))
      return reply.code(202).send({ message: 'If the address has an account, a mail is on its way.' })
    },
  )

  app.post(
    '/reset-password',
    {
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password and sign out on every device',
        body: ResetPasswordBody,
        response: { 204: NoContent, ...onErrors('INVALID_TOKEN', 'WEAK_PASSWORD') },
      },
    },
    async (request, reply) => {
      await registration.resetPassword(request.body.token, request.body.password, originOf(request))
      return reply.code(204).send(null)
    },
  )
}
