import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'http' {
  interface IncomingMessage {
    /** True if Node emits `upgrade` for the request, whose body it then leaves unread. */
    upgrade?: boolean
  }
}

const isOffered = Symbol('isOffered')

/**
 * A request of the server. The protocols that it offers in `Upgrade` are ignored except for WebSocket, as RFC 9110 allows:
 * some HTTP clients offer `h2c` with every first request, and expect an ordinary response. Node would take each of these
 * requests as an upgrade, without its body, as soon as one route serves WebSockets.
 */
export class RequestMessage extends IncomingMessage {
  declare [isOffered]?: boolean
}

Object.defineProperty(RequestMessage.prototype, 'upgrade', {
  get(this: RequestMessage): boolean {
    if (!this[isOffered]) return false
    // Node also closes the connections of `CONNECT` as upgrades.
    if (this.method === 'CONNECT') return true
    return this.method === 'GET' && this.headers.upgrade?.toLowerCase() === 'websocket'
  },
  set(this: RequestMessage, offered: boolean) {
    this[isOffered] = offered
  },
})

/**
 * Closes the connection of an upgrade request that got an ordinary response, because its address has no sockets or it was
 * rejected. Node leaves such connections open for the listener of `upgrade`.
 */
export function endUnhandledUpgrade({ raw }: FastifyRequest): void {
  if (raw.upgrade) raw.socket.destroySoon()
}

export const unhandledUpgrades = fp(async app => {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.upgrade) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    endUnhandledUpgrade(request)
    done()
  })
})
