import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { createRequestStats } from '../platform/telemetry/request-stats.js'
import { cacheMetrics } from '../platform/telemetry/meter.js'
import type { Telemetry } from '../platform/telemetry/telemetry.js'
import type { Viewer } from '../viewer.js'
import { bearerToken } from '../http/authentication.js'
import { clientOf } from '../http/client.js'
import { handleErrors } from '../http/errors.js'
import { yieldToEventLoop } from '../lib/event-loop.js'
import { readClientApp, type ClientApp } from './pipeline/client-app.js'
import { loadManifests } from './registered/manifests.js'
import { createDocumentFinder } from './pipeline/document-finder.js'
import { createEngine, type OperationContext } from './pipeline/engine.js'
import { requestErrorShape } from './pipeline/error-formatting.js'
import { mercuriusExecutor } from './pipeline/mercurius-executor.js'
import type { OperationLimits } from './pipeline/limits/operation-limits.js'
import { GetQuerystring } from './pipeline/request.js'
import type { CompleteResolvers } from './complete-resolvers.js'
import type { NodeFinder } from './node.js'
import { traceRootFields } from './root-field-tracing.js'
import { createSchema, schemaFolder } from './schema.js'
import { errorFormat } from './transports/response.js'
import { httpTransport } from './transports/http.js'
import { rejectOtherMethods } from './transports/other-methods.js'
import { maxRequestSize, socketServerOptions } from './transports/socket-server.js'
import { socketTransport } from './transports/socket.js'
import type { TokenVerifier } from './transports/token-watch.js'

interface Options {
  resolvers: CompleteResolvers
  nodeFinders: readonly NodeFinder[]
  /** Judges the tokens of connections that outlive a request. */
  tokens: TokenVerifier
  /** Told of each operation that uses deprecated fields, as `Type.field`, and which app it is of. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
  /** Whether everyone may ask for the schema, or administrators only. */
  publicIntrospection: boolean
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
  limits: OperationLimits
  /** Operations of one request. */
  batchLimit: number
  maxSubscriptions: number
  /** How long a client may take to send `connection_init`, in milliseconds. */
  initTimeout: number
  /** How often open connections show a sign of life, in milliseconds. */
  keepAlive: number
  onlyRegistered: boolean
  telemetry: Telemetry
}

/** GraphQL at `/graphql`: over HTTP, server-sent events and WebSocket. */
export const graphql: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { resolvers, nodeFinders, tokens, batchLimit, initTimeout, keepAlive, telemetry } = options
  const schema = createSchema(resolvers, nodeFinders)
  traceRootFields(schema, telemetry.tracing)
  handleErrors(app, requestErrorShape, errorFormat)
  // JSON only: a page of another site can send plain text without asking first.
  app.removeContentTypeParser('text/plain')
  await app.register(websocket, socketServerOptions)
  const registered = loadManifests(join(schemaFolder, 'operations'))
  const engine = createEngine({
    ...options,
    schema,
    execute: await mercuriusExecutor(app, schema, {}, cacheMetrics(telemetry.meter, 'compiled')),
    find: createDocumentFinder({ ...options, registered }),
    registered: new Set(registered.map(({ source }) => source)),
  })
  // Once somebody may ask: to prepare them takes a good part of a start, and who comes before is served all the same.
  app.addHook('onListen', () => {
    prepareAll().catch((err: unknown) => app.log.error({ err }, 'registered operations are not prepared'))
  })

  async function prepareAll(): Promise<void> {
    for (const { id, source } of registered) {
      await yieldToEventLoop()
      const refusal = engine.prepareRegistered(source)
      // What one app asks in vain is no reason to keep the others waiting.
      if (refusal) app.log.warn({ err: refusal }, `the registered operation ${id} will be refused`)
    }
  }

  const createContext = (
    request: FastifyRequest,
    viewer: Viewer | null,
    isAwaited?: () => boolean,
  ): OperationContext => ({
    requestContext: { viewer, client: clientOf(request), isClientWaiting: isAwaited },
    requestId: request.id,
    log: request.log,
    activity: request.activity ?? createRequestStats(request.id),
    app: readClientApp(request.headers),
  })

  const common = { engine, tokens, keepAlive, meter: telemetry.meter }
  const http = httpTransport({
    ...common,
    batchLimit,
    count: ({ requestContext }, reply) => app.countOperation(requestContext, reply),
  })
  const sockets = socketTransport({
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
    sockets.close()
    http.close()
  })
  function ofRequest(request: FastifyRequest, { raw }: FastifyReply): OperationContext {
    // Not answered yet, as a request is whose time is up, and still connected.
    return createContext(request, request.viewer, () => !raw.writableEnded && !raw.destroyed)
  }

  rejectOtherMethods(app, '/graphql', ['GET', 'HEAD', 'POST', 'OPTIONS'])
  app.post(
    '/graphql',
    { schema: { hide: true }, preHandler: refuseBadToken, bodyLimit: maxRequestSize },
    (request, reply) => http.post(request, reply, ofRequest(request, reply), tokenOf(request)),
  )
  app.route({
    method: 'GET',
    url: '/graphql',
    schema: { hide: true, querystring: GetQuerystring },
    preHandler: refuseBadToken,
    handler: (request, reply) => http.get(request, reply, ofRequest(request, reply), tokenOf(request)),
    wsHandler: sockets.handle,
  })
}

/** A bad token is refused wherever it comes from, also on a public query. */
function refuseBadToken(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(request.authenticationError ?? undefined)
}

const tokenOf = ({ viewer, headers }: FastifyRequest): string | undefined =>
  viewer && headers.authorization !== undefined ? bearerToken(headers.authorization) : undefined
