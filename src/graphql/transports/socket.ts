import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, type ExecutionArgs, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { CloseCode, makeServer, type Context, type ServerOptions } from 'graphql-ws'
import { AppError } from '../../errors.js'
import { createRequestStats } from '../../platform/telemetry/request-stats.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Viewer } from '../../viewer.js'
import { toAppError } from '../../http/app-error.js'
import { bearerToken } from '../../http/authentication.js'
import { assertSigner } from '../../http/signing.js'
import type { Engine } from '../pipeline/engine.js'
import type { OperationContext, PreparedOperation } from '../pipeline/operation-context.js'
import type { GraphQLResponse } from '../pipeline/responses.js'
import { parseRequest } from '../pipeline/request.js'
import { serializeBody } from './response-body.js'
import { openConnection, type Connection } from './socket-connection.js'
import { watchToken, type TokenVerifier } from './token-watch.js'

interface Options {
  engine: Engine
  tokens: TokenVerifier
  /** Counts an operation against the rate limit. @throws AppError RATE_LIMITED */
  count(context: OperationContext): Promise<void>
  createContext(request: FastifyRequest, viewer: Viewer | null): OperationContext
  /** The time in which a client must send `connection_init`, in milliseconds. */
  initTimeout: number
  /** The interval of pings, in milliseconds. */
  keepAlive: number
  meter: Meter
  /** Called when the response of an operation has been sent, or a subscription has started. */
  onResponse(request: FastifyRequest, outcome: OperationOutcome): void
}

type OperationOutcome = Parameters<FastifyInstance['logOperation']>[1]

interface Session {
  request: FastifyRequest
  socket: WebSocket
  connection: Connection
  context: OperationContext
}

type Init = Record<string, unknown>
type SocketContext = Context<Init, Session>

/** Close codes of RFC 6455 and its registry, for cases in which the protocol defines none. */
const goingAway = 1001
const internalError = 1011
const tryAgainLater = 1013

/** GraphQL over WebSocket with the protocol `graphql-transport-ws`. */
export function socketTransport(options: Options) {
  const { tokens, createContext, initTimeout, keepAlive, meter } = options
  const connections = new Set<Connection>()
  meter.gauge('fitness_sockets_open', {}, () => connections.size)

  const server = makeServer<Init, Session>({
    connectionInitWaitTimeout: initTimeout,

    async onConnect({ connectionParams, extra }: SocketContext) {
      const authorization = authorizationOf(connectionParams) ?? extra.request.headers.authorization
      if (authorization === undefined) return true
      try {
        const token = bearerToken(authorization)
        const viewer = await tokens.authenticate(token)
        assertSigner(extra.request, viewer)
        extra.context = createContext(extra.request, viewer)
        closeWhenInvalid(extra, token, viewer)
        return true
      } catch (error) {
        // The implementation of the protocol closes the socket with 4403.
        if (error instanceof AppError && error.statusCode === 401) return false
        throw error
      }
    },

    ...operationHooks(options),
  })

  function closeWhenInvalid(session: Session, token: string, viewer: Viewer): void {
    const { connection, socket, request } = session
    if (!connection.isOpen()) return
    const stop = watchToken(tokens, token, viewer, {
      onInvalid: ({ message }) => connection.closeAfterResponses(CloseCode.Forbidden, message),
      onValid: current => (session.context = createContext(request, current)),
    })
    socket.once('close', stop)
  }

  return {
    handle(socket: WebSocket, request: FastifyRequest): void {
      const context = createContext(request, null)
      const connection = openConnection({
        socket,
        server,
        keepAlive,
        extra: connection => ({ request, socket, connection, context }),
        onFailure(error) {
          const { statusCode, cause, message } = toAppError(error, request.id)
          request.log.error({ err: cause ?? error }, 'a socket failed')
          return { code: statusCode === 503 ? tryAgainLater : internalError, reason: message }
        },
      })
      connections.add(connection)
      socket.once('close', () => connections.delete(connection))
    },

    /** Sends the pending responses, then closes every socket, so that clients reconnect to another instance. */
    close(): void {
      for (const connection of connections)
        connection.closeAfterResponses(goingAway, 'The service is shutting down')
    },
  }
}

/** Executes operations in the same way as requests over HTTP. */
function operationHooks({ engine, count, onResponse }: Options): ServerOptions<Init, Session> {
  function reportOperation({ request }: Session, { stats, requestContext }: OperationContext): void {
    const duration = performance.now() - stats.startedAt
    onResponse(request, { stats, userId: requestContext.viewer?.id, duration })
  }

  return {
    async onSubscribe({ extra }: SocketContext, id, payload) {
      const { connection, socket } = extra
      // Pending operations are executed while the socket is closing.
      const isClientWaiting = () => socket.readyState === socket.OPEN
      const requestContext = {
        // The account can change during a subscription, for example its language.
        get viewer() {
          return extra.context.requestContext.viewer
        },
        client: extra.context.requestContext.client,
        isClientWaiting,
      }
      const context = { ...extra.context, requestContext, stats: createRequestStats(extra.request.id) }
      try {
        await count(context)
        await engine.waitForTurn()
        const prepared = engine.prepare(parseRequest(withoutEmptyQuery(payload)), context)
        const outcome = engine.isSubscription(prepared)
          ? await engine.subscribe(prepared, context)
          : undefined
        if (outcome) {
          connection.excludeFromClosing(id)
          reportOperation(extra, context)
        }
        return createExecutionArgs(engine, { id, prepared, context, session: extra, outcome })
      } catch (error) {
        const rejection = new RejectedOperation(engine.formatErrors(error, context))
        reportOperation(extra, context)
        return [rejection]
      }
    },

    async execute(args) {
      const { prepared, context, session } = operationStateOf(args)
      try {
        const response = await engine.run(prepared, context)
        return response.isLarge
          ? responseBodies(operationStateOf(args), singleResponse(response))
          : (response.body as ExecutionResult)
      } finally {
        reportOperation(session, context)
      }
    },

    subscribe(args) {
      const { outcome } = operationStateOf(args)
      if (!outcome || 'body' in outcome) return outcome?.body as ExecutionResult
      return responseBodies(operationStateOf(args), outcome)
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
  /** The events of a subscription, or its errors; undefined for queries and mutations. */
  outcome: AsyncIterableIterator<GraphQLResponse> | GraphQLResponse | undefined
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

/** Removes the empty `query` that the protocol requires for persisted and registered documents. */
const withoutEmptyQuery = ({ query, ...rest }: { query: string }): object =>
  query === '' ? rest : { query, ...rest }

/** Returns `authorization` of the payload of `connection_init`. The key is case-insensitive. */
function authorizationOf(payload: Init | undefined): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([key]) => key.toLowerCase() === 'authorization')
  // Null means no token. Any other value that is not a string is an invalid token.
  const value = entry?.[1] ?? undefined
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
