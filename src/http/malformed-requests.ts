import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, badUserInput } from '../errors.js'
import { createRequestStats } from '../platform/telemetry/request-stats.js'
import { storagePath } from '../lib/storage-paths.js'
import { defaultHeaders } from './response-headers.js'
import { restShape, sendError, storageShape } from './errors.js'
import { newRequestId } from './request-ids.js'
import { endUnhandledUpgrade } from './upgrade-requests.js'

const defaultHeaderLines = Object.entries(defaultHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Rejects a request whose URL is malformed. It reaches no hook, so it is counted and logged here. */
export async function rejectMalformedUrl(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.stats = createRequestStats(request.id)
  void reply.headers({ ...defaultHeaders, 'x-request-id': request.id })
  const shape = request.raw.url?.startsWith(`${storagePath}/`) ? storageShape : restShape
  const rateLimitError: unknown = await request.server
    .countByAddress(request, reply)
    .catch((reason: unknown) => reason)
  reply.raw.once('finish', () => {
    request.server.logUnroutedRequest(request, reply.statusCode)
    endUnhandledUpgrade(request)
  })
  sendError(rateLimitError ?? error, request, reply, shape)
}

/**
 * Rejects HTTP/1.1 requests without `Host`, as the protocol demands. Node would do so, too, but without the headers and the
 * body of an error.
 */
export const requireHost = fp(async app => {
  app.addHook('onRequest', ({ raw: { httpVersion, headers } }, _reply, done) => {
    const isMissing = httpVersion === '1.1' && headers.host === undefined
    done(isMissing ? badUserInput('request', 'The request has no header Host.') : undefined)
  })
})

/** Handles requests with an unknown `Expect` like any other. Node would answer them itself, with 417. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

const pendingResponses = new WeakMap<Socket, Set<ServerResponse>>()

/** Tracks the unfinished responses of each connection, so that an error is never written into the middle of one. */
export function trackResponses(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    const pending = pendingResponses.get(socket) ?? new Set()
    pendingResponses.set(socket, pending.add(response))
    response.once('close', () => pending.delete(response))
  })
}

/** Responds to a request that is not HTTP, too long or too late, and closes the connection, which may have served others. */
export function rejectMalformedRequest(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  const hasBegunResponse = [...(pendingResponses.get(socket) ?? [])].some(({ headersSent }) => headersSent)
  if (error.code !== 'ECONNRESET' && socket.writable && !hasBegunResponse) writeError(this, error, socket)
  socket.destroySoon()
}

/** Writes the response to the socket itself, because the request has no response object. */
function writeError(app: FastifyInstance, error: ConnectionError, socket: Socket): void {
  const appError = toConnectionAppError(error)
  const { statusCode: status, code } = appError
  const requestId = newRequestId({ headers: {} })
  app.countMalformedRequest(appError)
  app.log.info({ reqId: requestId, status, errors: [code], reason: error.code }, 'malformed request')
  const body = JSON.stringify(restShape(appError))
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\n${defaultHeaderLines}` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function toConnectionAppError({ code }: ConnectionError): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('HEADERS_TOO_LARGE', 'The URL and the headers are too long.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.')
  return new AppError('BAD_REQUEST', 'The request is not valid HTTP.', { field: 'request' })
}
