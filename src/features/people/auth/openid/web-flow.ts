import type { FastifyBaseLogger } from 'fastify'
import { AppError, validationError } from '../../../../errors.js'
import { decrypt, encrypt } from '../../../../lib/encryption.js'
import { minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { sha256 } from '../../../../lib/sha256.js'
import { constantTimeEqual } from '../../../../lib/signature.js'
import type { ExchangeStore } from './exchange-store.js'
import type { OpenIdProvider } from './providers.js'
import type { ProvidedIdentity } from './provided-identity.js'
import type { UsedTokenStore } from './used-token-store.js'

const flowLifetime = 10 * minutes
const codeLifetime = 1 * minutes

interface Dependencies {
  usedTokens: UsedTokenStore
  exchanges: ExchangeStore
  /** The URIs to which a sign-in may return. */
  redirectUris: readonly string[]
  /** The public URL of `/auth/oidc`. */
  baseUrl: string
  /** Encrypts the state in the cookie and the identity of a finished sign-in. */
  key: Buffer
  log: FastifyBaseLogger
  clock: () => Date
}

interface FlowRequest {
  redirectUri: string
  codeChallenge: string
  /** Returned to the app unchanged; null if it sent none. */
  state: string | null
}

/** A sign-in that runs in a browser. It is stored there, in an encrypted cookie. */
interface Flow extends FlowRequest {
  provider: string
  providerState: string
  nonce: string
  codeVerifier: string
  expiresAt: number
}

/** Signs in in a browser with the authorization code flow and PKCE, both towards the provider and the app. */
export function webFlow(dependencies: Dependencies) {
  const { usedTokens, exchanges, redirectUris, baseUrl, key, log, clock } = dependencies

  const requestOf = (provider: OpenIdProvider, { providerState: state, nonce, codeVerifier }: Flow) => ({
    callbackUrl: `${baseUrl}/${provider.name.toLowerCase()}/callback`,
    ...{ state, nonce, codeVerifier },
  })

  function readCookie(cookie: string | undefined): Flow | null {
    try {
      return cookie === undefined
        ? null
        : (JSON.parse(decrypt(key, Buffer.from(cookie, 'base64url'))) as Flow)
    } catch {
      return null
    }
  }

  /** Uses up the state. @throws AppError INVALID_STATE */
  async function resume(provider: OpenIdProvider, state: string, cookie: string | undefined): Promise<Flow> {
    const flow = readCookie(cookie)
    const isCurrent = flow && flow.provider === provider.name && clock().getTime() < flow.expiresAt
    if (!isCurrent || !constantTimeEqual(flow.providerState, state)) throw invalidState()
    if (!(await usedTokens.claim([`state:${sha256(state)}`], new Date(flow.expiresAt)))) throw invalidState()
    return flow
  }

  /** @throws AppError and errors of the provider */
  async function complete(
    provider: OpenIdProvider,
    flow: Flow,
    response: URLSearchParams,
  ): Promise<ProvidedIdentity> {
    const { idToken, refreshToken } = await provider.client.exchangeCode(response, requestOf(provider, flow))
    const claims = await provider.verifyToken(idToken, flow.nonce)
    return { ...claims, provider: provider.name, name: nameOf(response.get('user')), refreshToken }
  }

  return {
    /**
     * Starts a sign-in.
     * @returns the URL of the provider, and the content of the cookie with which the browser returns
     * @throws AppError VALIDATION_ERROR, SERVICE_UNAVAILABLE
     */
    async start(provider: OpenIdProvider, request: FlowRequest): Promise<{ url: string; cookie: string }> {
      if (!redirectUris.includes(request.redirectUri))
        throw validationError(
          'redirectUri',
          'redirectUri must be one of OIDC_REDIRECT_URIS, or the page /app/sign-in of the web app.',
        )
      const flow: Flow = {
        ...request,
        provider: provider.name,
        providerState: randomToken(),
        nonce: randomToken(),
        codeVerifier: randomToken(),
        expiresAt: clock().getTime() + flowLifetime,
      }
      const url = await provider.client.authorizationUrl(requestOf(provider, flow))
      return { url: url.href, cookie: encrypt(key, JSON.stringify(flow)).toString('base64url') }
    },

    /**
     * Finishes a sign-in at the provider.
     * @returns the URL with which the browser returns to the app
     * @throws AppError INVALID_STATE
     */
    async finish(
      provider: OpenIdProvider,
      response: URLSearchParams,
      cookie: string | undefined,
    ): Promise<string> {
      const flow = await resume(provider, response.get('state') ?? '', cookie)
      const url = new URL(flow.redirectUri)
      if (flow.state !== null) url.searchParams.set('state', flow.state)
      const refusal = response.get('error')
      if (refusal !== null) {
        url.searchParams.set('error', isRefusedByUser(refusal) ? 'access_denied' : 'server_error')
        return url.href
      }
      try {
        const provided = await complete(provider, flow, response)
        const expiresAt = new Date(clock().getTime() + codeLifetime)
        const sealed = encrypt(key, JSON.stringify(provided))
        url.searchParams.set('code', await exchanges.create(flow.codeChallenge, sealed, expiresAt))
      } catch (err) {
        log.warn({ err, provider: provider.name }, 'a sign-in with a provider failed')
        url.searchParams.set('error', 'server_error')
      }
      return url.href
    },

    /**
     * Uses up the code of a finished sign-in, also if the verifier is wrong.
     * @param field the path of the code, for the error message
     * @throws AppError INVALID_TOKEN
     */
    async redeem(code: string, codeVerifier: string, field = 'code'): Promise<ProvidedIdentity> {
      const found = await exchanges.consume(code, clock())
      if (!found || !constantTimeEqual(found.codeChallenge, sha256(codeVerifier))) throw invalidCode(field)
      return JSON.parse(decrypt(key, found.sealed)) as ProvidedIdentity
    },

    lifetime: flowLifetime,
  }
}

export type WebFlow = ReturnType<typeof webFlow>

/** Apple has an error of its own. */
const isRefusedByUser = (error: string) => ['access_denied', 'user_cancelled_authorize'].includes(error)

/** Reads the name that Apple posts only with the first sign-in. */
function nameOf(user: string | null): ProvidedIdentity['name'] {
  if (user === null) return null
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
    const { firstName, lastName } = name ?? {}
    const text = (value: unknown) => typeof value === 'string' && value.length <= 100
    return {
      ...(text(firstName) && { firstName: firstName as string }),
      ...(text(lastName) && { lastName: lastName as string }),
    }
  } catch {
    return null
  }
}

const invalidState = () =>
  new AppError(
    'INVALID_STATE',
    'The sign-in is unknown, was finished already, has expired, or began in another browser. Start again.',
    { field: 'state' },
  )
const invalidCode = (field: string) =>
  new AppError('INVALID_TOKEN', 'The code is not valid, was used already, or has expired. Sign in again.', {
    field,
  })
