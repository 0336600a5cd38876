import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { createRequestStats } from '../platform/telemetry/request-stats.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import type { Viewer } from '../viewer.js'
import { clientOf } from '../http/client.js'
import { handleErrors } from '../http/errors.js'
import { seconds } from '../lib/quantities.js'
import { readClientApp, type ClientApp } from './pipeline/client-app.js'
import { loadOperations } from './registered/stored-operations.js'
import { createDocumentFinder, type RegisteredDocument } from './pipeline/document-finder.js'
import { createEngine } from './pipeline/engine.js'
import type { OperationContext } from './pipeline/operation-context.js'
import { requestErrorShape } from './pipeline/error-formatting.js'
import { mercuriusExecutor } from './pipeline/mercurius-executor.js'
import type { OperationLimits } from './pipeline/limits/operation-limits.js'
import { GetQuerystring } from './pipeline/request.js'
import type { ResultSources } from './pipeline/result-cache.js'
import type { Resolvers } from '../../generated/resolvers.js'
import type { NodeFinder } from './node.js'
import { createSchema, schemaFolder } from './schema.js'
import { errorFormat } from './transports/response.js'
import { httpTransport } from './transports/http.js'
import { rejectOtherMethods } from './transports/other-methods.js'
import { maxRequestSize, socketServerOptions } from './transports/socket-server.js'
import { socketTransport } from './transports/socket.js'
import type { TokenVerifier } from './transports/token-watch.js'
import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Tracing } from '../platform/telemetry/tracing.js'

interface Options {
  resolvers: Resolvers
  nodeFinders: readonly NodeFinder[]
  /** Verifies the tokens of sockets and event streams. */
  tokens: TokenVerifier
  /** Called for each operation that selects deprecated fields, which are given as `Type.field`. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
  /** True if everyone can use introspection; otherwise only administrators can. */
  publicIntrospection: boolean
  /** True if validation errors suggest names of the schema. */
  suggestions: boolean
  limits: OperationLimits
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

/** The time from listening until the registered operations are prepared, so that the first requests do not wait. */
export const preparationDelay = 1 * seconds

/**
 * The pause before each registered operation is prepared, in milliseconds. Preparing takes about a millisecond, and all
 * operations at once would delay other requests.
 */
const preparationInterval = 20

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
  const registered = registeredOperations()
  const engine = createEngine({
    ...options,
    schema,
    execute: await mercuriusExecutor(app, schema),
    find: createDocumentFinder({ ...options, registered }),
    registered: new Set(registered.map(({ source }) => source)),
  })
  let isClosing = false
  let preparation: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    const start = () => {
      prepareAll().catch((err: unknown) =>
        app.log.error({ err }, 'preparing the registered operations failed'),
      )
    }
    preparation = setTimeout(start, preparationDelay).unref()
  })

  async function prepareAll(): Promise<void> {
    for (const { id, source } of registered) {
      await pause(preparationInterval, undefined, { ref: false })
      if (isClosing) return
      const error = engine.prepareRegistered(source)
      // An invalid operation of one app must not prevent the start for the others.
      if (error) app.log.warn({ err: error }, `requests for the registered operation ${id} will be rejected`)
    }
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

  const common = { engine, tokens, keepAlive, meter: telemetry.meter }
  const http = httpTransport({
    ...common,
    batchLimit,
    count: ({ requestContext }, reply) => app.countOperation(requestContext, reply),
  })
  const socket = socketTransport({
    ...common,
    createContext,
    initTimeout,
    count: ({ requestContext }) => {
      app.assertCapacity()
      return app.countOperation(requestContext)
    },
    onResponse: app.logOperation,
  })
  app.addHook('preClose', async () => {
    isClosing = true
    clearTimeout(preparation)
    socket.close()
    http.close()
  })
  function contextOf(request: FastifyRequest, { raw }: FastifyReply): OperationContext {
    // The request has not timed out, and the client is still connected.
    return createContext(request, request.viewer, () => !raw.writableEnded && !raw.destroyed)
  }

  rejectOtherMethods(app, '/graphql', ['GET', 'HEAD', 'POST', 'OPTIONS'])
  app.post(
    '/graphql',
    {
      config: { tokenScopes: [] },
      schema: { hide: true },
      preHandler: rejectInvalidToken,
      bodyLimit: maxRequestSize,
    },
    (request, reply) => http.post(request, reply, contextOf(request, reply)),
  )
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { tokenScopes: [] },
    schema: { hide: true, querystring: GetQuerystring },
    preHandler: rejectInvalidToken,
    handler: (request, reply) => http.get(request, reply, contextOf(request, reply)),
    wsHandler: socket.handle,
  })
}

/** Rejects requests with an invalid token, even if the operation is public. */
function rejectInvalidToken(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(request.authenticationError ?? undefined)
}

/** Wraps the resolvers of the root fields of queries and mutations in spans. */
function traceRootFields(schema: GraphQLSchema, tracing: Tracing): void {
  if (!tracing.isEnabled) return
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { resolve = defaultFieldResolver, name } = field
      const path = `${type?.name ?? ''}.${name}`
      const options = { attributes: { 'graphql.field.path': path } }
      field.resolve = (...resolverArguments) =>
        tracing.span(path, options, () => resolve(...resolverArguments))
    }
}
