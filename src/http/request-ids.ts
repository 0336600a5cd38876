import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Accepts the X-Request-Id of the client only if it is a UUID, so that clients cannot write other text to the logs. */
export function newRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && uuidPattern.test(sent) ? sent.toLowerCase() : randomUUID()
}

/** Sets the header X-Request-Id to the id of the request in the logs. */
export const requestIds = fp(async app => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
})
