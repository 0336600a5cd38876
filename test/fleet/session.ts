import { setTimeout as pause } from 'node:timers/promises'
import { print } from 'graphql'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createSender, type Request, type Connection } from './http.js'
import { outcomeOf, type Reply, type Statistics } from './statistics.js'

interface Account {
  email: string
  password: string
}

interface Tokens {
  accessToken: string
  refreshToken: string
  user: { id: string }
}

/** Durations in milliseconds. */
const [firstWait, longestWait] = [100, 2_000]
const json = 'application/json'

/** Returns whether the request must be sent again. */
const isTemporaryFailure = (reply: Reply) =>
  ['502', '503', '504', 'broken'].includes(outcomeOf(reply).split(' ')[0] ?? '')

/** Delay before a retry: Retry-After, or else exponential backoff; both with jitter. */
const waitAfter = ({ retryAfter }: Reply, failures: number) =>
  (retryAfter ?? Math.min(firstWait * 2 ** failures, longestWait)) * (0.75 + Math.random() / 2)

/**
 * A device that follows the client recipes in docs/clients.md: it signs its requests, refreshes its token, and retries
 * while the service is unavailable.
 * @param statistics of the current scenario
 */
export function createSession(connection: Connection, statistics: () => Statistics) {
  const send = createSender(connection)
  let tokens: Tokens | null = null
  let signIn: (() => Promise<void>) | null = null

  async function sendWithRetries(attempt: () => Promise<Reply>): Promise<Reply> {
    const startedAt = performance.now()
    for (let failures = 0; ; failures++) {
      const reply = await attempt()
      statistics().addReply(reply)
      if (!isTemporaryFailure(reply)) {
        statistics().times.push(performance.now() - startedAt)
        return reply
      }
      await pause(waitAfter(reply, failures))
    }
  }

  const post = (path: string, body: object, options: Partial<Request> = {}) =>
    send({ method: 'POST', path, type: json, body: JSON.stringify(body), ...options })

  async function logIn(account: Account): Promise<void> {
    const reply = await sendWithRetries(() => post('/auth/login', account))
    if (reply.status !== 200) throw new Error(`login failed with ${outcomeOf(reply)}`)
    tokens = reply.body as Tokens
    signIn = () => logIn(account)
  }

  /** @returns false when the refresh token was rejected, which signs the user out */
  async function refresh(): Promise<boolean> {
    if (!tokens) return false
    const { refreshToken } = tokens
    const reply = await sendWithRetries(() => post('/auth/refresh', { refreshToken }))
    if (reply.status !== 200) return false
    tokens = { ...tokens, accessToken: (reply.body as Tokens).accessToken }
    return true
  }

  /** Sends a request with the access token, and once more with a refreshed one after a 401. */
  async function authorizedRequest(request: Request): Promise<Reply> {
    const attempt = () =>
      sendWithRetries(() =>
        send({ ...request, token: tokens?.accessToken ?? null, userId: tokens?.user.id ?? '' }),
      )
    const reply = await attempt()
    if (!isUnauthenticated(reply)) return reply
    if (await refresh()) {
      const retried = await attempt()
      if (!isUnauthenticated(retried)) return retried
    }
    statistics().recordProblem('signedOut', `${request.path} failed with ${outcomeOf(reply)}`)
    await signIn?.()
    return attempt()
  }

  return {
    logIn,
    refresh,
    /** Sends a request without a token. */
    post: (path: string, body: object) => sendWithRetries(() => post(path, body)),
    upload: (path: string, type: string, body: Buffer) =>
      authorizedRequest({ method: 'POST', path, type, body }),
    /** Data of an operation; null after an error, which is recorded. */
    async query<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
      const body = JSON.stringify({ query: print(document), variables })
      const reply = await authorizedRequest({ method: 'POST', path: '/graphql', type: json, body })
      const { data, errors } = (reply.body ?? {}) as { data?: Data | null; errors?: unknown }
      if (reply.status === 200 && data && errors === undefined) return data
      statistics().recordProblem(
        'wrong',
        `an operation failed with ${reply.status}: ${JSON.stringify(reply.body).slice(0, 500)}`,
      )
      return null
    },
    userId: () => tokens?.user.id ?? '',
    token: () => tokens?.accessToken ?? '',
  }
}

export type Session = ReturnType<typeof createSession>

const isUnauthenticated = ({ status, codes }: Reply) =>
  status === 401 || codes.includes('UNAUTHENTICATED') || codes.includes('TOKEN_EXPIRED')
