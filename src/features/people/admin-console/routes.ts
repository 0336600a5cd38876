import type { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { AppError, graphqlCodeOf, unauthenticated } from '../../../errors.js'
import { clientOf } from '../../../http/client.js'
import { handleErrors, type ErrorShape } from '../../../http/errors.js'
import { assertSameOrigin } from '../../../http/same-origin.js'
import { seconds } from '../../../lib/quantities.js'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { AuthenticationBody } from '../auth/passkeys/schemas.js'
import { FactorProofBody, LoginBody, SecondFactorBody } from '../auth/schemas.js'
import { parseFactorProof } from '../auth/second-factor/parse-proof.js'
import type { Client } from '../../../viewer.js'
import { apiForwarder } from './api-forwarder.js'
import { sessionLifetime, type ConsoleSessionService, type ConsoleSession } from './service.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the cookie. */
    consoleSession: ConsoleSession | null
  }
}

interface Options {
  consoleSessions: ConsoleSessionService
  publicUrl: string
  /** Whether browsers send the cookie over encrypted connections only. */
  secure: boolean
  /** Signs the requests to the API; undefined if they require no signature. */
  signingSecret: string | undefined
  clock: () => Date
  version: string
}

const cookieName = 'console_session'

const SignInBody = Type.Union([LoginBody, SecondFactorBody, AuthenticationBody])
const StepUpBody = Type.Union([
  Type.Object({ password: LoginBody.properties.password }, { additionalProperties: false }),
  FactorProofBody,
])
/** One operation with its text, which is checked before the operation is executed. */
const OperationBody = Type.Object(
  {
    query: Type.String(),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    operationName: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** The request to the API counts against the limit of the user; failures here count against the address. */
const config = { unlimited: true, unsigned: true }
const schema = { hide: true }

/** The errors of the GraphQL endpoint have the same shape as those of the API. */
const graphqlShape: ErrorShape = ({ message, code, field, retryAfter }) => ({
  errors: [
    {
      message,
      locations: [],
      path: [],
      extensions: { ...graphqlCodeOf(code), ...(field && { field }), ...(retryAfter && { retryAfter }) },
    },
  ],
})

/** Serves the sessions of the console, and passes its requests on to the API in this process. */
export const consoleRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { consoleSessions, publicUrl, secure, signingSecret, clock, version } = options
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/console`
  const cookieOptions = { path, secure, httpOnly: true, sameSite: 'strict' } as const
  await app.register(cookie)
  app.decorateRequest('consoleSession', null)

  const sessionIdOf = ({ cookies }: FastifyRequest) => cookies[cookieName]
  const setCookie = (reply: FastifyReply, id: string) =>
    reply.setCookie(cookieName, id, { ...cookieOptions, maxAge: sessionLifetime / seconds })
  const clearCookie = (reply: FastifyReply) => reply.clearCookie(cookieName, cookieOptions)

  /** @throws AppError UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED */
  async function openSession(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleSession> {
    try {
      return await consoleSessions.open(sessionIdOf(request))
    } catch (error) {
      if (error instanceof AppError && [401, 403].includes(error.statusCode)) {
        clearCookie(reply)
        await app.countByAddress(request, reply)
      }
      throw error
    }
  }

  /** A hook for requests that change something or read personal data. */
  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    assertSameOrigin(request, publicUrl)
    const session = await openSession(request, reply)
    const { 'x-csrf-token': token } = request.headers
    consoleSessions.assertCsrfToken(session, typeof token === 'string' ? token : '')
    request.consoleSession = session
  }

  function sessionOf({ consoleSession }: FastifyRequest): ConsoleSession {
    if (!consoleSession) throw unauthenticated()
    return consoleSession
  }

  const forward = apiForwarder(app, { signingSecret, clock, version })

  function signIn(body: Static<typeof SignInBody>, client: Client): Promise<ConsoleSession> {
    if ('email' in body) return consoleSessions.signIn(body.email, body.password, client)
    if ('secondFactorToken' in body)
      return consoleSessions.submitSecondFactor(body.secondFactorToken, parseFactorProof(body), client)
    const { challengeId, response } = body
    return consoleSessions.signInWithPasskey(
      { challengeId, response: response as AuthenticationResponseJSON },
      client,
    )
  }

  // Browsers cannot sign the request to the API.
  app.post(
    '/passkey-options',
    {
      config: { unsigned: true },
      schema,
      onRequest: async request => assertSameOrigin(request, publicUrl),
    },
    () => consoleSessions.startPasskeySignIn(),
  )

  app.get('/session', { config, schema }, async (request, reply) => {
    reply.header('vary', 'Cookie')
    if (sessionIdOf(request) === undefined) return { user: null, csrfToken: null }
    try {
      return describe(await openSession(request, reply))
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED')
        return { user: null, csrfToken: null }
      throw error
    }
  })

  app.post(
    '/session',
    {
      config: { unsigned: true },
      schema: { ...schema, body: SignInBody },
      onRequest: async request => assertSameOrigin(request, publicUrl),
    },
    async (request, reply) => {
      const { body } = request
      const client = clientOf(request)
      const session = await signIn(body, client)
      await consoleSessions.signOut(sessionIdOf(request), clientOf(request))
      setCookie(reply, session.id)
      return describe(session)
    },
  )

  app.delete('/session', { config, schema, onRequest: requireSession }, async (request, reply) => {
    await consoleSessions.signOut(sessionOf(request).id, clientOf(request))
    return clearCookie(reply).code(204).send(null)
  })

  app.post(
    '/step-up',
    { config, schema: { ...schema, body: StepUpBody }, onRequest: requireSession },
    async (request, reply) => {
      const { body } = request
      const proof = 'password' in body ? body : parseFactorProof(body)
      await consoleSessions.stepUp(sessionOf(request), proof, clientOf(request))
      return reply.code(204).send(null)
    },
  )

  const graphqlRoute: FastifyPluginAsyncTypebox = async scope => {
    handleErrors(scope, graphqlShape)
    scope.post(
      '/graphql',
      { config, schema: { ...schema, body: OperationBody }, onRequest: requireSession },
      async (request, reply) => {
        await consoleSessions.assertSteppedUp(sessionOf(request), request.body.query)
        return forward(request, reply, sessionOf(request), '/graphql', JSON.stringify(request.body))
      },
    )
  }
  await app.register(graphqlRoute)

  await app.register(async scope => {
    // The API reads the form.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
    scope.post('/exercise-images', { config, schema, onRequest: requireSession }, (request, reply) =>
      forward(
        request,
        reply,
        sessionOf(request),
        '/api/storage/exercise-image/upload',
        request.body as Readable,
      ),
    )
    scope.post(
      '/exercise-imports',
      { config, schema, compress: false, onRequest: requireSession },
      (request, reply) =>
        forward(request, reply, sessionOf(request), '/api/catalogue/imports', request.body as Readable),
    )
  })
}

const describe = ({ viewer, csrfToken, isSecondFactorEnabled }: ConsoleSession) => ({
  user: {
    id: viewer.id,
    email: viewer.email,
    locale: viewer.locale,
    isSecondFactorEnabled,
  },
  csrfToken,
})
