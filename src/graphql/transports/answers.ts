import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesEtag } from '../../lib/etags.js'
import type { Answer, Ready } from '../pipeline/engine.js'

export const jsonType = 'application/json'
export const graphqlResponseType = 'application/graphql-response+json'
export const eventStreamType = 'text/event-stream'

/** Clients of plain JSON take any other status than 200 for a failure of the transport. */
export function send(reply: FastifyReply, { failed, body }: Answer, mediaType: string): FastifyReply {
  if (failed && mediaType === graphqlResponseType && !isPersistedQueryMiss(body)) reply.code(400)
  return reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}

/** No failure: clients then send the text along, and expect 200. */
const isPersistedQueryMiss = ({ errors }: Answer['body']) =>
  errors?.some(({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND')

/** A phone keeps the answer as long as the schema says, then asks whether it has changed. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { operation: { cacheHint }, tellCost }: Ready,
  mediaType: string,
): FastifyReply {
  if (answer.body.errors || tellCost) return send(reply, answer, mediaType)
  const { maxAge, scope } = cacheHint
  const body = JSON.stringify(answer.body)
  const etag = etagOf(mediaType, body)
  const freshness = maxAge > 0 ? `max-age=${maxAge}` : 'no-cache'
  reply.headers({ etag, 'cache-control': `${scope.toLowerCase()}, ${freshness}` })
  vary(reply, 'accept, authorization')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(`${mediaType}; charset=utf-8`).send(body)
}

/** Beside what others have said: the web origin counts too where it is judged. */
function vary(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? names : `${String(known)}, ${names}`)
}
