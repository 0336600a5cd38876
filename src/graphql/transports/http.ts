import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { AppError, badUserInput } from '../../errors.js'
import type { Answer, Asker, Budget, Engine, Ready } from '../engine.js'
import { formatFailure } from '../errors.js'
import { readGet, readOperation, type GetParameters, type GraphQLRequest } from '../request.js'
import { eventStream, single } from './event-stream.js'
import { watchToken } from './token-watch.js'

interface Options {
  engine: Engine
  batchLimit: number
  /** Counts an operation beyond the first of a request. @throws AppError RATE_LIMITED */
  count(asker: Asker): Promise<void>
  authenticate(accessToken: string): Promise<unknown>
}

const json = 'application/json'
const graphqlResponse = 'application/graphql-response+json'
const events = 'text/event-stream'

/** GraphQL over HTTP, and over server-sent events where the client accepts them. */
export function httpTransport({ engine, batchLimit, count, authenticate }: Options) {
  async function answerOne(wanted: GraphQLRequest, asker: Asker, spending?: Budget): Promise<Answer> {
    try {
      const ready = engine.prepare(wanted, asker, spending)
      if (engine.isSubscription(ready))
        throw new AppError('NOT_ACCEPTABLE', `Subscriptions are answered as ${events} or over a WebSocket.`)
      return await engine.run(ready, asker)
    } catch (error) {
      return engine.refusal(error)
    }
  }

  /** The operations of a batch share one budget; each counts as a request. */
  async function answerBatch(bodies: unknown[], reply: FastifyReply, asker: Asker): Promise<FastifyReply> {
    if (bodies.length === 0 || bodies.length > batchLimit)
      throw badUserInput(`A batch has 1 to ${batchLimit} operations; this one has ${bodies.length}.`)
    const budget = engine.budget()
    const answers: object[] = []
    for (const [index, body] of bodies.entries()) {
      if (index > 0) await count(asker)
      answers.push((await answerOne(readOperation(body), asker, budget)).body)
    }
    return reply.type(`${json}; charset=utf-8`).send(JSON.stringify(answers))
  }

  async function stream(wanted: GraphQLRequest, reply: FastifyReply, asker: Asker, token?: string) {
    const failure = (error: unknown) => ({ errors: formatFailure(error, asker.requestId) })
    let ready: Ready
    try {
      ready = engine.prepare(wanted, asker)
    } catch (error) {
      return send(reply.code(400), engine.refusal(error), json)
    }
    const result = engine.isSubscription(ready)
      ? await engine.subscribe(ready, asker)
      : await engine.run(ready, asker)
    const source = eventStream('body' in result ? single(result.body) : result, failure)
    if (token !== undefined)
      source.once(
        'close',
        watchToken(token, authenticate, () => source.destroy()),
      )
    return reply
      .headers({
        'content-type': `${events}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      })
      .send(source)
  }

  return {
    async post(
      request: FastifyRequest,
      reply: FastifyReply,
      asker: Asker,
      token?: string,
    ): Promise<FastifyReply> {
      const mediaType = negotiate(request)
      if (Array.isArray(request.body)) return answerBatch(request.body, reply, asker)
      const wanted = readOperation(request.body)
      if (mediaType === events) return stream(wanted, reply, asker, token)
      return send(reply, await answerOne(wanted, asker), mediaType)
    },

    async get(
      request: FastifyRequest,
      reply: FastifyReply,
      asker: Asker,
      token?: string,
    ): Promise<FastifyReply> {
      const mediaType = negotiate(request)
      const wanted = readGet(request.query as GetParameters)
      if (mediaType === events) return stream(wanted, reply, asker, token)
      let ready: Ready
      try {
        ready = engine.prepare(wanted, asker)
      } catch (error) {
        return send(reply, engine.refusal(error), mediaType)
      }
      if (ready.operation.kind !== OperationTypeNode.QUERY) {
        reply.header('allow', 'POST')
        throw new AppError('METHOD_NOT_ALLOWED', 'Only queries can be asked by GET.')
      }
      return sendCacheable(request, reply, await engine.run(ready, asker), ready, mediaType)
    },
  }
}

/** @throws AppError NOT_ACCEPTABLE */
function negotiate(request: FastifyRequest): string {
  const chosen = request.accepts().type([json, graphqlResponse, events])
  if (typeof chosen === 'string') return chosen
  throw new AppError('NOT_ACCEPTABLE', `Answers are ${json}, ${graphqlResponse} or ${events}.`)
}

/** Clients of plain JSON take any other status than 200 for a failure of the transport. */
function send(reply: FastifyReply, { failed, body }: Answer, mediaType: string): FastifyReply {
  if (failed && mediaType === graphqlResponse && !isPersistedQueryMiss(body)) reply.code(400)
  return reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}

/** No failure: clients then send the text along, and expect 200. */
const isPersistedQueryMiss = ({ errors }: Answer['body']) =>
  errors?.some(error => 'message' in error && error.message === 'PersistedQueryNotFound')

/** A phone keeps the answer as long as the schema says, then asks whether it has changed. */
function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { operation: { cacheHint }, tellCost }: Ready,
  mediaType: string,
): FastifyReply {
  reply.header('vary', 'accept, authorization')
  if (answer.body.errors || tellCost)
    return send(reply.header('cache-control', 'no-store'), answer, mediaType)
  const { maxAge, scope } = cacheHint
  const body = JSON.stringify(answer.body)
  const etag = `"${createHash('sha256').update(mediaType).update(body).digest('base64url').slice(0, 27)}"`
  const freshness = maxAge > 0 ? `max-age=${maxAge}` : 'no-cache'
  reply.headers({ etag, 'cache-control': `${scope.toLowerCase()}, ${freshness}` })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(`${mediaType}; charset=utf-8`).send(body)
}

const matches = (condition: string | undefined, etag: string) =>
  condition?.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false
