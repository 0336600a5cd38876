import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { type AppError, badUserInput } from '../../errors.js'

/** The versions of the WebSocket protocol that the library speaks: RFC 6455, and a draft that does not differ here. */
const versions = ['13', '8']

const isToken = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/**
 * A hook that rejects upgrade requests which cannot become a WebSocket. The library would do so, too, but after it has taken
 * over the connection, and therefore without the headers and the body of an error.
 * @throws AppError BAD_USER_INPUT
 */
export function assertHandshake(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(request.ws ? handshakeError(request, reply) : undefined)
}

function handshakeError({ headers }: FastifyRequest, reply: FastifyReply): AppError | undefined {
  const version = String(headers['sec-websocket-version'])
  if (!versions.includes(version)) reply.header('sec-websocket-version', versions.join(', '))
  const isHandshake =
    versions.includes(version) &&
    /^[+/\da-zA-Z]{22}==$/.test(String(headers['sec-websocket-key'])) &&
    areProtocols(headers['sec-websocket-protocol'])
  return isHandshake ? undefined : badUserInput('request', 'The upgrade request is no WebSocket handshake.')
}

/** Returns whether the header is missing or a list of different names. */
function areProtocols(header: string | undefined): boolean {
  if (header === undefined) return true
  const names = header.split(',').map(name => name.trim())
  return names.every(isToken) && new Set(names).size === names.length
}
