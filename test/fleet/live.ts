import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { signed, type Way } from './http.js'
import type { Session } from './session.js'

const path = '/graphql'
/** In milliseconds. */
const [restlessness, keepAlive, renewBefore] = [500, 5_000, 10_000]

/** A socket through the proxy that hears of changes, and is opened again for as long as it is wanted. */
export function listenLive(way: Way, session: Session) {
  class SignedSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      const headers = signed(way, { method: 'GET', path, userId: session.userId() })
      super(address, protocols, { ca: way.authority, headers })
    }
  }
  const client = createClient({
    url: `${way.url.replace('https:', 'wss:')}${path}`,
    webSocketImpl: SignedSocket,
    keepAlive,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => pause(restlessness * (0.5 + Math.random())),
    async connectionParams() {
      if (expiryOf(session.token()) < Date.now() + renewBefore) await session.renew()
      return { authorization: `Bearer ${session.token()}` }
    },
  })
  let heard = 0
  let isOver = false

  async function follow(): Promise<void> {
    while (!isOver) {
      try {
        for await (const { errors } of client.iterate({
          query: 'subscription { changesAvailable { cursor } }',
        }))
          if (!errors) heard++
      } catch {
        // Whatever it was, the socket is opened anew.
      }
      await pause(restlessness)
    }
  }
  void follow()

  return {
    heard: () => heard,
    close(): void {
      isOver = true
      void client.dispose()
    },
  }
}

/** When a token ends, in milliseconds since 1970. */
function expiryOf(token: string): number {
  const [, claims = ''] = token.split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }).exp * 1000
}
