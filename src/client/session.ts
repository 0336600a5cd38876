import { isRecord, ServiceError } from './errors.js'
import type { ClientStorage } from './storage/storage.js'
import { isRefusedAs, jsonRequest, readResult, type Transport } from './transport.js'

interface Tokens {
  accessToken: string
  refreshToken: string
  userId: string
  /** Renews the session of a guest; missing for other users. */
  guestToken?: string
}

interface Options {
  storage: Pick<ClientStorage, 'get' | 'write'>
  transport: Transport
  /** Called when the session has ended other than by `signOut`. */
  onSignedOut(): void
}

const tokensKey = 'session'
/** The codes after which a session cannot be renewed. */
const endCodes = new Set(['INVALID_REFRESH_TOKEN', 'ACCOUNT_DISABLED'])
/** The codes after which a guest cannot sign in again. */
const guestEndCodes = new Set(['INVALID_CREDENTIALS'])

/** Keeps the tokens of the user, and sends requests with the access token. */
export function createSession({ storage, transport, onSignedOut }: Options) {
  const { send, post } = transport
  let tokens: Promise<Tokens | null> | undefined
  let renewal: Promise<string> | undefined

  function read(): Promise<Tokens | null> {
    if (!tokens) {
      const reading = storage.get(tokensKey).then(value => (value ? (value as Tokens) : null))
      // A storage that has failed, such as a database that the browser has closed, may work with the next call.
      reading.catch(() => {
        if (tokens === reading) tokens = undefined
      })
      tokens = reading
    }
    return tokens
  }

  async function store(changed: Tokens | null): Promise<void> {
    await storage.write([{ key: tokensKey, value: changed ?? undefined }])
    tokens = Promise.resolve(changed)
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
    const response = await send(path, init, current)
    if (!current) return response
    // A revoked token is exchanged, too, which reports the end of the session.
    const isRefused =
      (await isRefusedAs('TOKEN_EXPIRED', response)) || (await isRefusedAs('UNAUTHENTICATED', response))
    if (!isRefused) return response
    const accessToken = await renew((await read()) ?? current, current.accessToken)
    return send(path, init, { accessToken, userId: current.userId })
  }

  return {
    /** Returns the id of the user; null if no user is signed in. */
    userId: async (): Promise<string | null> => (await read())?.userId ?? null,

    start,

    /** Sends JSON with the access token. @throws ServiceError, NetworkError */
    authorizedPost: async (path: string, payload: object): Promise<Record<string, unknown>> =>
      readResult(await authorizedFetch(path, jsonRequest(payload))),

    /** Ends the session on this device, and on the service if it can be reached. */
    async signOut(): Promise<void> {
      const current = await read()
      await store(null)
      if (current) await post('/auth/logout', { refreshToken: current.refreshToken }).catch(() => undefined)
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

const isOneOf = (codes: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof ServiceError && codes.has(error.code)
