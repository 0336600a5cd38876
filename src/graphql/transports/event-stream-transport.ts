import type { FastifyReply } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { bearerToken } from '../../http/authentication.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, PreparedOperation } from '../pipeline/operation-context.js'
import type { GraphQLRequest } from '../pipeline/request.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { eventStream, singleEvent, type EventStream } from './event-stream.js'
import { eventStreamType, postOnly } from './response.js'
import { serializeBody } from './response-body.js'
import { watchToken, type TokenVerifier } from './token-watch.js'

interface Options {
  engine: Engine
  tokens: TokenVerifier
  /** The interval of comments in event streams, in milliseconds. */
  keepAlive: number
  meter: Meter
}

/** GraphQL over server-sent events: a stream for a subscription, and a single event for other operations. */
export function eventStreamTransport({ engine, tokens, keepAlive, meter }: Options) {
  const streams = new Set<EventStream>()
  meter.gauge('fitness_event_streams_open', {}, () => streams.size)

  const sendEvent = async (reply: FastifyReply, response: GraphQLResponse): Promise<FastifyReply> =>
    reply.send(singleEvent(await serializeBody(response)))

  function sendStream(
    reply: FastifyReply,
    results: AsyncIterator<GraphQLResponse>,
    context: OperationContext,
  ): FastifyReply {
    const failure = (error: unknown) => ({ errors: engine.formatErrors(error, context) })
    const stream = eventStream(results, { failure, keepAlive })
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    closeWhenInvalid(stream, reply, context)
    // Closes the connection with the stream, so that the shutdown of the service does not wait for the client.
    return reply.header('connection', 'close').send(stream)
  }

  /** Ends the stream when the token of its request becomes invalid. */
  function closeWhenInvalid(stream: EventStream, { request }: FastifyReply, context: OperationContext): void {
    const { viewer, headers } = request
    if (!viewer || headers.authorization === undefined) return
    const stopWatch = watchToken(tokens, bearerToken(headers.authorization), viewer, {
      onInvalid: stream.fail,
      onValid: current => (context.requestContext.viewer = current),
    })
    stream.once('close', stopWatch)
  }

  return {
    /** Executes an operation and sends its results. @throws AppError METHOD_NOT_ALLOWED, RATE_LIMITED */
    async send(
      parsed: GraphQLRequest,
      reply: FastifyReply,
      context: OperationContext,
    ): Promise<FastifyReply> {
      reply.headers({
        'content-type': eventStreamType,
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      })
      let prepared: PreparedOperation
      try {
        prepared = engine.prepare(parsed, context)
      } catch (error) {
        return sendEvent(reply, engine.errorResponse(error, context))
      }
      const { method } = reply.request
      if (prepared.operation.type === OperationTypeNode.MUTATION && method !== 'POST')
        throw postOnly(reply, 'Send mutations with POST, not with GET.')
      if (!engine.isSubscription(prepared)) return sendEvent(reply, await engine.run(prepared, context))
      // A response to HEAD has no body.
      if (method === 'HEAD') return reply.send()
      const outcome = await engine.subscribe(prepared, context)
      return 'body' in outcome ? sendEvent(reply, outcome) : sendStream(reply, outcome, context)
    },

    /** Ends every stream, so that clients reconnect to another instance. */
    close(): void {
      for (const stream of streams) stream.disconnect()
    },
  }
}
