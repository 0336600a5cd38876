import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ErrorCode } from '../../../../errors.js'
import { authenticatedViewer, requireAuthentication } from '../../../../http/authentication.js'
import { clientOf } from '../../../../http/client.js'
import { restErrors } from '../../../../http/errors.js'
import { LoginResponse, NoContent } from '../schemas.js'
import type { Passkey } from './models.js'
import {
  AuthenticationBody,
  NameBody,
  Options,
  PasskeyId,
  PasskeyList,
  PasskeyResponse,
  RegistrationBody,
} from './schemas.js'
import type { PasskeyService } from './service.js'

const NoBody = Type.Null({ description: 'The body can be missing.' })
const EmptyBody = Type.Union([Type.Object({}, { title: 'Empty', additionalProperties: false }), NoBody])
const onErrors = (...codes: ErrorCode[]) => restErrors(...codes, 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE')
const ofSession = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'DELETION_PENDING'] as const

/** Serves `/auth/passkeys`. */
export const passkeyRoutes: FastifyPluginAsyncTypebox<{ passkeys: PasskeyService }> = async (
  app,
  { passkeys },
) => {
  const tags = ['auth']
  const security = [{ bearer: [] }]
  const onRequest = requireAuthentication
  app.removeContentTypeParser('text/plain')

  app.post(
    '/registration/options',
    {
      onRequest,
      schema: {
        tags,
        security,
        operationId: 'startPasskeyRegistration',
        summary: 'Start to add a passkey',
        description:
          'Requires a recent sign-in or step-up. Pass `options` to `navigator.credentials.create()` or the passkey API of the device.',
        body: EmptyBody,
        response: { 200: Options, ...onErrors(...ofSession, 'STEP_UP_REQUIRED', 'LIMIT_REACHED') },
      },
    },
    request => passkeys.startRegistration(authenticatedViewer(request)),
  )

  app.post(
    '/registration/verify',
    {
      onRequest,
      schema: {
        tags,
        security,
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'A user can have 20 passkeys, and is notified by mail. A challenge works once.',
        body: RegistrationBody,
        response: {
          201: PasskeyResponse,
          ...onErrors(
            ...(['VALIDATION_ERROR', 'INVALID_PASSKEY', ...ofSession, 'STEP_UP_REQUIRED'] as const),
            ...(['PASSKEY_TAKEN', 'LIMIT_REACHED'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const { challengeId, response, name } = request.body
      const registration = { challengeId, response: response as RegistrationResponseJSON, name }
      const added = await passkeys.register(authenticatedViewer(request), registration, clientOf(request))
      return reply.code(201).send(toResponse(added))
    },
  )

  app.post(
    '/authentication/options',
    {
      schema: {
        tags,
        operationId: 'startPasskeySignIn',
        summary: 'Start to sign in with a passkey',
        description: 'Pass `options` to `navigator.credentials.get()` or the passkey API of the device.',
        body: EmptyBody,
        response: { 200: Options, ...onErrors('VALIDATION_ERROR') },
      },
    },
    () => passkeys.startAuthentication(),
  )

  app.post(
    '/authentication/verify',
    {
      schema: {
        tags,
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description:
          'A challenge works once. A passkey replaces the second factor. A failure counts as a failed login.',
        body: AuthenticationBody,
        response: {
          200: LoginResponse,
          ...onErrors('VALIDATION_ERROR', 'INVALID_CREDENTIALS', 'ACCOUNT_DISABLED'),
        },
      },
    },
    async request => {
      const { challengeId, response } = request.body
      const authentication = { challengeId, response: response as AuthenticationResponseJSON }
      const { account, ...tokens } = await passkeys.signIn(authentication, clientOf(request))
      return { ...tokens, user: account }
    },
  )

  app.get(
    '',
    {
      onRequest,
      schema: {
        tags,
        security,
        operationId: 'listPasskeys',
        summary: 'List the passkeys',
        response: { 200: PasskeyList, ...onErrors(...ofSession) },
      },
    },
    async request => ({
      passkeys: (await passkeys.list(authenticatedViewer(request).id)).map(toResponse),
    }),
  )

  app.patch(
    '/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        params: PasskeyId,
        body: NameBody,
        response: { 200: PasskeyResponse, ...onErrors('VALIDATION_ERROR', ...ofSession, 'NOT_FOUND') },
      },
    },
    async request =>
      toResponse(
        await passkeys.rename(authenticatedViewer(request).id, request.params.id, request.body.name),
      ),
  )

  app.delete(
    '/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description: 'Requires a recent sign-in or step-up. The user is notified by mail.',
        params: PasskeyId,
        response: {
          204: NoContent,
          ...onErrors('VALIDATION_ERROR', ...ofSession, 'STEP_UP_REQUIRED', 'NOT_FOUND', 'LAST_WAY_IN'),
        },
      },
    },
    async (request, reply) => {
      await passkeys.remove(authenticatedViewer(request), request.params.id, clientOf(request))
      return reply.code(204).send(null)
    },
  )
}

const toResponse = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
