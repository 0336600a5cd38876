import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { CloseCode, makeServer } from 'graphql-ws'
import { AppError } from '../../errors.js'
import type { Meter } from '../../platform/telemetry/meter.js'
import type { Viewer } from '../../viewer.js'
import { toAppError } from '../../http/app-error.js'
import { bearerToken } from '../../http/authentication.js'
import { assertSigner } from '../../http/signing.js'
import type { OperationContext } from '../pipeline/operation-context.js'
import { openConnection, type Connection } from './socket-connection.js'
import {
  operationHooks,
  type InitPayload,
  type OperationOptions,
  type Session,
  type SocketContext,
} from './socket-operations.js'
import { watchToken, type TokenVerifier } from './token-watch.js'

interface Options extends OperationOptions {
  tokens: TokenVerifier
  createContext(request: FastifyRequest, viewer: Viewer | null): OperationContext
  /** The time in which a client must send `connection_init`, in milliseconds. */
  initTimeout: number
  /** The interval of pings, in milliseconds. */
  keepAlive: number
  meter: Meter
}

/** Close codes of RFC 6455 and its registry, for cases in which the protocol defines none. */
const goingAway = 1001
const internalError = 1011
const tryAgainLater = 1013

/** GraphQL over WebSocket with the protocol `graphql-transport-ws`. */
export function socketTransport(options: Options) {
  const { tokens, createContext, initTimeout, keepAlive, meter } = options
  const connections = new Set<Connection>()
  meter.gauge('fitness_sockets_open', {}, () => connections.size)

  const server = makeServer<InitPayload, Session>({
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
    const stopWatch = watchToken(tokens, token, viewer, {
      onInvalid: ({ message }) => connection.closeAfterResponses(CloseCode.Forbidden, message),
      onValid: current => (session.context = createContext(request, current)),
    })
    socket.once('close', stopWatch)
  }

  return {
    handle(socket: WebSocket, request: FastifyRequest): void {
      const context = createContext(request, null)
      const connection = openConnection({
        socket,
        server,
        keepAlive,
        createExtra: connection => ({ request, socket, connection, context }),
        onFailure: error => logFailure(error, request),
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

/** Logs an unexpected error of a socket. @returns the close code and the reason with which the socket is closed */
function logFailure(error: unknown, { id, log }: FastifyRequest): { code: number; reason: string } {
  const { statusCode, cause, message } = toAppError(error, id)
  log.error({ err: cause ?? error }, 'a socket failed')
  return { code: statusCode === 503 ? tryAgainLater : internalError, reason: message }
}

/** Returns `authorization` of the payload of `connection_init`. The key is case-insensitive. */
function authorizationOf(payload: InitPayload | undefined): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([key]) => key.toLowerCase() === 'authorization')
  // Null means no token. Any other value that is not a string is an invalid token.
  const value = entry?.[1] ?? undefined
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
