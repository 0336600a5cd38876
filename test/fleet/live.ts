import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { signatureHeaders, type Connection } from './http.js'
import type { Session } from './session.js'

const path = '/graphql'
/** Durations in milliseconds. */
const [retryInterval, keepAlive, renewBefore] = [500, 5_000, 10_000]

/** Subscribes to changes over a WebSocket through the proxy and reconnects until it is closed. */
export function listenLive(connection: Connection, session: Session) {
  class SignedSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      const headers = signatureHeaders(connection, { method: 'GET', path, userId: session.userId() })
      super(address, protocols, { ca: connection.authority, headers })
    }
  }
  const client = createClient({
    url: `${connection.url.replace('https:', 'wss:')}${path}`,
    webSocketImpl: SignedSocket,
    keepAlive,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => pause(retryInterval * (0.5 + Math.random())),
    async connectionParams() {
      if (expiryOf(session.token()) < Date.now() + renewBefore) await session.refresh()
      return { authorization: `Bearer ${session.token()}` }
    },
  })
  let eventCount = 0
  let isClosed = false

  async function listen(): Promise<void> {
    while (!isClosed) {
      try {
        for await (const { errors } of client.iterate({
          query: 'subscription { changesAvailable { cursor } }',
        }))
          if (!errors) eventCount++
      } catch {
        // Reconnects after any error.
      }
      await pause(retryInterval)
    }
  }
  void listen()

  return {
    eventCount: () => eventCount,
    close(): void {
      isClosed = true
      void client.dispose()
    },
  }
}

/** Expiry of a token, in milliseconds since 1970. */
function expiryOf(token: string): number {
  const [, claims = ''] = token.split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }).exp * 1000
}
