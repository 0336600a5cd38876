import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { AppError } from '../../errors.js'
import { KiB } from '../../lib/quantities.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, PreparedOperation, RequestBudget } from '../pipeline/operation-context.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import {
  parseGetRequest,
  parseRequest,
  type GetParameters,
  type GraphQLRequest,
} from '../pipeline/request.js'
import { batchExecutor } from './batches.js'
import { eventStreamTransport } from './event-stream-transport.js'
import {
  eventStreamType,
  jsonType,
  negotiate,
  postOnly,
  sendCacheableResponse,
  sendResponse,
} from './response.js'
import type { TokenVerifier } from './token-watch.js'

interface Options {
  engine: Engine
  /** The maximum number of operations in a batch. */
  batchLimit: number
  /** Counts a further operation of a batch against the rate limit. @throws AppError RATE_LIMITED */
  countOperation(context: OperationContext, reply: FastifyReply): Promise<void>
  tokens: TokenVerifier
  /** The interval of comments in event streams, in milliseconds. */
  keepAlive: number
  meter: Meter
}

/** GraphQL over HTTP, and over server-sent events if the client prefers them. */
export function httpTransport(options: Options) {
  const { engine } = options
  const eventStreams = eventStreamTransport(options)
  const executeBatch = batchExecutor({ ...options, execute })

  async function execute(
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

  return {
    /** Ends every event stream, so that clients reconnect to another instance. */
    close: eventStreams.close,

    async post(
      request: FastifyRequest,
      reply: FastifyReply,
      context: OperationContext,
    ): Promise<FastifyReply> {
      if (Array.isArray(request.body)) {
        negotiate(request, [jsonType])
        return reply.type(jsonType).send(await executeBatch(request.body, reply, context))
      }
      const mediaType = negotiate(request)
      const parsed = parseRequest(request.body)
      // Several large bodies that arrive together are processed one after the other.
      if (hasLargeBody(request)) await engine.waitForTurn()
      if (mediaType === eventStreamType) return eventStreams.send(parsed, reply, context)
      return sendResponse(reply, await execute(parsed, context), mediaType)
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
      if (mediaType === eventStreamType) return eventStreams.send(parsed, reply, context)
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

/** The size from which on a body is large, in bytes. A body of unknown size counts as large. */
const largeBodySize = 32 * KiB

const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  !(Number(headers['content-length']) < largeBodySize)
