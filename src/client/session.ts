import { fromResponse, isRecord, NetworkError, ServiceError } from './errors.js'
import type { Signer } from './signing.js'
import type { ClientStorage } from './storage/storage.js'

interface Tokens {
  accessToken: string
  refreshToken: string
  userId: string
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
/** The codes after which a session cannot be renewed. */
const endCodes = new Set(['INVALID_REFRESH_TOKEN', 'ACCOUNT_DISABLED'])

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
  async function start({ accessToken, refreshToken, user }: Record<string, unknown>): Promise<string> {
    const userId = isRecord(user) ? String(user['id']) : ''
    await store({ accessToken: String(accessToken), refreshToken: String(refreshToken), userId })
    return userId
  }

  /** False if the user has signed out in the meantime, or signed in again. */
  const isCurrent = async (refreshToken: string) => (await read())?.refreshToken === refreshToken

  async function exchange({ refreshToken, userId }: Tokens): Promise<string> {
    try {
      const { accessToken } = await post('/auth/refresh', { refreshToken })
      if (await isCurrent(refreshToken))
        await store({ accessToken: String(accessToken), refreshToken, userId })
      return String(accessToken)
    } catch (error) {
      if (error instanceof ServiceError && endCodes.has(error.code) && (await isCurrent(refreshToken))) {
        await store(null)
        onSignedOut()
      }
      throw error
    }
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
    async stepUp(proof: { password: string } | FactorProof): Promise<void> {
      const response = await authorizedFetch('/auth/step-up', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(proof),
      })
      if (!response.ok) throw fromResponse(response, await readJson(response))
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

const challengeOf = ({ challenge }: Record<string, unknown>): string => String(challenge)

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
