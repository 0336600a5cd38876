import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { createRequestStats } from '../platform/telemetry/request-stats.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import type { Viewer } from '../viewer.js'
import { clientOf } from '../http/client.js'
import { handleErrors } from '../http/errors.js'
import { readClientApp } from './pipeline/client-app.js'
import { prepareAfterStart } from './registered/prepare-after-start.js'
import { loadOperations } from './registered/stored-operations.js'
import { createDocumentFinder, type RegisteredDocument } from './pipeline/document-finder.js'
import { createEngine } from './pipeline/engine.js'
import type { OperationContext } from './pipeline/operation-context.js'
import { requestErrorShape } from './pipeline/error-formatting.js'
import { mercuriusExecutor } from './pipeline/mercurius-executor.js'
import type { RequestOptions } from './pipeline/prepare-request.js'
import { GetQuerystring } from './pipeline/request.js'
import type { ResultSources } from './pipeline/result-cache.js'
import type { Resolvers } from '../../generated/resolvers.js'
import type { NodeFinder } from './node.js'
import { createSchema, schemaFolder } from './schema.js'
import { errorFormat } from './transports/response.js'
import { assertHandshake } from './transports/handshake.js'
import { httpTransport } from './transports/http-transport.js'
import { rejectOtherMethods } from './transports/other-methods.js'
import { maxRequestSize, socketServerOptions } from './transports/socket-server-options.js'
import { socketTransport } from './transports/socket-transport.js'
import type { TokenVerifier } from './transports/token-watch.js'
import { traceRootFields } from './trace-root-fields.js'

interface Options extends Omit<RequestOptions, 'schema' | 'find'> {
  resolvers: Resolvers
  nodeFinders: readonly NodeFinder[]
  /** Verifies the tokens of sockets and event streams. */
  tokens: TokenVerifier
  /** The maximum number of operations in a batch. */
  batchLimit: number
  maxSubscriptions: number
  /** The time in which a client must send `connection_init`, in milliseconds. */
  initTimeout: number
  /** The interval of keep-alive messages, in milliseconds. */
  keepAlive: number
  onlyRegistered: boolean
  /** The sources of results that can be reused, by root field. */
  resultSources: ReadonlyMap<string, ResultSources>
  telemetry: Telemetry
}

let operations: readonly RegisteredDocument[] | undefined

/** Reads the registered operations once per process, also if tests build several apps. */
const registeredOperations = () => (operations ??= loadOperations(join(schemaFolder, 'operations')))

/** Serves GraphQL at `/graphql` over HTTP, server-sent events and WebSocket. */
export const graphql: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { resolvers, nodeFinders, tokens, batchLimit, initTimeout, keepAlive, telemetry } = options
  const schema = createSchema(resolvers, nodeFinders)
  traceRootFields(schema, telemetry.tracing)
  handleErrors(app, requestErrorShape, errorFormat)
  // Only accept JSON: pages of other origins can send plain text without a preflight.
  app.removeContentTypeParser('text/plain')
  await app.register(websocket, socketServerOptions)
  app.addHook('onRequest', assertHandshake)
  const registered = registeredOperations()
  const engine = createEngine({
    ...options,
    schema,
    execute: await mercuriusExecutor(app, schema),
    find: createDocumentFinder({ ...options, registered }),
    registered: new Set(registered.map(({ source }) => source)),
  })
  prepareAfterStart(app, registered, engine.prepareRegistered)

  const common = { engine, tokens, keepAlive, meter: telemetry.meter }
  const http = httpTransport({
    ...common,
    batchLimit,
    countOperation: ({ requestContext }, reply) => app.countOperation(requestContext, reply),
  })
  const socket = socketTransport({
    ...common,
    createContext,
    initTimeout,
    countOperation: ({ requestContext }) => {
      app.assertCapacity()
      return app.countOperation(requestContext)
    },
    onResponse: app.logOperation,
  })
  app.addHook('preClose', async () => {
    socket.close()
    http.close()
  })

  rejectOtherMethods(app, '/graphql', ['GET', 'HEAD', 'POST', 'OPTIONS'])
  app.post(
    '/graphql',
    {
      config: { tokenScopes: [] },
      schema: { hide: true },
      preHandler: rejectInvalidToken,
      bodyLimit: maxRequestSize,
    },
    (request, reply) => http.post(request, reply, createResponseContext(request, reply)),
  )
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { tokenScopes: [] },
    schema: { hide: true, querystring: GetQuerystring },
    preHandler: rejectInvalidToken,
    handler: (request, reply) => http.get(request, reply, createResponseContext(request, reply)),
    wsHandler: socket.handle,
  })
}

const createContext = (
  request: FastifyRequest,
  viewer: Viewer | null,
  isClientWaiting?: () => boolean,
): OperationContext => ({
  requestContext: { viewer, client: clientOf(request), isClientWaiting },
  requestId: request.id,
  log: request.log,
  stats: request.stats ?? createRequestStats(request.id),
  app: readClientApp(request.headers),
})

/** Creates the context of a request over HTTP. Its client waits until the request times out or the client disconnects. */
const createResponseContext = (request: FastifyRequest, { raw }: FastifyReply): OperationContext =>
  createContext(request, request.viewer, () => !raw.writableEnded && !raw.destroyed)

/** Rejects requests with an invalid token, even if the operation is public. */
function rejectInvalidToken(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(request.authenticationError ?? undefined)
}
