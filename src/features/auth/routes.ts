import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { clientOf } from '../../http/client.js'
import { ErrorAnswer } from '../../http/errors.js'
import type { RegistrationService } from './registration.js'
import {
  Accepted,
  EmailBody,
  LoginAnswer,
  LoginBody,
  MailTokenBody,
  RefreshAnswer,
  RefreshTokenBody,
  RegisterBody,
  ResetPasswordBody,
} from './schemas.js'
import type { AuthService } from './service.js'

interface Options {
  auth: AuthService
  registration: RegistrationService
}

const NoContent = Type.Null({ description: 'Done.' })
const onErrors = (...statuses: number[]) =>
  Object.fromEntries([...statuses, 429].map(status => [status, ErrorAnswer]))

/** `/auth`: registration, sign-in and what belongs to them. */
export const authRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { auth, registration }) => {
  const tags = ['auth']
  // Whoever forgets to say that it is JSON is told so.
  app.removeContentTypeParser('text/plain')

  app.post(
    '/register',
    {
      schema: {
        tags,
        summary: 'Register an account',
        description: 'The answer is the same whether or not the address is known; a mail tells its owner.',
        body: RegisterBody,
        response: { 202: Accepted, ...onErrors(400, 409, 503) },
      },
    },
    async (request, reply) => {
      await registration.register(request.body, request.id)
      return reply.code(202).send({ message: 'See the mail that we sent to this address.' })
    },
  )

  app.post(
    '/verify-email',
    {
      schema: {
        tags,
        summary: 'Confirm an e-mail address',
        body: MailTokenBody,
        response: { 204: NoContent, ...onErrors(400) },
      },
    },
    async (request, reply) => {
      await registration.verifyEmail(request.body.token)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/resend-verification',
    {
      schema: {
        tags,
        summary: 'Ask for the confirmation mail again',
        body: EmailBody,
        response: { 202: Accepted, ...onErrors(400) },
      },
    },
    async (request, reply) => {
      registration.resendVerification(request.body.email, request.id)
      return reply.code(202).send({ message: 'If the address waits for confirmation, a mail is on its way.' })
    },
  )

  app.post(
    '/login',
    {
      schema: {
        tags,
        summary: 'Sign in',
        body: LoginBody,
        response: { 200: LoginAnswer, ...onErrors(400, 401, 403, 503) },
      },
    },
    async request => {
      const { email, password } = request.body
      const { account, ...tokens } = await auth.login(email, password, clientOf(request))
      return { ...tokens, user: account }
    },
  )

  app.post(
    '/refresh',
    {
      schema: {
        tags,
        summary: 'Exchange a refresh token for an access token',
        description: 'The refresh token stays in use.',
        body: RefreshTokenBody,
        response: { 200: RefreshAnswer, ...onErrors(400, 401, 403) },
      },
    },
    async request => ({ accessToken: await auth.refresh(request.body.refreshToken) }),
  )

  app.post(
    '/logout',
    {
      schema: {
        tags,
        summary: 'Sign out one device',
        body: RefreshTokenBody,
        response: { 204: NoContent, ...onErrors(400) },
      },
    },
    async (request, reply) => {
      await auth.logout(request.body.refreshToken)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/forgot-password',
    {
      schema: {
        tags,
        summary: 'Ask for a link that resets the password',
        body: EmailBody,
        response: { 202: Accepted, ...onErrors(400) },
      },
    },
    async (request, reply) => {
      registration.forgotPassword(request.body.email, request.id)
      return reply.code(202).send({ message: 'If the address has an account, a mail is on its way.' })
    },
  )

  app.post(
    '/reset-password',
    {
      schema: {
        tags,
        summary: 'Set a new password and sign out every device',
        body: ResetPasswordBody,
        response: { 204: NoContent, ...onErrors(400, 503) },
      },
    },
    async (request, reply) => {
      await registration.resetPassword(request.body.token, request.body.password, request.id)
      return reply.code(204).send(null)
    },
  )
}
