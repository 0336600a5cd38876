import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Config } from './config.js'
import type { Counters } from './platform/counters/counters.js'
import { loadTokenKeys } from './platform/keys/keys.js'
import { demoAccounts } from './features/auth/demo-accounts.js'
import { accountPages } from './features/auth/pages.js'
import { authRoutes } from './features/auth/routes.js'
import { storageRoutes } from './features/photos/routes.js'
import { openPlatform, type Platform } from './platform/platform.js'
import { graphql } from './graphql/plugin.js'
import { schemaRoute } from './graphql/schema-route.js'
import { authentication } from './http/authentication.js'
import { crossOrigin } from './http/cross-origin.js'
import { answerErrors, answerUnknown, restShape } from './http/errors.js'
import { healthRoutes } from './http/health.js'
import { jsonWebTokens } from './http/json-web-tokens.js'
import { jwksRoutes } from './http/jwks.js'
import { limits } from './http/limits.js'
import { logger } from './http/logger.js'
import { openApi } from './http/openapi.js'
import { lastAnswers } from './http/shutdown.js'
import { signing } from './http/signing.js'
import { answerMalformedAddress, answerUnreadable } from './http/unroutable.js'
import { plainUpgrades } from './http/upgrades.js'
import { hours, KiB, minutes, seconds } from './lib/quantities.js'
import { createServices, type Services } from './services.js'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

const bodyLimit = 256 * KiB

/** The whole service, ready to listen. @throws ConfigError, DatabaseUnavailableError */
export async function buildApp(config: Config, { clock = () => new Date() } = {}) {
  const keys = await loadTokenKeys(config)
  const app = Fastify(serverOptions(config)).withTypeProvider<TypeBoxTypeProvider>()
  const platform = await openPlatform(config, app.log, clock)
  const { database, storage, counters } = platform

  answerErrors(app, restShape)
  answerUnknown(app, restShape)
  await app.register(jsonWebTokens, { config, keys })
  const services = createServices(platform, app.jwt)
  app.decorate('services', services)
  await database.prepare()

  await app.register(lastAnswers)
  await app.register(plainUpgrades)
  if (config.CORS_ORIGINS.length > 0) await app.register(crossOrigin, { origins: config.CORS_ORIGINS })
  await app.register(authentication, { auth: services.auth })
  const requests = requestCounters(config, counters)
  await app.register(limits, requests)
  if (config.HMAC_ENABLED) await app.register(signing, signingOptions(config, clock))

  await app.register(openApi, { publicUrl: config.PUBLIC_URL })
  await app.register(healthRoutes, { checks: { database: database.ping, storage: storage.ping } })
  await app.register(jwksRoutes, { keys })
  await app.register(authRoutes, { prefix: '/auth', ...services })
  await app.register(accountPages, { prefix: '/auth', registration: services.registration })
  await app.register(storageRoutes, { prefix: '/api/storage', ...storageOptions(platform, services) })
  await app.register(graphql, { services, ...requests, ...graphqlOptions(config) })
  await app.register(schemaRoute)
  if (config.NODE_ENV !== 'production') {
    const { graphiql } = await import('./graphql/graphiql/plugin.js')
    await app.register(graphiql, { account: config.DEMO_ACCOUNTS ? demoAccounts[0] : undefined })
  }

  keepHouse(app, platform, services)
  return app
}

/** What is done now and then, and at the end. */
function keepHouse(app: FastifyInstance, { background, close }: Platform, { photos, usage }: Services): void {
  const timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    background.run(photos.sweep)
    timers.push(
      setInterval(() => background.run(photos.sweep), 1 * hours).unref(),
      setInterval(() => background.run(usage.flush), 10 * seconds).unref(),
    )
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    background.run(usage.flush)
    await close()
  })
}

const requestCounters = (config: Config, { counter }: Counters) => ({
  perUser: counter({ name: 'user', limit: config.RATE_LIMIT_AUTHENTICATED_PER_HOUR, window: 1 * hours }),
  perAddress: counter({ name: 'address', limit: config.RATE_LIMIT_PUBLIC_PER_HOUR, window: 1 * hours }),
})

const signingOptions = (config: Config, clock: () => Date) => ({
  secret: config.HMAC_SECRET ?? '',
  tolerance: config.HMAC_TIMESTAMP_TOLERANCE,
  clock,
})

function storageOptions({ config, counters, incoming, download }: Platform, { photos }: Services) {
  const perMinute = { name: 'upload-minute', limit: config.RATE_LIMIT_UPLOAD_PER_MINUTE, window: 1 * minutes }
  const perHour = { name: 'upload-hour', limit: config.RATE_LIMIT_UPLOAD_PER_HOUR, window: 1 * hours }
  const downloads = { name: 'download', limit: config.RATE_LIMIT_AUTHENTICATED_PER_HOUR, window: 1 * hours }
  return {
    photos,
    incoming,
    download,
    maxFileSize: config.LOCAL_STORAGE_MAX_FILE_SIZE,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    uploadCounters: [counters.counter(perMinute), counters.counter(perHour)],
    downloadCounter: counters.counter(downloads),
  }
}

const graphqlOptions = (config: Config) => ({
  loginEnabled: config.GRAPHQL_LOGIN_ENABLED,
  publicIntrospection: config.NODE_ENV !== 'production',
  suggestions: config.NODE_ENV === 'development',
  limits: {
    depth: config.GRAPHQL_MAX_DEPTH,
    aliases: config.GRAPHQL_MAX_ALIASES,
    directives: config.GRAPHQL_MAX_DIRECTIVES,
    tokens: config.GRAPHQL_MAX_TOKENS,
    rootFields: config.GRAPHQL_MAX_ROOT_FIELDS,
    cost: config.GRAPHQL_MAX_COST,
  },
  batchLimit: config.GRAPHQL_BATCH_LIMIT,
  maxSubscriptions: config.GRAPHQL_MAX_SUBSCRIPTIONS,
  initTimeout: config.GRAPHQL_INIT_TIMEOUT,
  keepAlive: config.GRAPHQL_KEEP_ALIVE,
  onlyRegistered: config.GRAPHQL_ONLY_REGISTERED,
})

export type App = Awaited<ReturnType<typeof buildApp>>

function serverOptions(config: Config): FastifyServerOptions {
  return {
    loggerInstance: logger(config),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    bodyLimit,
    // A slow phone uploads five megabytes in this time.
    requestTimeout: 2 * minutes,
    connectionTimeout: 0,
    keepAliveTimeout: 72 * seconds,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    frameworkErrors: (error, request, reply) => void answerMalformedAddress(error, request, reply),
    clientErrorHandler: answerUnreadable,
  }
}
