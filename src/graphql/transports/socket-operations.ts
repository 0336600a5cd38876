import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { GraphQLError, type ExecutionArgs, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { Context, ServerOptions } from 'graphql-ws'
import type { OperationOutcome } from '../../http/request-log.js'
import { createRequestStats } from '../../platform/telemetry/request-stats.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, PreparedOperation } from '../pipeline/operation-context.js'
import { parseRequest } from '../pipeline/request.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { withoutEmptyQuery } from './client-messages.js'
import { serializeBody } from './response-body.js'
import type { Connection } from './socket-connection.js'

export interface OperationOptions {
  engine: Engine
  /** Counts an operation against the rate limit. @throws AppError RATE_LIMITED */
  countOperation(context: OperationContext): Promise<void>
  /** Called when the response of an operation has been sent, or a subscription has started. */
  onResponse(request: FastifyRequest, outcome: OperationOutcome): void
}

/** A socket and its user. */
export interface Session {
  request: FastifyRequest
  socket: WebSocket
  connection: Connection
  /** Replaced when the token was verified, because the account may have changed. */
  context: OperationContext
}

/** The payload of `connection_init`. */
export type InitPayload = Record<string, unknown>
export type SocketContext = Context<InitPayload, Session>

/** Executes operations in the same way as requests over HTTP. */
export function operationHooks({
  engine,
  countOperation,
  onResponse,
}: OperationOptions): ServerOptions<InitPayload, Session> {
  function reportOperation({ request }: Session, { stats, requestContext }: OperationContext): void {
    const duration = performance.now() - stats.startedAt
    onResponse(request, { stats, userId: requestContext.viewer?.id, duration })
  }

  return {
    async onSubscribe({ extra }: SocketContext, id, payload) {
      const context = createOperationContext(extra)
      try {
        await countOperation(context)
        await engine.waitForTurn()
        const prepared = engine.prepare(parseRequest(withoutEmptyQuery(payload)), context)
        const state = { id, prepared, context, session: extra }
        if (!engine.isSubscription(prepared)) return createExecutionArgs(engine, state)
        const subscribed = await engine.subscribe(prepared, context)
        extra.connection.excludeFromClosing(id)
        reportOperation(extra, context)
        return createExecutionArgs(engine, { ...state, subscribed })
      } catch (error) {
        const rejection = new RejectedOperation(engine.formatErrors(error, context))
        reportOperation(extra, context)
        return [rejection]
      }
    },

    async execute(args) {
      const state = operationStateOf(args)
      const { prepared, context, session } = state
      try {
        const response = await engine.run(prepared, context)
        return response.isLarge
          ? responseBodies(state, singleResponse(response))
          : (response.body as ExecutionResult)
      } finally {
        reportOperation(session, context)
      }
    },

    subscribe(args) {
      const state = operationStateOf(args)
      const { subscribed } = state
      if (!subscribed || 'body' in subscribed) return subscribed?.body as ExecutionResult
      return responseBodies(state, subscribed)
    },

    // The engine has formatted the results already.
    onNext: (_context, _id, _payload, _args, result) => result,
    onError: ({ extra: { context } }, _id, _payload, errors) =>
      errors.flatMap(error =>
        error instanceof RejectedOperation
          ? error.formatted
          : engine.formatErrors(error.originalError ?? error, context),
      ),
  }
}

function createOperationContext(session: Session): OperationContext {
  const { request, socket, context } = session
  const requestContext = {
    // The account can change during a subscription, for example its language.
    get viewer() {
      return session.context.requestContext.viewer
    },
    client: context.requestContext.client,
    // Pending operations are executed while the socket is closing.
    isClientWaiting: () => socket.readyState === socket.OPEN,
  }
  return { ...context, requestContext, stats: createRequestStats(request.id) }
}

/** Carries the formatted errors of an operation that is rejected. */
class RejectedOperation extends GraphQLError {
  constructor(readonly formatted: readonly GraphQLFormattedError[]) {
    super('The operation was rejected.')
  }
}

interface OperationState {
  id: string
  prepared: PreparedOperation
  context: OperationContext
  session: Session
  /** The results of a subscription, or a response with the errors that prevent it; undefined for other operations. */
  subscribed?: AsyncIterableIterator<GraphQLResponse> | GraphQLResponse
}

/** The implementation of the protocol passes the result of `onSubscribe` to `execute` or `subscribe`. */
const createExecutionArgs = (engine: Engine, contextValue: OperationState): ExecutionArgs => ({
  schema: engine.schema,
  document: contextValue.prepared.operation.document,
  contextValue,
})

const operationStateOf = ({ contextValue }: ExecutionArgs) => contextValue as OperationState

async function* singleResponse(response: GraphQLResponse): AsyncGenerator<GraphQLResponse> {
  yield response
}

/** Yields the bodies for the implementation of the protocol. Large ones are sent here, because it serializes synchronously. */
function responseBodies(
  { id, session: { connection } }: OperationState,
  responses: AsyncIterableIterator<GraphQLResponse>,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      for (;;) {
        const next = await responses.next()
        if (next.done) return { done: true, value: undefined }
        const response = next.value
        if (!response.isLarge) return { done: false, value: response.body as ExecutionResult }
        const body = await serializeBody(response)
        await connection.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${body}}`)
      }
    },
    async return() {
      await responses.return?.()
      return { done: true, value: undefined }
    },
    async throw(error) {
      await responses.throw?.(error)
      return Promise.reject(error)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
