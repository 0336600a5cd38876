import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'http' {
  interface IncomingMessage {
    /** Whether it was handed to a listener of `upgrade`. */
    upgrade?: boolean
  }
}

/**
 * Ends the connection of an upgrade request that was answered as any other, since its address has no sockets or it
 * was refused: Node leaves such connections to whoever handles upgrades.
 */
export function endUnhandledUpgrade({ raw }: FastifyRequest): void {
  if (raw.upgrade) raw.socket.destroySoon()
}

export const unhandledUpgrades = fp(async app => {
  app.addHook('onResponse', (request, _reply, done) => {
    endUnhandledUpgrade(request)
    done()
  })
})
