import type { FastifyRequest } from 'fastify'
import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { CloseCode, type Context, type ServerOptions } from 'graphql-ws'
import { makeHandler, type Extra } from 'graphql-ws/use/@fastify/websocket'
import { AppError } from '../../errors.js'
import type { Viewer } from '../../features/auth/viewer.js'
import { bearerToken } from '../../http/authentication.js'
import { seconds } from '../../lib/quantities.js'
import type { Asker, Engine, Ready } from '../engine.js'
import { formatFailure } from '../errors.js'
import { readOperation } from '../request.js'
import { watchToken } from './token-watch.js'

interface Options {
  engine: Engine
  authenticate(accessToken: string): Promise<Viewer>
  /** Counts an operation. @throws AppError RATE_LIMITED */
  count(asker: Asker): Promise<void>
  askerOf(request: FastifyRequest, viewer: Viewer | null): Asker
}

type Session = Record<PropertyKey, unknown> & { asker: Asker }

type Init = Record<string, unknown>
type SocketContext = Context<Init, Extra & Partial<Session>>

/** How long a client may take to send `connection_init`. */
const initTimeout = 5 * seconds
/** How often the other end is asked whether it is still there. */
const keepAlive = 12 * seconds

/** `graphql-transport-ws`: queries, mutations and subscriptions over one socket. */
export function socketHandler({ engine, authenticate, count, askerOf }: Options) {
  const options: ServerOptions<Init, Extra & Partial<Session>> = {
    connectionInitWaitTimeout: initTimeout,

    async onConnect({ connectionParams, extra }: SocketContext) {
      const authorization = authorizationOf(connectionParams) ?? extra.request.headers.authorization
      extra.asker = askerOf(extra.request, null)
      if (authorization === undefined) return true
      try {
        const token = bearerToken(authorization)
        extra.asker = askerOf(extra.request, await authenticate(token))
        const end = () => extra.socket.close(CloseCode.Forbidden, 'The access token is no longer valid')
        extra.socket.once('close', watchToken(token, authenticate, end))
        return true
      } catch (error) {
        // The protocol's answer to credentials that are not good: the socket is closed with 4403.
        if (error instanceof AppError && error.statusCode === 401) return false
        throw error
      }
    },

    async onSubscribe({ extra }: SocketContext, _id, payload) {
      const asker = extra.asker ?? askerOf(extra.request, null)
      try {
        await count(asker)
        const ready = engine.prepare(readOperation(payload), asker)
        return passOn(engine, ready, asker)
      } catch (error) {
        return formatFailure(error, asker.requestId).map(
          ({ message, ...rest }) => new GraphQLError(message, rest),
        )
      }
    },

    async execute(args) {
      const { ready, asker } = passed(args)
      return (await engine.run(ready, asker)).body as ExecutionResult
    },

    async subscribe(args) {
      const { ready, asker } = passed(args)
      try {
        const result = await engine.subscribe(ready, asker)
        return 'body' in result
          ? (result.body as ExecutionResult)
          : (result as AsyncGenerator<ExecutionResult>)
      } catch (error) {
        return { errors: formatFailure(error, asker.requestId) as unknown as GraphQLError[] }
      }
    },

    // Results are in their final form already, errors have it here.
    onNext: (_context, _id, _payload, _args, result) => result as never,
    onError: ({ extra }, _id, _payload, errors) =>
      errors.flatMap(error => formatFailure(error.originalError ?? error, extra.asker?.requestId ?? '')),
  }
  return makeHandler(options, keepAlive)
}

interface Passed {
  ready: Ready
  asker: Asker
}

/** What the protocol's implementation hands from `onSubscribe` to `execute` or `subscribe`. */
const passOn = (engine: Engine, ready: Ready, asker: Asker): ExecutionArgs => ({
  schema: engine.schema,
  document: ready.operation.document,
  operationName: ready.operation.name,
  contextValue: { ready, asker } satisfies Passed,
})

const passed = ({ contextValue }: ExecutionArgs) => contextValue as Passed

/** `authorization` of the payload of `connection_init`, its key in any case. */
function authorizationOf(payload: Init | undefined): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([key]) => key.toLowerCase() === 'authorization')
  return typeof entry?.[1] === 'string' ? entry[1] : undefined
}
