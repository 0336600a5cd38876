import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { ErrorFormat } from '../../http/errors.js'
import { appendVary } from '../../http/response-headers.js'
import { etagOf, matchesEtag } from '../../lib/etags.js'
import type { CacheHint } from '../pipeline/cache-hints.js'
import type { PreparedOperation } from '../pipeline/operation-context.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { serializeBody } from './response-body.js'
import { singleEvent } from './event-stream.js'

// Includes the charset, because media types in the header Accept can contain it.
export const jsonType = 'application/json; charset=utf-8'
const graphqlResponseType = 'application/graphql-response+json; charset=utf-8'
export const eventStreamType = 'text/event-stream; charset=utf-8'
const mediaTypes = [jsonType, graphqlResponseType, eventStreamType]

/** Returns the media type that the client prefers. @throws AppError NOT_ACCEPTABLE */
export function negotiate(request: FastifyRequest, offered = mediaTypes): string {
  const chosen = request.accepts().type(offered)
  if (typeof chosen === 'string') return chosen
  const names = offered.map(mediaType => mediaType.split(';')[0]).join(', ')
  throw new AppError('NOT_ACCEPTABLE', `The response is available as ${names} only.`)
}

/** Returns the format of errors outside of the engine, in the media type that the client prefers. */
export function errorFormat(request: FastifyRequest): ErrorFormat {
  const mediaType = request.accepts().type(mediaTypes)
  if (mediaType === eventStreamType) return { mediaType, write: body => singleEvent(JSON.stringify(body)) }
  return { mediaType: typeof mediaType === 'string' ? mediaType : jsonType, write: JSON.stringify }
}

/** Sends status 400 for request errors only as `application/graphql-response+json`. Clients of plain JSON expect 200. */
export async function sendResponse(
  reply: FastifyReply,
  response: GraphQLResponse,
  mediaType: string,
): Promise<FastifyReply> {
  const { isRequestError, body } = response
  if (isRequestError && mediaType === graphqlResponseType && !isPersistedQueryMiss(body)) reply.code(400)
  return reply.type(mediaType).send(await serializeBody(response))
}

/** Clients expect 200 in this case, and then send the text of the query. */
const isPersistedQueryMiss = ({ errors }: GraphQLResponse['body']) =>
  errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND')

/** Sends a response with the cache hint of its operation, and 304 if the client already has it. */
export async function sendCacheableResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: GraphQLResponse,
  { operation: { cacheHint }, includeCost }: PreparedOperation,
  mediaType: string,
): Promise<FastifyReply> {
  if (response.body.errors || includeCost) return sendResponse(reply, response, mediaType)
  const { maxAge, scope } = request.viewer ? privateHint(cacheHint) : cacheHint
  const body = await serializeBody(response)
  const etag = etagOf(mediaType, body)
  const freshness = maxAge > 0 ? `max-age=${maxAge}` : 'no-cache'
  reply.headers({ etag, 'cache-control': `${scope.toLowerCase()}, ${freshness}` })
  appendVary(reply, 'accept, accept-language, authorization')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(mediaType).send(body)
}

/** A public response can contain personal data if the request has a token. */
const privateHint = (hint: CacheHint): CacheHint =>
  hint.scope === 'PUBLIC' ? { maxAge: 0, scope: 'PRIVATE' } : hint

/** Returns the error for an operation that must be sent with POST. */
export function postOnly(reply: FastifyReply, message: string): AppError {
  reply.header('allow', 'POST')
  return new AppError('METHOD_NOT_ALLOWED', message)
}
