import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { ErrorFormat } from '../../http/errors.js'
import { etagOf, matchesEtag } from '../../lib/etags.js'
import type { CacheHint } from '../pipeline/cache-hints.js'
import type { GraphQLResponse, PreparedOperation } from '../pipeline/engine.js'
import { serializeBody } from './response-body.js'
import { singleEvent } from './event-stream.js'

// With the charset: it may stand in the header Accept, and where it does it has to match.
export const jsonType = 'application/json; charset=utf-8'
const graphqlResponseType = 'application/graphql-response+json; charset=utf-8'
export const eventStreamType = 'text/event-stream; charset=utf-8'
const mediaTypes = [jsonType, graphqlResponseType, eventStreamType]

/** The one that the client likes best. @throws AppError NOT_ACCEPTABLE */
export function negotiate(request: FastifyRequest, offered = mediaTypes): string {
  const chosen = request.accepts().type(offered)
  if (typeof chosen === 'string') return chosen
  const names = offered.map(mediaType => mediaType.split(';')[0]).join(', ')
  throw new AppError('NOT_ACCEPTABLE', `The response is available as ${names} only.`)
}

/** An error of the transport comes in the media type that was asked for. */
export function errorFormat(request: FastifyRequest): ErrorFormat {
  const asked = request.accepts().type(mediaTypes)
  if (asked === eventStreamType) return { mediaType: asked, write: body => singleEvent(JSON.stringify(body)) }
  return { mediaType: typeof asked === 'string' ? asked : jsonType, write: JSON.stringify }
}

/** Clients of plain JSON take any other status than 200 for a failure of the transport. */
export async function sendResponse(
  reply: FastifyReply,
  answer: GraphQLResponse,
  mediaType: string,
): Promise<FastifyReply> {
  const { isRequestError, body } = answer
  if (isRequestError && mediaType === graphqlResponseType && !isPersistedQueryMiss(body)) reply.code(400)
  return reply.type(mediaType).send(await serializeBody(answer))
}

/** No failure: clients then send the text along, and expect 200. */
const isPersistedQueryMiss = ({ errors }: GraphQLResponse['body']) =>
  errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND')

/** A phone keeps the answer as long as the schema says, then asks whether it has changed. */
export async function sendCacheableResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: GraphQLResponse,
  { operation: { cacheHint }, includeCost }: PreparedOperation,
  mediaType: string,
): Promise<FastifyReply> {
  if (answer.body.errors || includeCost) return sendResponse(reply, answer, mediaType)
  const { maxAge, scope } = request.viewer ? privateHint(cacheHint) : cacheHint
  const body = await serializeBody(answer)
  const etag = etagOf(mediaType, body)
  const freshness = maxAge > 0 ? `max-age=${maxAge}` : 'no-cache'
  reply.headers({ etag, 'cache-control': `${scope.toLowerCase()}, ${freshness}` })
  appendVary(reply, 'accept, accept-language, authorization')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(mediaType).send(body)
}

/** What is public without a token may be more with one, and change with what its owner writes. */
const privateHint = (hint: CacheHint): CacheHint =>
  hint.scope === 'PUBLIC' ? { maxAge: 0, scope: 'PRIVATE' } : hint

/** Beside what others have said: the web origin counts too where it is judged. */
function appendVary(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? names : `${String(known)}, ${names}`)
}
