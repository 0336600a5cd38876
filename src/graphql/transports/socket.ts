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
import type { GraphQLResponse, OperationContext, Engine, PreparedOperation } from '../pipeline/engine.js'
import { parseRequest } from '../pipeline/request.js'
import { serializeBody } from './response-body.js'
import { openConnection, type Connection } from './socket-connection.js'
import { watchToken, type TokenVerifier } from './token-watch.js'

interface Options {
  engine: Engine
  tokens: TokenVerifier
  /** Counts an operation. @throws AppError RATE_LIMITED */
  count(call: OperationContext): Promise<void>
  createContext(request: FastifyRequest, viewer: Viewer | null): OperationContext
  /** How long a client may take to send `connection_init`, in milliseconds. */
  initTimeout: number
  /** How often the other end is asked whether it is still there, in milliseconds. */
  keepAlive: number
  meter: Meter
  /** Told of each operation when it is answered, or its events have begun. */
  onResponse(request: FastifyRequest, done: OperationOutcome): void
}

type OperationOutcome = Parameters<FastifyInstance['logOperation']>[1]

interface Session {
  request: FastifyRequest
  socket: WebSocket
  connection: Connection
  call: OperationContext
}

type Init = Record<string, unknown>
type SocketContext = Context<Init, Session>

/** What a socket is closed with that the protocol has no code for: those of RFC 6455 and its registry. */
const goingAway = 1001
const internalError = 1011
const tryAgainLater = 1013

/** `graphql-transport-ws`: queries, mutations and subscriptions over one socket. */
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
        extra.call = createContext(extra.request, viewer)
        watch(extra, token)
        return true
      } catch (error) {
        // The protocol's answer to credentials that are not good: the socket is closed with 4403.
        if (error instanceof AppError && error.statusCode === 401) return false
        throw error
      }
    },

    ...operationHooks(options),
  })

  function watch(session: Session, token: string): void {
    const { connection, socket, request } = session
    if (!connection.isOpen()) return
    const stop = watchToken(tokens, token, {
      onInvalid: ({ message }) => connection.closeAfterResponses(CloseCode.Forbidden, message),
      onValid: viewer => (session.call = createContext(request, viewer)),
    })
    socket.once('close', stop)
  }

  return {
    handle(socket: WebSocket, request: FastifyRequest): void {
      const call = createContext(request, null)
      const connection = openConnection({
        ...{ socket, server, keepAlive },
        extra: connection => ({ request, socket, connection, call }),
        onFailure(error) {
          const { statusCode, cause, message } = toAppError(error, request.id)
          request.log.error({ err: cause ?? error }, 'a socket failed')
          return { code: statusCode === 503 ? tryAgainLater : internalError, reason: message }
        },
      })
      connections.add(connection)
      socket.once('close', () => connections.delete(connection))
    },

    /** Answers what is in flight, then closes every socket: clients come back to another instance. */
    close(): void {
      for (const connection of connections)
        connection.closeAfterResponses(goingAway, 'The service is shutting down')
    },
  }
}

/** What a client sends with `subscribe` takes the same way as a request by POST. */
function operationHooks({ engine, count, onResponse }: Options): ServerOptions<Init, Session> {
  /** @param call that of one operation */
  function answered({ request }: Session, { activity, requestContext }: OperationContext): void {
    const duration = performance.now() - activity.startedAt
    onResponse(request, { activity, userId: requestContext.viewer?.id, duration })
  }

  return {
    async onSubscribe({ extra }: SocketContext, id, payload) {
      const { connection } = extra
      const { socket } = extra
      // What is in flight while the socket ends is answered all the same.
      const isClientWaiting = () => socket.readyState === socket.OPEN
      const requestContext = {
        // A subscription outlives changes of the account, such as that of its language.
        get viewer() {
          return extra.call.requestContext.viewer
        },
        client: extra.call.requestContext.client,
        isClientWaiting,
      }
      const call = { ...extra.call, requestContext, activity: createRequestStats(extra.request.id) }
      try {
        await count(call)
        await engine.waitForTurn()
        const ready = engine.prepare(parseRequest(withoutEmptyQuery(payload)), call)
        const outcome = engine.isSubscription(ready) ? await engine.subscribe(ready, call) : undefined
        if (outcome) connection.excludeFromClosing(id)
        if (outcome) answered(extra, call)
        return createExecutionArgs(engine, { id, ready, call, session: extra, outcome })
      } catch (error) {
        const refusal = new RejectedOperation(engine.formatErrors(error, call))
        answered(extra, call)
        return [refusal]
      }
    },

    async execute(args) {
      const { ready, call, session } = operationStateOf(args)
      try {
        const answer = await engine.run(ready, call)
        return answer.isLarge
          ? responseBodies(operationStateOf(args), singleResponse(answer))
          : (answer.body as ExecutionResult)
      } finally {
        answered(session, call)
      }
    },

    subscribe(args) {
      const { outcome } = operationStateOf(args)
      if (!outcome || 'body' in outcome) return outcome?.body as ExecutionResult
      return responseBodies(operationStateOf(args), outcome)
    },

    // Results are in their final form already, errors get it here.
    onNext: (_context, _id, _payload, _args, result) => result,
    onError: ({ extra: { call } }, _id, _payload, errors) =>
      errors.flatMap(error =>
        error instanceof RejectedOperation
          ? error.formatted
          : engine.formatErrors(error.originalError ?? error, call),
      ),
  }
}

/** Why an operation is not run, in the form that clients get. */
class RejectedOperation extends GraphQLError {
  constructor(readonly formatted: readonly GraphQLFormattedError[]) {
    super('The operation was refused.')
  }
}

interface OperationState {
  id: string
  ready: PreparedOperation
  call: OperationContext
  session: Session
  /** What came of a subscription. */
  outcome: AsyncIterableIterator<GraphQLResponse> | GraphQLResponse | undefined
}

/** What the protocol's implementation hands from `onSubscribe` to `execute` or `subscribe`. */
const createExecutionArgs = (engine: Engine, contextValue: OperationState): ExecutionArgs => ({
  schema: engine.schema,
  document: contextValue.ready.operation.document,
  contextValue,
})

const operationStateOf = ({ contextValue }: ExecutionArgs) => contextValue as OperationState

async function* singleResponse(answer: GraphQLResponse): AsyncGenerator<GraphQLResponse> {
  yield answer
}

/** The bodies that the protocol's implementation is to send. Large ones are sent here, as it writes each at once. */
function responseBodies(
  { id, session: { connection } }: OperationState,
  answers: AsyncIterableIterator<GraphQLResponse>,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      for (;;) {
        const next = await answers.next()
        if (next.done) return { done: true, value: undefined }
        const answer = next.value
        if (!answer.isLarge) return { done: false, value: answer.body as ExecutionResult }
        const body = await serializeBody(answer)
        await connection.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${body}}`)
      }
    },
    async return() {
      await answers.return?.()
      return { done: true, value: undefined }
    },
    async throw(error) {
      await answers.throw?.(error)
      return Promise.reject(error)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** The protocol demands a `query`: those who name a persisted or registered document leave it empty. */
const withoutEmptyQuery = ({ query, ...rest }: { query: string }): object =>
  query === '' ? rest : { query, ...rest }

/** `authorization` of the payload of `connection_init`, its key in any case. */
function authorizationOf(payload: Init | undefined): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([key]) => key.toLowerCase() === 'authorization')
  // Clients without a token send null; anything else that is no text is a bad token.
  const value = entry?.[1] ?? undefined
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
