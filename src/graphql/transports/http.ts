import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { AppError, badUserInput } from '../../errors.js'
import { bearerToken } from '../../http/authentication.js'
import { KiB } from '../../lib/quantities.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Viewer } from '../../viewer.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, PreparedOperation, RequestBudget } from '../pipeline/operation-context.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
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
  /** Counts a further operation of a batch against the rate limit. @throws AppError RATE_LIMITED */
  count(context: OperationContext, reply: FastifyReply): Promise<void>
  tokens: TokenVerifier
  /** The interval of comments in event streams, in milliseconds. */
  keepAlive: number
  meter: Meter
}

/** GraphQL over HTTP, and over server-sent events if the client accepts them. */
export function httpTransport({ engine, batchLimit, count, tokens, keepAlive, meter }: Options) {
  const streams = new Set<EventStream>()
  meter.gauge('fitness_event_streams_open', {}, () => streams.size)

  async function executeOne(
    parsed: GraphQLRequest,
    context: OperationContext,
    budget?: RequestBudget,
  ): Promise<GraphQLResponse> {
    try {
      const prepared = engine.prepare(parsed, context, budget)
      if (engine.isSubscription(prepared))
        throw new AppError(
          'NOT_ACCEPTABLE',
          'Send subscriptions with "Accept: text/event-stream", or over a WebSocket.',
        )
      return await engine.run(prepared, context)
    } catch (error) {
      return engine.errorResponse(error, context)
    }
  }

  /** Executes a batch. Its operations share one budget, and each counts as a request. Either all are run or none. */
  async function executeBatch(
    bodies: unknown[],
    reply: FastifyReply,
    context: OperationContext,
  ): Promise<FastifyReply> {
    if (bodies.length === 0 || bodies.length > batchLimit)
      throw badUserInput(
        'body',
        `A batch must have 1 to ${batchLimit} operations; this one has ${bodies.length}.`,
      )
    const batch = bodies.map(parseRequest)
    for (let counted = 1; counted < batch.length; counted++) await count(context, reply)
    const budget = engine.createBudget()
    const responses: string[] = []
    for (const parsed of batch) {
      await engine.waitForTurn()
      responses.push(
        await executeOne(parsed, context, budget).then(
          serializeBody,
          // An unexpected error must not hide the results of the other operations.
          (error: unknown) => JSON.stringify({ errors: engine.formatErrors(error, context) }),
        ),
      )
    }
    return reply.type(jsonType).send(`[${responses.join(',')}]`)
  }

  async function sendStream(parsed: GraphQLRequest, reply: FastifyReply, context: OperationContext) {
    reply.headers({
      'content-type': eventStreamType,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
    let prepared: PreparedOperation
    try {
      prepared = engine.prepare(parsed, context)
    } catch (error) {
      return reply.send(singleEvent(await serializeBody(engine.errorResponse(error, context))))
    }
    const { method } = reply.request
    if (prepared.operation.type === OperationTypeNode.MUTATION && method !== 'POST')
      throw postOnly(reply, 'Send mutations with POST, not with GET.')
    // A response to HEAD has no body.
    if (method === 'HEAD' && engine.isSubscription(prepared)) return reply.send()
    const result = engine.isSubscription(prepared)
      ? await engine.subscribe(prepared, context)
      : await engine.run(prepared, context)
    if ('body' in result) return reply.send(singleEvent(await serializeBody(result)))

    const failure = (error: unknown) => ({ errors: engine.formatErrors(error, context) })
    const stream = eventStream(result, { failure, keepAlive })
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    const onValid = (viewer: Viewer) => (context.requestContext.viewer = viewer)
    const { viewer } = reply.request
    const token = tokenOf(reply.request)
    if (token !== undefined && viewer)
      stream.once('close', watchToken(tokens, token, viewer, { onInvalid: stream.fail, onValid }))
    // Closes the connection with the stream, so that the shutdown of the service does not wait for the client.
    return reply.header('connection', 'close').send(stream)
  }

  return {
    /** Ends every event stream, so that clients reconnect to another instance. */
    close(): void {
      for (const stream of streams) stream.disconnect()
    },

    async post(
      request: FastifyRequest,
      reply: FastifyReply,
      context: OperationContext,
    ): Promise<FastifyReply> {
      if (Array.isArray(request.body)) {
        negotiate(request, [jsonType])
        return executeBatch(request.body, reply, context)
      }
      const mediaType = negotiate(request)
      const parsed = parseRequest(request.body)
      // Several large bodies that arrive together are processed one after the other.
      if (isLarge(request)) await engine.waitForTurn()
      if (mediaType === eventStreamType) return sendStream(parsed, reply, context)
      return sendResponse(reply, await executeOne(parsed, context), mediaType)
    },

    async get(
      request: FastifyRequest,
      reply: FastifyReply,
      context: OperationContext,
    ): Promise<FastifyReply> {
      // Errors must not be cached.
      reply.header('cache-control', 'no-store')
      const mediaType = negotiate(request)
      const parsed = parseGetRequest(request.query as GetParameters)
      if (mediaType === eventStreamType) return sendStream(parsed, reply, context)
      let prepared: PreparedOperation
      try {
        prepared = engine.prepare(parsed, context)
      } catch (error) {
        return sendResponse(reply, engine.errorResponse(error, context), mediaType)
      }
      if (prepared.operation.type !== OperationTypeNode.QUERY)
        throw postOnly(reply, 'Only queries can be sent with GET.')
      return sendCacheableResponse(request, reply, await engine.run(prepared, context), prepared, mediaType)
    },
  }
}

const tokenOf = ({ viewer, headers }: FastifyRequest): string | undefined =>
  viewer && headers.authorization !== undefined ? bearerToken(headers.authorization) : undefined

/** Bodies of at least this size are large, and those of unknown size. In bytes. */
const largeBodySize = 32 * KiB

const isLarge = ({ headers }: FastifyRequest): boolean => !(Number(headers['content-length']) < largeBodySize)

function postOnly(reply: FastifyReply, message: string): AppError {
  reply.header('allow', 'POST')
  return new AppError('METHOD_NOT_ALLOWED', message)
}
