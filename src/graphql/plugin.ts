import { join } from 'node:path'
import accepts from '@fastify/accepts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Counter } from '../platform/counters/counters.js'
import type { Viewer } from '../viewer.js'
import { bearerToken } from '../http/authentication.js'
import { clientOf } from '../http/client.js'
import { answerErrors } from '../http/errors.js'
import { demandAllowed, enforce } from '../http/limits.js'
import type { Services } from '../services.js'
import { clientApp, type ClientApp } from './pipeline/client-app.js'
import { loadManifests } from './registered/manifests.js'
import { documentFinder } from './pipeline/documents.js'
import { graphqlEngine, type Call } from './pipeline/engine.js'
import { requestErrorShape } from './pipeline/errors.js'
import { mercuriusExecutor } from './pipeline/executor.js'
import type { Limits } from './pipeline/policy/policy.js'
import { GetQuery } from './pipeline/request.js'
import { executableSchema, schemaFolder } from './schema.js'
import { httpTransport } from './transports/http.js'
import { socketServer } from './transports/socket-server.js'
import { socketTransport } from './transports/socket.js'
import type { Tokens } from './transports/token-watch.js'

interface Options {
  /** What resolvers find in their context. */
  services: Services
  /** Judges the tokens of connections that outlive a request. */
  tokens: Tokens
  /** Told of each operation that uses deprecated fields, as `Type.field`, and which app it is of. */
  onDeprecated(fields: readonly string[], app: ClientApp): void
  loginEnabled: boolean
  /** Whether everyone may ask for the schema, or administrators only. */
  publicIntrospection: boolean
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
  limits: Limits
  /** Operations of one request. */
  batchLimit: number
  maxSubscriptions: number
  /** How long a client may take to send `connection_init`, in milliseconds. */
  initTimeout: number
  /** How often open connections show a sign of life, in milliseconds. */
  keepAlive: number
  onlyRegistered: boolean
  /** What operations over a socket count on; over HTTP the requests are counted. */
  perUser: Counter
  perAddress: Counter
}

/** GraphQL at `/graphql`: over HTTP, server-sent events and WebSocket. */
export const graphql: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { services, tokens, batchLimit, perUser, perAddress, initTimeout, keepAlive } = options
  const schema = executableSchema(options)
  answerErrors(app, requestErrorShape)
  // JSON only: a page of another site can send plain text without asking first.
  app.removeContentTypeParser('text/plain')
  await app.register(accepts)
  await app.register(websocket, socketServer)
  const registered = loadManifests(join(schemaFolder, 'operations'))
  const engine = graphqlEngine({
    ...options,
    schema,
    execute: await mercuriusExecutor(app, schema),
    find: documentFinder({ ...options, registered }),
  })
  for (const { id, source } of registered) {
    const refusal = engine.keep(source)
    // What one app asks in vain is no reason to keep the others waiting.
    if (refusal) app.log.warn({ err: refusal }, `the registered operation ${id} will be refused`)
  }

  const callOf = (request: FastifyRequest, viewer: Viewer | null): Call => ({
    context: { viewer, client: clientOf(request), services },
    requestId: request.id,
    log: request.log,
    app: clientApp(request.headers),
  })
  const consume = ({ context: { viewer, client } }: Call) =>
    viewer ? perUser.consume(viewer.id) : perAddress.consume(client.address)

  const common = { engine, tokens, keepAlive }
  const http = httpTransport({
    ...common,
    batchLimit,
    count: async (call, reply) => enforce(reply, await consume(call)),
  })
  const sockets = socketTransport({
    ...common,
    callOf,
    initTimeout,
    count: async call => demandAllowed(await consume(call)),
  })
  app.addHook('preClose', async () => {
    sockets.close()
    http.close()
  })
  const ofRequest = (request: FastifyRequest) => callOf(request, request.viewer)

  app.post('/graphql', { schema: { hide: true }, preHandler: refuseBadToken }, (request, reply) =>
    http.post(request, reply, ofRequest(request), tokenOf(request)),
  )
  app.route({
    method: 'GET',
    url: '/graphql',
    schema: { hide: true, querystring: GetQuery },
    preHandler: refuseBadToken,
    handler: (request, reply) => http.get(request, reply, ofRequest(request), tokenOf(request)),
    wsHandler: sockets.handle,
  })
}

/** A bad token is refused wherever it comes from, also on a public query. */
async function refuseBadToken(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (request.refusal) throw request.refusal
}

const tokenOf = ({ viewer, headers }: FastifyRequest): string | undefined =>
  viewer && headers.authorization !== undefined ? bearerToken(headers.authorization) : undefined
