import { fromResponse, isRecord, NetworkError, ServiceError } from './errors.js'
import type { Signer } from './signing.js'
import type { ClientStorage } from './storage/storage.js'

interface Tokens {
  accessToken: string
  refreshToken: string
  userId: string
  /** Renews the session of a guest; missing for other users. */
  guestToken?: string
}

/** The ways to sign in that depend on the configuration of the service. */
export interface SignInMethods {
  /** Names in lower case, such as `google`. */
  providers: readonly string[]
  guests: boolean
}

/** The options of WebAuthn as JSON, and the challenge to which the response belongs. */
export interface PasskeyOptions {
  challengeId: string
  options: object
}

export interface Registration {
  email: string
  username: string
  password: string
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A code of the authenticator app, or a recovery code. */
export type FactorProof = { code: string } | { recoveryCode: string }

/** A code of a mail, with the challenge of `requestCode`. */
export interface MailedCode {
  challenge: string
  code: string
}

interface Options {
  /** Without a slash at the end. */
  baseUrl: string
  storage: Pick<ClientStorage, 'get' | 'write'>
  fetch: Fetch
  sign: Signer | undefined
  /** The time of the device in milliseconds. */
  now(): number
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
  /** Called when the session has ended other than by `signOut`. */
  onSignedOut(): void
}

const tokensKey = 'session'
/** The sign-in that has left the app for the page of a provider. */
const providerKey = 'provider-sign-in'
/** The codes after which a session cannot be renewed. */
const endCodes = new Set(['INVALID_REFRESH_TOKEN', 'ACCOUNT_DISABLED'])
/** The codes after which a guest cannot sign in again. */
const guestEndCodes = new Set(['INVALID_CREDENTIALS'])

/** Signs in and out, and sends requests with the access token. */
export function createSession({ baseUrl, storage, fetch, sign, now, headers, onSignedOut }: Options) {
  let tokens: Promise<Tokens | null> | undefined
  let renewal: Promise<string> | undefined
  /** The difference of the service's clock from the clock of the device, in milliseconds. */
  let clockOffset = 0

  const read = () => (tokens ??= storage.get(tokensKey).then(value => (value ? (value as Tokens) : null)))

  async function store(changed: Tokens | null): Promise<void> {
    await storage.write([{ key: tokensKey, value: changed ?? undefined }])
    tokens = Promise.resolve(changed)
  }

  /** Corrects the clock and sends the request once more if the clock of the device is wrong. @throws NetworkError */
  async function send(path: string, init: RequestInit, accessToken: string | null, userId: string) {
    const response = await sendOnce(path, init, accessToken, userId)
    const serviceTime = Date.parse(response.headers.get('date') ?? '')
    if (!(await isRefusedAs('TIMESTAMP_OUT_OF_RANGE', response)) || Number.isNaN(serviceTime)) return response
    clockOffset = serviceTime - now()
    return sendOnce(path, init, accessToken, userId)
  }

  /** @throws NetworkError */
  async function sendOnce(path: string, init: RequestInit, accessToken: string | null, userId: string) {
    const url = baseUrl + path
    // The body of an upload is not signed.
    const body = typeof init.body === 'string' ? init.body : ''
    const signature = await sign?.({
      ...{ method: init.method ?? 'GET', url, body, userId },
      now: now() + clockOffset,
    })
    const all = new Headers({ ...headers, ...signature })
    new Headers(init.headers).forEach((value, name) => all.set(name, value))
    if (accessToken !== null) all.set('authorization', `Bearer ${accessToken}`)
    try {
      return await fetch(url, { ...init, headers: all })
    } catch (error) {
      throw new NetworkError('The service cannot be reached.', { cause: error })
    }
  }

  /** Sends JSON to a route of `/auth`. @throws ServiceError, NetworkError */
  async function post(path: string, payload: object): Promise<Record<string, unknown>> {
    const init = {
      method: 'POST',
      body: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    }
    const response = await send(path, init, null, '')
    const body = await readJson(response)
    if (!response.ok) throw fromResponse(response, body)
    return isRecord(body) ? body : {}
  }

  /** Stores a new session. @returns the id of the user */
  async function start(
    { accessToken, refreshToken, user }: Record<string, unknown>,
    guestToken?: string,
  ): Promise<string> {
    const userId = isRecord(user) ? String(user['id']) : ''
    const started = { accessToken: String(accessToken), refreshToken: String(refreshToken), userId }
    await store({ ...started, ...(guestToken !== undefined && { guestToken }) })
    return userId
  }

  /** False if the user has signed out in the meantime, or signed in again. */
  const isCurrent = async (refreshToken: string) => (await read())?.refreshToken === refreshToken

  async function exchange(current: Tokens): Promise<string> {
    const { refreshToken, guestToken } = current
    try {
      const { accessToken } = await post('/auth/refresh', { refreshToken })
      if (await isCurrent(refreshToken)) await store({ ...current, accessToken: String(accessToken) })
      return String(accessToken)
    } catch (error) {
      if (!isOneOf(endCodes, error) || !(await isCurrent(refreshToken))) throw error
      if (guestToken !== undefined) return signInAgain(refreshToken, guestToken)
      await end()
      throw error
    }
  }

  /** Starts a new session of the guest. @returns its access token */
  async function signInAgain(refreshToken: string, guestToken: string): Promise<string> {
    try {
      const session = await post('/auth/guest', { guestToken })
      if (await isCurrent(refreshToken)) await start(session, guestToken)
      return String(session['accessToken'])
    } catch (error) {
      // Otherwise the guest keeps the token: the account would be lost without it.
      if (isOneOf(guestEndCodes, error) && (await isCurrent(refreshToken))) await end()
      throw error
    }
  }

  async function end(): Promise<void> {
    await store(null)
    onSignedOut()
  }

  /** Returns a token that is newer than `expired`. All callers share one exchange. */
  async function renew(current: Tokens, expired: string): Promise<string> {
    if (current.accessToken !== expired) return current.accessToken
    return (renewal ??= exchange(current).finally(() => (renewal = undefined)))
  }

  async function authorizedFetch(path: string, init: RequestInit = {}): Promise<Response> {
    const current = await read()
    if (!current) return send(path, init, null, '')
    const { accessToken, userId } = current
    const response = await send(path, init, accessToken, userId)
    // A revoked token is exchanged, too, which reports the end of the session.
    const isRefused =
      (await isRefusedAs('TOKEN_EXPIRED', response)) || (await isRefusedAs('UNAUTHENTICATED', response))
    if (!isRefused) return response
    return send(path, init, await renew((await read()) ?? current, accessToken), userId)
  }

  /** Sends JSON with the access token. @throws ServiceError, NetworkError */
  async function authorizedPost(path: string, payload: object): Promise<Record<string, unknown>> {
    const response = await authorizedFetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    const body = await readJson(response)
    if (!response.ok) throw fromResponse(response, body)
    return isRecord(body) ? body : {}
  }

  return {
    /** Returns the id of the user; null if no user is signed in. */
    userId: async (): Promise<string | null> => (await read())?.userId ?? null,

    /**
     * The service sends a mail with a link and a code, which confirm the address.
     * @returns the challenge for `signInWithCode` @throws ServiceError, NetworkError
     */
    async signUp({ email, username, password }: Registration): Promise<string> {
      return challengeOf(await post('/auth/register', { email, username, password }))
    },

    /** @returns the id of the user @throws ServiceError, NetworkError */
    async signIn(email: string, password: string): Promise<string> {
      return start(await post('/auth/login', { email, password }))
    },

    /**
     * The service sends a mail with a code if the address has an account.
     * @returns the challenge for `signInWithCode` @throws ServiceError, NetworkError
     */
    requestCode: async (email: string): Promise<string> => challengeOf(await post('/auth/code', { email })),

    /** @param code six digits @returns the id of the user @throws ServiceError, NetworkError */
    async signInWithCode(challenge: string, code: string): Promise<string> {
      return start(await post('/auth/code/verify', { challenge, code }))
    },

    /** Returns which of the optional ways to sign in the service offers. @throws ServiceError, NetworkError */
    async signInMethods(): Promise<SignInMethods> {
      const response = await send('/auth/sign-in-methods', {}, null, '')
      const body = await readJson(response)
      if (!response.ok || !isRecord(body)) throw fromResponse(response, body)
      const providers = Array.isArray(body['providers']) ? body['providers'].map(String) : []
      return { providers, guests: body['guests'] === true }
    },

    /**
     * Creates a guest. The session is renewed until the user signs out, which loses the guest, also after the guest was
     * disabled.
     * @returns the id of the user @throws ServiceError, NetworkError
     */
    async signInAsGuest(): Promise<string> {
      const guest = await post('/auth/guest', {})
      return start(guest, String(guest['guestToken']))
    },

    /** Mails a code to the address that the guest wants to use. @returns the challenge for `confirmGuest` */
    requestGuestCode: async (email: string): Promise<string> =>
      challengeOf(await authorizedPost('/auth/code', { email })),

    /** Makes the guest permanent. @throws ServiceError EMAIL_TAKEN, INVALID_CODE, NetworkError */
    async confirmGuest(challenge: string, code: string): Promise<void> {
      await start(await authorizedPost('/auth/code/verify', { challenge, code }))
    },

    /**
     * Starts a sign-in with an OpenID Connect provider.
     * @param redirectUri where the browser returns, with `code` and `state` in the query
     * @returns the URL to open in the browser
     */
    async startProviderSignIn(provider: string, redirectUri: string): Promise<string> {
      const [codeVerifier, state] = [randomText(), randomText()]
      await storage.write([{ key: providerKey, value: { codeVerifier, state } }])
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
      const query = new URLSearchParams({ redirectUri, codeChallenge: toBase64Url(digest), state })
      return `${baseUrl}/auth/oidc/${encodeURIComponent(provider)}/start?${query.toString()}`
    },

    /**
     * Returns the proof of the sign-in that `startProviderSignIn` began, which works once. Pass it to
     * `signInWithProvider`, or to the mutation `linkIdentity`.
     * @returns null if this device has not begun the sign-in
     */
    async finishProviderSignIn(code: string, state: string): Promise<ProviderProof | null> {
      const begun = await storage.get(providerKey)
      await storage.write([{ key: providerKey, value: undefined }])
      if (!isRecord(begun) || begun['state'] !== state) return null
      return { code, codeVerifier: String(begun['codeVerifier']) }
    },

    /** @returns the id of the user @throws ServiceError LINK_REQUIRED, INVALID_TOKEN, NetworkError */
    async signInWithProvider(proof: ProviderProof): Promise<string> {
      return start(await post('/auth/oidc/exchange', proof))
    },

    /**
     * Links the identity to the account with its address, after LINK_REQUIRED.
     * @param password null to send a link to the address instead
     * @returns the id of the user; null if a mail was sent @throws ServiceError, NetworkError
     */
    async linkIdentity(linkToken: string, password: string | null): Promise<string | null> {
      const body = await post('/auth/oidc/link', { linkToken, ...(password !== null && { password }) })
      return password === null ? null : start(body)
    },

    /** Returns the options for `navigator.credentials.get()`. @throws ServiceError, NetworkError */
    startPasskeySignIn: async (): Promise<PasskeyOptions> =>
      toPasskeyOptions(await post('/auth/passkeys/authentication/options', {})),

    /** @param response the credential as JSON @returns the id of the user @throws ServiceError, NetworkError */
    async signInWithPasskey(challengeId: string, response: unknown): Promise<string> {
      return start(await post('/auth/passkeys/authentication/verify', { challengeId, response }))
    },

    /** Returns the options for `navigator.credentials.create()`. @throws ServiceError STEP_UP_REQUIRED, NetworkError */
    startPasskeyRegistration: async (): Promise<PasskeyOptions> =>
      toPasskeyOptions(await authorizedPost('/auth/passkeys/registration/options', {})),

    /** @param response the credential as JSON @throws ServiceError, NetworkError */
    async addPasskey(challengeId: string, response: unknown, name: string): Promise<void> {
      await authorizedPost('/auth/passkeys/registration/verify', { challengeId, response, name })
    },

    /**
     * Completes a sign-in after SECOND_FACTOR_REQUIRED.
     * @param token `secondFactorToken` of the error
     * @returns the id of the user @throws ServiceError, NetworkError
     */
    async submitSecondFactor(token: string, proof: FactorProof): Promise<string> {
      return start(await post('/auth/second-factor', { secondFactorToken: token, ...proof }))
    },

    /** Ends the session on this device, and on the service if it can be reached. */
    async signOut(): Promise<void> {
      const current = await read()
      await store(null)
      if (current) await post('/auth/logout', { refreshToken: current.refreshToken }).catch(() => undefined)
    },

    /**
     * Confirms the identity of the user after STEP_UP_REQUIRED. Then repeat the request.
     * @throws ServiceError INVALID_CREDENTIALS, NetworkError
     */
    async stepUp(proof: { password: string } | FactorProof | MailedCode): Promise<void> {
      await authorizedPost('/auth/step-up', proof)
    },

    /**
     * Works like `fetch` for a path of the service, with the access token of the user who is signed in. Sends the request once
     * more with a new token if the token has expired or was revoked.
     * @throws ServiceError if the session has ended, NetworkError
     */
    fetch: authorizedFetch,
  }
}

export type Session = ReturnType<typeof createSession>

/** The code with which a sign-in returned from a provider, and the PKCE verifier of this device. */
export interface ProviderProof {
  code: string
  codeVerifier: string
}

const toPasskeyOptions = ({ challengeId, options }: Record<string, unknown>): PasskeyOptions => ({
  challengeId: String(challengeId),
  options: isRecord(options) ? options : {},
})

const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer)

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const challengeOf = ({ challenge }: Record<string, unknown>): string => String(challenge)

const isOneOf = (codes: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof ServiceError && codes.has(error.code)

const isRefusedAs = async (code: string, response: Response): Promise<boolean> =>
  response.status === 401 && (await response.clone().text()).includes(code)

/** Returns null if the response is not JSON, as from a proxy. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    return null
  }
}
