import { setTimeout as pause } from 'node:timers/promises'
import { print } from 'graphql'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createSender, type Asked, type Way } from './http.js'
import { outcomeOf, type Reply, type Tally } from './tally.js'

export interface Account {
  email: string
  password: string
}

interface Tokens {
  accessToken: string
  refreshToken: string
  user: { id: string }
}

/** In milliseconds. */
const [firstWait, longestWait] = [100, 2_000]
const json = 'application/json'

/** An answer after which the same is to be asked once more. */
const passes = (reply: Reply) => ['502', '503', '504', 'cut'].includes(outcomeOf(reply).split(' ')[0] ?? '')

/** As a client waits: as long as it is told, else longer each time, and never as long as all the others. */
const waitAfter = ({ retryAfter }: Reply, failures: number) =>
  (retryAfter ?? Math.min(firstWait * 2 ** failures, longestWait)) * (0.75 + Math.random() / 2)

/**
 * A device of somebody, as the guide for clients tells how to make one: it signs its requests, renews its token, and asks
 * again where the service is not there.
 * @param tally of the scene that is on
 */
export function createSession(way: Way, tally: () => Tally) {
  const send = createSender(way)
  let tokens: Tokens | null = null
  let signIn: (() => Promise<void>) | null = null

  async function patient(attempt: () => Promise<Reply>): Promise<Reply> {
    const began = performance.now()
    for (let failures = 0; ; failures++) {
      const reply = await attempt()
      tally().answered(reply)
      if (!passes(reply)) {
        tally().times.push(performance.now() - began)
        return reply
      }
      await pause(waitAfter(reply, failures))
    }
  }

  const post = (path: string, body: object, more: Partial<Asked> = {}) =>
    send({ method: 'POST', path, type: json, body: JSON.stringify(body), ...more })

  async function logIn(account: Account): Promise<void> {
    const reply = await patient(() => post('/auth/login', account))
    if (reply.status !== 200) throw new Error(`login answers ${outcomeOf(reply)}`)
    tokens = reply.body as Tokens
    signIn = () => logIn(account)
  }

  /** @returns whether the refresh token was taken; otherwise somebody has been signed out */
  async function renew(): Promise<boolean> {
    if (!tokens) return false
    const { refreshToken } = tokens
    const reply = await patient(() => post('/auth/refresh', { refreshToken }))
    if (reply.status !== 200) return false
    tokens = { ...tokens, accessToken: (reply.body as Tokens).accessToken }
    return true
  }

  /** With the token, renewed where that is said to be needed. */
  async function ask(asked: Asked): Promise<Reply> {
    const once = () =>
      patient(() => send({ ...asked, token: tokens?.accessToken ?? null, userId: tokens?.user.id ?? '' }))
    const reply = await once()
    if (!isUnauthenticated(reply)) return reply
    if (await renew()) {
      const again = await once()
      if (!isUnauthenticated(again)) return again
    }
    tally().note('signedOut', `${asked.path} answers ${outcomeOf(reply)}`)
    await signIn?.()
    return once()
  }

  return {
    logIn,
    renew,
    /** Before there is a token. */
    post: (path: string, body: object) => patient(() => post(path, body)),
    upload: (path: string, type: string, body: Buffer) => ask({ method: 'POST', path, type, body }),
    /** What the operation answers; null where it has errors, which are told. */
    async query<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
      const body = JSON.stringify({ query: print(document), variables })
      const reply = await ask({ method: 'POST', path: '/graphql', type: json, body })
      const { data, errors } = (reply.body ?? {}) as { data?: Data | null; errors?: unknown }
      if (reply.status === 200 && data && errors === undefined) return data
      tally().note(
        'wrong',
        `an operation answers ${reply.status}: ${JSON.stringify(reply.body).slice(0, 500)}`,
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
