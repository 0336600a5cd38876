import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyServerOptions } from 'fastify'
import type { Config } from './config.js'
import { openCounters } from './data/counters.js'
import { openEvents } from './data/events.js'
import { incomingFolder } from './data/incoming.js'
import { loadTokenKeys } from './data/keys.js'
import { openMailer } from './data/mailer.js'
import { openDatabase } from './data/open-database.js'
import { openStorage } from './data/open-storage.js'
import { accountPages } from './features/auth/pages.js'
import { passwordHasher } from './features/auth/passwords.js'
import { authRoutes } from './features/auth/routes.js'
import { storageRoutes } from './features/photos/routes.js'
import { graphiql } from './graphql/graphiql/plugin.js'
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
import { background } from './lib/background.js'
import { hours, KiB, minutes, seconds } from './lib/quantities.js'
import { createServices, type Services } from './services.js'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

const bodyLimit = 256 * KiB
const backgroundLimit = 1000

/** The whole service, ready to listen. @throws ConfigError, DatabaseUnavailableError */
export async function buildApp(config: Config, { clock = () => new Date() } = {}) {
  const keys = await loadTokenKeys(config)
  const app = Fastify(serverOptions(config)).withTypeProvider<TypeBoxTypeProvider>()
  const log = (message: string) => (error: unknown) => app.log.error({ err: error }, message)

  const database = await openDatabase({
    mongodbUri: config.MONGODB_URI,
    folder: join(config.DATA_PATH, 'database'),
  })
  const { storage, download } = await openStorage(config, clock)
  const incoming = await incomingFolder(
    join(download ? config.LOCAL_STORAGE_BASE_PATH : config.DATA_PATH, '.incoming'),
  )
  const mailer = openMailer(config, (file, { to, subject, text }) =>
    // Whoever develops has no mailbox: the link in the text is to be opened from here.
    app.log.info({ to, file, ...(config.NODE_ENV === 'development' ? { text } : {}) }, `mail: ${subject}`),
  )
  const counters = openCounters(config.REDIS_URL, error => app.log.warn({ err: error }, 'Redis is away'))
  const events = openEvents(config.REDIS_URL, error => app.log.warn({ err: error }, 'Redis is away'))
  const passwords = passwordHasher(config.BCRYPT_SALT_ROUNDS)
  const work = background(backgroundLimit, log('work in the background failed'))

  answerErrors(app, restShape)
  answerUnknown(app, restShape)
  await app.register(jsonWebTokens, { config, keys })
  const services = createServices({
    ...{ config, database, storage, incoming, mailer, counters, events, passwords, clock },
    tokens: app.jwt,
    background: work,
  })
  app.decorate('services', services)
  await database.prepare()

  await app.register(lastAnswers)
  await app.register(plainUpgrades)
  if (config.CORS_ORIGINS.length > 0) await app.register(crossOrigin, { origins: config.CORS_ORIGINS })
  await app.register(authentication, { auth: services.auth })
  const perHour = (name: string, limit: number) => counters.counter({ name, limit, window: 1 * hours })
  const perUser = perHour('user', config.RATE_LIMIT_AUTHENTICATED_PER_HOUR)
  const perAddress = perHour('address', config.RATE_LIMIT_PUBLIC_PER_HOUR)
  await app.register(limits, { perUser, perAddress })
  if (config.HMAC_ENABLED)
    await app.register(signing, {
      secret: config.HMAC_SECRET ?? '',
      tolerance: config.HMAC_TIMESTAMP_TOLERANCE,
      clock,
    })

  await app.register(openApi, { publicUrl: config.PUBLIC_URL })
  await app.register(healthRoutes, { checks: { database: database.ping, storage: storage.ping } })
  await app.register(jwksRoutes, { keys })
  await app.register(authRoutes, { prefix: '/auth', ...services })
  await app.register(accountPages, { prefix: '/auth', registration: services.registration })
  await app.register(storageRoutes, {
    prefix: '/api/storage',
    photos: services.photos,
    incoming,
    maxFileSize: config.LOCAL_STORAGE_MAX_FILE_SIZE,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    uploadCounters: [
      counters.counter({
        name: 'upload-minute',
        limit: config.RATE_LIMIT_UPLOAD_PER_MINUTE,
        window: 1 * minutes,
      }),
      counters.counter({ name: 'upload-hour', limit: config.RATE_LIMIT_UPLOAD_PER_HOUR, window: 1 * hours }),
    ],
    downloadCounter: counters.counter({
      name: 'download',
      limit: config.RATE_LIMIT_AUTHENTICATED_PER_HOUR,
      window: 1 * hours,
    }),
    download,
  })
  await app.register(graphql, {
    services,
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
    perUser,
    perAddress,
  })
  await app.register(schemaRoute)
  if (config.NODE_ENV !== 'production') await app.register(graphiql, { demo: config.DEMO_ACCOUNTS })

  app.addHook('onReady', async () => {
    const sweep = () => work.run(services.photos.sweep)
    sweep()
    const timers = [
      setInterval(sweep, 1 * hours).unref(),
      setInterval(() => work.run(services.usage.flush), 10 * seconds).unref(),
    ]
    app.addHook('onClose', async () => timers.forEach(clearInterval))
  })
  app.addHook('onClose', async () => {
    work.run(services.usage.flush)
    await work.settled()
    mailer.close()
    await Promise.all([passwords.close(), counters.close(), events.close()])
    await database.close()
  })
  return app
}

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
