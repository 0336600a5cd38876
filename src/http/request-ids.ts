import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The client's own name for a request where it has the form of ours, so that nothing else gets into logs. */
export function newRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && uuidPattern.test(given) ? given.toLowerCase() : randomUUID()
}

/** Tells the client under which name logs have its request, and what came of it. */
export const requestIds = fp(async app => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
})
