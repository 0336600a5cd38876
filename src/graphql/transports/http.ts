import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { AppError, badUserInput } from '../../errors.js'
import { KiB } from '../../lib/quantities.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Viewer } from '../../viewer.js'
import type {
  GraphQLResponse,
  RequestBudget,
  OperationContext,
  Engine,
  PreparedOperation,
} from '../pipeline/engine.js'
import {
  parseGetRequest,
  parseRequest,
  type GetParameters,
  type GraphQLRequest,
} from '../pipeline/request.js'
import { eventStreamType, jsonType, negotiate, sendResponse, sendCacheableResponse } from './response.js'
import { serializeBody } from './response-body.js'
import { eventStream, singleEvent, type EventStream } from './event-stream.js'
import { watchToken, type TokenVerifier } from './token-watch.js'

interface Options {
  engine: Engine
  batchLimit: number
  /** Counts an operation beyond the first of a request. @throws AppError RATE_LIMITED */
  count(call: OperationContext, reply: FastifyReply): Promise<void>
  tokens: TokenVerifier
  /** How often an event stream shows a sign of life, in milliseconds. */
  keepAlive: number
  meter: Meter
}

/** GraphQL over HTTP, and over server-sent events where the client accepts them. */
export function httpTransport({ engine, batchLimit, count, tokens, keepAlive, meter }: Options) {
  const streams = new Set<EventStream>()
  meter.gauge('fitness_event_streams_open', {}, () => streams.size)

  async function answerOne(
    wanted: GraphQLRequest,
    call: OperationContext,
    spending?: RequestBudget,
  ): Promise<GraphQLResponse> {
    try {
      const ready = engine.prepare(wanted, call, spending)
      if (engine.isSubscription(ready))
        throw new AppError(
          'NOT_ACCEPTABLE',
          'Send subscriptions with "Accept: text/event-stream", or over a WebSocket.',
        )
      return await engine.run(ready, call)
    } catch (error) {
      return engine.errorResponse(error, call)
    }
  }

  /** The operations of a batch share one budget; each counts as a request. Either all are run or none. */
  async function answerBatch(
    bodies: unknown[],
    reply: FastifyReply,
    call: OperationContext,
  ): Promise<FastifyReply> {
    if (bodies.length === 0 || bodies.length > batchLimit)
      throw badUserInput(
        'body',
        `A batch must have 1 to ${batchLimit} operations; this one has ${bodies.length}.`,
      )
    const batch = bodies.map(parseRequest)
    for (let counted = 1; counted < batch.length; counted++) await count(call, reply)
    const budget = engine.createBudget()
    const answers: string[] = []
    for (const wanted of batch) {
      await engine.waitForTurn()
      answers.push(
        await answerOne(wanted, call, budget).then(
          serializeBody,
          // What the others have done is told all the same.
          (error: unknown) => JSON.stringify({ errors: engine.formatErrors(error, call) }),
        ),
      )
    }
    return reply.type(jsonType).send(`[${answers.join(',')}]`)
  }

  async function stream(wanted: GraphQLRequest, reply: FastifyReply, call: OperationContext, token?: string) {
    reply.headers({
      'content-type': eventStreamType,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    let ready: PreparedOperation
    try {
      ready = engine.prepare(wanted, call)
    } catch (error) {
      return reply.send(singleEvent(await serializeBody(engine.errorResponse(error, call))))
    }
    const { method } = reply.request
    if (ready.operation.type === OperationTypeNode.MUTATION && method !== 'POST')
      throw postOnly(reply, 'Send mutations with POST, not with GET.')
    // Nobody would read the events.
    if (method === 'HEAD' && engine.isSubscription(ready)) return reply.send()
    const outcome = engine.isSubscription(ready)
      ? await engine.subscribe(ready, call)
      : await engine.run(ready, call)
    if ('body' in outcome) return reply.send(singleEvent(await serializeBody(outcome)))

    const failure = (error: unknown) => ({ errors: engine.formatErrors(error, call) })
    const source = eventStream(outcome, { failure, keepAlive })
    streams.add(source)
    source.once('close', () => streams.delete(source))
    const onValid = (viewer: Viewer) => (call.requestContext.viewer = viewer)
    if (token !== undefined)
      source.once('close', watchToken(tokens, token, { onInvalid: source.fail, onValid }))
    // Nothing follows the last event: the service need not wait for the client to hang up when it closes.
    return reply.header('connection', 'close').send(source)
  }

  return {
    /** Ends every event stream: clients come back to another instance. */
    close(): void {
      for (const source of streams) source.disconnect()
    },

    async post(
      request: FastifyRequest,
      reply: FastifyReply,
      call: OperationContext,
      token?: string,
    ): Promise<FastifyReply> {
      if (Array.isArray(request.body)) {
        negotiate(request, [jsonType])
        return answerBatch(request.body, reply, call)
      }
      const mediaType = negotiate(request)
      const wanted = parseRequest(request.body)
      // Large bodies that come at once are coerced one after the other.
      if (isLarge(request)) await engine.waitForTurn()
      if (mediaType === eventStreamType) return stream(wanted, reply, call, token)
      return sendResponse(reply, await answerOne(wanted, call), mediaType)
    },

    async get(
      request: FastifyRequest,
      reply: FastifyReply,
      call: OperationContext,
      token?: string,
    ): Promise<FastifyReply> {
      // What goes wrong today may go well tomorrow.
      reply.header('cache-control', 'no-store')
      const mediaType = negotiate(request)
      const wanted = parseGetRequest(request.query as GetParameters)
      if (mediaType === eventStreamType) return stream(wanted, reply, call, token)
      let ready: PreparedOperation
      try {
        ready = engine.prepare(wanted, call)
      } catch (error) {
        return sendResponse(reply, engine.errorResponse(error, call), mediaType)
      }
      if (ready.operation.type !== OperationTypeNode.QUERY)
        throw postOnly(reply, 'Only queries can be sent with GET.')
      return sendCacheableResponse(request, reply, await engine.run(ready, call), ready, mediaType)
    },
  }
}

/** A body that has at least this many bytes, or of which nobody knows how many, is large. */
const largeBodySize = 32 * KiB

const isLarge = ({ headers }: FastifyRequest): boolean => !(Number(headers['content-length']) < largeBodySize)

function postOnly(reply: FastifyReply, message: string): AppError {
  reply.header('allow', 'POST')
  return new AppError('METHOD_NOT_ALLOWED', message)
}
