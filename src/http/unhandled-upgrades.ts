import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'http' {
  interface IncomingMessage {
    /** True if Node emitted `upgrade` for the request. */
    upgrade?: boolean
  }
}

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
