import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { validationError, type ErrorCode } from '../../../errors.js'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { clientOf, originOf } from '../../../http/client.js'
import { restErrors } from '../../../http/errors.js'
import { requirePermanentViewer } from '../../../viewer.js'
import type { GuestService } from './guests/service.js'
import type { MailedCodeService } from './mailed-codes/service.js'
import type { MailRequestService } from './mail-requests/service.js'
import type { RegistrationService } from './registration.js'
import {
  Accepted,
  CodeBody,
  CodeChallenge,
  EmailBody,
  GuestBody,
  GuestLogin,
  LoginResponse,
  LoginBody,
  MailTokenBody,
  RefreshResponse,
  RefreshTokenBody,
  RegisterBody,
  Registered,
  ResetPasswordBody,
  SecondFactorBody,
  SignInMethods,
  StepUpBody,
} from './schemas.js'
import type { FactorProofs } from './second-factor/proofs.js'
import { parseFactorProof } from './second-factor/parse-proof.js'
import type { AuthService } from './service.js'
import type { StepUpService } from './step-up.js'

interface Options {
  auth: AuthService
  registration: RegistrationService
  mailRequests: MailRequestService
  mailedCodes: MailedCodeService
  guests: GuestService
  stepUp: StepUpService
  signInMethods: Static<typeof SignInMethods>
  factorProofs: FactorProofs
}

/**
 * Returns the guest whose access token a request carries; null for other people. A guest with an expired token must not
 * register as another account.
 * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED
 */
function guestIdOf({ viewer, authenticationError }: FastifyRequest): string | null {
  if (authenticationError) throw authenticationError
  return viewer?.isGuest ? viewer.id : null
}

const NoContent = Type.Null({ description: 'The request succeeded.' })
const onErrors = (...codes: ErrorCode[]) =>
  restErrors('VALIDATION_ERROR', ...codes, 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE')

/** Serves `/auth`: registration and sign-in. */
export const authRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  // These routes send mails to any address. Counted per guest, a client could send more with each further guest.
  const limitedPerAddress = { rateLimitKey: 'address' } as const
  const { auth, registration, mailRequests, mailedCodes, guests, stepUp, factorProofs, signInMethods } =
    options
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
          ...onErrors('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'WEAK_PASSWORD', 'USERNAME_TAKEN'),
        },
      },
    },
    async (request, reply) => {
      const { challenge, expiresAt } = await registration.register(
        request.body,
        originOf(request),
        guestIdOf(request),
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
      const { account, ...tokens } = await auth.login(email, password, clientOf(request))
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
    '/guest',
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

  app.post(
    '/code',
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
        guestIdOf(request),
      )
      return reply.code(202).send({ challenge, expiresAt: expiresAt.toISOString() })
    },
  )

  app.post(
    '/code/verify',
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
        guestIdOf(request),
        clientOf(request),
      )
      return { ...tokens, user: account }
    },
  )

  app.post(
    '/second-factor',
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

  app.post(
    '/step-up',
    {
      onRequest: requireAuthentication,
      schema: {
        tags,
        operationId: 'stepUp',
        summary: 'Confirm your identity before a sensitive action',
        description:
          'Requires an access token. Permits sensitive actions in its session for ten minutes, unless the server is configured otherwise; signing in does, too. Send either `password`, or `challenge` and `code` of a mailed code; if the second factor is on, send either `code` of the authenticator app or `recoveryCode`.',
        security: [{ bearer: [] }],
        body: StepUpBody,
        response: {
          204: NoContent,
          ...onErrors(
            'UNAUTHENTICATED',
            'TOKEN_EXPIRED',
            'INVALID_CREDENTIALS',
            'DELETION_PENDING',
            'GUEST_ACCOUNT',
          ),
        },
      },
    },
    async (request, reply) => {
      const viewer = requirePermanentViewer({ viewer: authenticatedViewer(request) })
      const { password, challenge, code } = request.body
      const client = clientOf(request)
      const given = Object.keys(request.body).sort().join()
      if (given === 'password' && password !== undefined) await stepUp.withPassword(viewer, password, client)
      else if (given === 'challenge,code' && challenge !== undefined && code !== undefined)
        await mailedCodes.stepUp(viewer, challenge, code, client)
      else if (given === 'code' || given === 'recoveryCode')
        await factorProofs.stepUp(viewer, parseFactorProof(request.body), client)
      else
        throw validationError(
          'body',
          'Send exactly one proof: `password`, `code`, `recoveryCode`, or `challenge` and `code`.',
        )
      return reply.code(204).send(null)
    },
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
    async request => ({ accessToken: await auth.refresh(request.body.refreshToken) }),
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
      await auth.logout(request.body.refreshToken, clientOf(request))
      return reply.code(204).send(null)
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
