import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '../../../lib/quantities.js'
import { requestSignature } from '../../../lib/signature.js'
import type { ConsoleSession } from './service.js'

interface Options {
  /** Signs the requests to the API; undefined if they require no signature. */
  signingSecret: string | undefined
  clock: () => Date
  /** The version of the console, which the API logs. */
  version: string
}

/** Passes requests of the console on to the API in this process. */
export function apiForwarder(
  app: Pick<FastifyInstance, 'inject'>,
  { signingSecret, clock, version }: Options,
) {
  function signatureHeaders(url: string, userId: string, body: string): Record<string, string> {
    if (signingSecret === undefined) return {}
    const timestamp = String(Math.floor(clock().getTime() / seconds))
    const signature = requestSignature(signingSecret, { method: 'POST', path: url, timestamp, body, userId })
    return { 'x-signature': signature, 'x-timestamp': timestamp, 'x-user-id': userId }
  }

  /** Sends a request to the API as the user of the session. The client gets the response of the API while it is sent. */
  return async function forward(
    request: FastifyRequest,
    reply: FastifyReply,
    { viewer, accessToken }: Pick<ConsoleSession, 'viewer' | 'accessToken'>,
    url: string,
    payload: string | Readable,
  ) {
    const { headers } = request
    const names = ['accept-language', 'content-type', 'content-length', 'user-agent'] as const
    const sent = Object.fromEntries(names.flatMap(name => (headers[name] ? [[name, headers[name]]] : [])))
    if (typeof payload === 'string') {
      delete sent['content-length']
      sent['content-type'] = 'application/json'
    }
    const response = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        ...sent,
        ...signatureHeaders(url, viewer.id, typeof payload === 'string' ? payload : ''),
        authorization: `Bearer ${accessToken}`,
        'apollographql-client-name': 'console',
        'apollographql-client-version': version,
      },
      // Limits and the audit log need the address of the client.
      remoteAddress: request.ip,
      payloadAsStream: true,
    })
    for (const [name, value] of Object.entries(response.headers))
      if (/^(content-type|retry-after|x-ratelimit-\w+)$/.test(name) && value !== undefined)
        reply.header(name, value)
    return reply.code(response.statusCode).send(response.stream())
  }
}
