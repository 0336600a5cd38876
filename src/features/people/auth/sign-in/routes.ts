import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { clientOf } from '../../../../http/client.js'
import { restErrors } from '../../../../http/errors.js'
import {
  LoginBody,
  LoginResponse,
  NoContent,
  onErrors,
  RefreshResponse,
  RefreshTokenBody,
  SignInMethods,
} from '../schemas.js'
import type { PasswordLogin } from './password-login.js'
import type { SessionService } from './sessions.js'

interface Options {
  login: PasswordLogin
  sessions: SessionService
  signInMethods: Static<typeof SignInMethods>
}

/** Serves the login with a password, the refresh and the end of sessions. */
export const signInRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { login, sessions, signInMethods },
) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '/login',
    {
      schema: {
        tags,
        operationId: 'login',
        summary: 'Sign in',
        body: LoginBody,
        response: {
          200: LoginResponse,
          ...onErrors(
            ...(['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'] as const),
            ...(['ACCOUNT_DISABLED', 'ACCOUNT_NOT_VERIFIED'] as const),
          ),
        },
      },
    },
    async request => {
      const { email, password } = request.body
      const { account, ...tokens } = await login.login(email, password, clientOf(request))
      return { ...tokens, user: account }
    },
  )

  app.get(
    '/sign-in-methods',
    {
      schema: {
        tags,
        operationId: 'listSignInMethods',
        summary: 'List the ways to sign in that depend on the configuration',
        description:
          'For the buttons of the sign-in screen. Passwords, mailed codes and passkeys are always available.',
        response: { 200: SignInMethods, ...restErrors('TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE') },
      },
    },
    async () => signInMethods,
  )

  app.post(
    '/refresh',
    {
      config: { rateLimitKey: 'session' },
      schema: {
        tags,
        operationId: 'refresh',
        summary: 'Exchange a refresh token for an access token',
        description: 'The refresh token remains valid.',
        body: RefreshTokenBody,
        response: { 200: RefreshResponse, ...onErrors('INVALID_REFRESH_TOKEN', 'ACCOUNT_DISABLED') },
      },
    },
    async request => ({ accessToken: await sessions.refresh(request.body.refreshToken) }),
  )

  app.post(
    '/logout',
    {
      config: { rateLimitKey: 'session' },
      schema: {
        tags,
        operationId: 'logout',
        summary: 'Sign out one device',
        body: RefreshTokenBody,
        response: { 204: NoContent, ...onErrors() },
      },
    },
    async (request, reply) => {
      await sessions.logout(request.body.refreshToken, clientOf(request))
      return reply.code(204).send(null)
    },
  )
}
