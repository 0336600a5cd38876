import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, type ExecutionArgs, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { CloseCode, makeServer, type Context, type ServerOptions } from 'graphql-ws'
import { AppError } from '../../errors.js'
import { newActivity } from '../../platform/telemetry/activity.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Viewer } from '../../viewer.js'
import { toAppError } from '../../http/app-error.js'
import { bearerToken } from '../../http/authentication.js'
import { demandSigner } from '../../http/signing.js'
import type { Answer, Call, Engine, Ready } from '../pipeline/engine.js'
import { readOperation } from '../pipeline/request.js'
import { bodyOf } from './body.js'
import { connect, type Connection } from './socket-connection.js'
import { watchToken, type Tokens } from './token-watch.js'

interface Options {
  engine: Engine
  tokens: Tokens
  /** Counts an operation. @throws AppError RATE_LIMITED */
  count(call: Call): Promise<void>
  callOf(request: FastifyRequest, viewer: Viewer | null): Call
  /** How long a client may take to send `connection_init`, in milliseconds. */
  initTimeout: number
  /** How often the other end is asked whether it is still there, in milliseconds. */
  keepAlive: number
  meter: Meter
  /** Told of each operation when it is answered, or its events have begun. */
  onAnswered(request: FastifyRequest, done: OperationDone): void
}

type OperationDone = Parameters<FastifyInstance['tellOperation']>[1]

interface Session {
  request: FastifyRequest
  socket: WebSocket
  connection: Connection
  call: Call
}

type Init = Record<string, unknown>
type SocketContext = Context<Init, Session>

/** What a socket is closed with that the protocol has no code for: those of RFC 6455 and its registry. */
const goingAway = 1001
const internalError = 1011
const tryAgainLater = 1013

/** `graphql-transport-ws`: queries, mutations and subscriptions over one socket. */
export function socketTransport(options: Options) {
  const { tokens, callOf, initTimeout, keepAlive, meter } = options
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
        demandSigner(extra.request, viewer)
        extra.call = callOf(extra.request, viewer)
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
      onEnd: ({ message }) => connection.end(CloseCode.Forbidden, message),
      onGood: viewer => (session.call = callOf(request, viewer)),
    })
    socket.once('close', stop)
  }

  return {
    handle(socket: WebSocket, request: FastifyRequest): void {
      const call = callOf(request, null)
      const connection = connect({
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
      for (const connection of connections) connection.end(goingAway, 'The service is going away')
    },
  }
}

/** What a client sends with `subscribe` takes the same way as a request by POST. */
function operationHooks({ engine, count, onAnswered }: Options): ServerOptions<Init, Session> {
  /** @param call that of one operation */
  function answered({ request }: Session, { activity, requestContext }: Call): void {
    const duration = performance.now() - activity.begun
    onAnswered(request, { activity, userId: requestContext.viewer?.id, duration })
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
      const call = { ...extra.call, requestContext, activity: newActivity(extra.request.id) }
      try {
        await count(call)
        await engine.turn()
        const ready = engine.prepare(readOperation(withoutEmptyQuery(payload)), call)
        const outcome = engine.isSubscription(ready) ? await engine.subscribe(ready, call) : undefined
        if (outcome) connection.goesOn(id)
        if (outcome) answered(extra, call)
        return passOn(engine, { id, ready, call, session: extra, outcome })
      } catch (error) {
        const refusal = new Refusal(engine.failure(error, call))
        answered(extra, call)
        return [refusal]
      }
    },

    async execute(args) {
      const { ready, call, session } = passed(args)
      try {
        const answer = await engine.run(ready, call)
        return answer.isLarge ? bodies(passed(args), only(answer)) : (answer.body as ExecutionResult)
      } finally {
        answered(session, call)
      }
    },

    subscribe(args) {
      const { outcome } = passed(args)
      if (!outcome || 'body' in outcome) return outcome?.body as ExecutionResult
      return bodies(passed(args), outcome)
    },

    // Results are in their final form already, errors get it here.
    onNext: (_context, _id, _payload, _args, result) => result,
    onError: ({ extra: { call } }, _id, _payload, errors) =>
      errors.flatMap(error =>
        error instanceof Refusal ? error.formatted : engine.failure(error.originalError ?? error, call),
      ),
  }
}

/** Why an operation is not run, in the form that clients get. */
class Refusal extends GraphQLError {
  constructor(readonly formatted: readonly GraphQLFormattedError[]) {
    super('The operation is refused.')
  }
}

interface Passed {
  id: string
  ready: Ready
  call: Call
  session: Session
  /** What came of a subscription. */
  outcome: AsyncIterableIterator<Answer> | Answer | undefined
}

/** What the protocol's implementation hands from `onSubscribe` to `execute` or `subscribe`. */
const passOn = (engine: Engine, contextValue: Passed): ExecutionArgs => ({
  schema: engine.schema,
  document: contextValue.ready.operation.document,
  contextValue,
})

const passed = ({ contextValue }: ExecutionArgs) => contextValue as Passed

async function* only(answer: Answer): AsyncGenerator<Answer> {
  yield answer
}

/** The bodies that the protocol's implementation is to send. Large ones are sent here, as it writes each at once. */
function bodies(
  { id, session: { connection } }: Passed,
  answers: AsyncIterableIterator<Answer>,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      for (;;) {
        const next = await answers.next()
        if (next.done) return { done: true, value: undefined }
        const answer = next.value
        if (!answer.isLarge) return { done: false, value: answer.body as ExecutionResult }
        const body = await bodyOf(answer)
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
