import type { Server } from 'node:http'
import { join } from 'node:path'
import accepts from '@fastify/accepts'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { nodeFinders, resultSources } from './features/feature.js'
import { createFeatures, type Features } from './features/features.js'
import { demoAccounts } from './features/people/auth/registration/demo-accounts.js'
import { scheduledJobs } from './features/scheduled-jobs.js'
import { completeResolvers } from './graphql/complete-resolvers.js'
import { graphql } from './graphql/plugin.js'
import { schemaRoute } from './graphql/schema-route.js'
import { appLinks } from './http/app-links.js'
import { authentication } from './http/authentication.js'
import { rejectCompressedBodies } from './http/compressed-bodies.js'
import { compression } from './http/compression.js'
import { crossOrigin } from './http/cross-origin.js'
import { draining } from './http/draining.js'
import { handleErrors, handleNotFound, restShape } from './http/errors.js'
import { healthRoutes } from './http/health.js'
import { jsonBodyParser } from './http/json-body-parser.js'
import { jsonWebTokens } from './http/json-web-tokens.js'
import { jwksRoutes } from './http/jwks.js'
import { lingeringClose } from './http/lingering-close.js'
import { loadShedding } from './http/load-shedding.js'
import { createLogger } from './http/logger.js'
import {
  rejectMalformedUrl,
  rejectMalformedRequest,
  ignoreExpectations,
  requireHost,
  trackResponses,
} from './http/malformed-requests.js'
import { metricsServer } from './http/metrics-server.js'
import { openApi } from './http/openapi.js'
import { home } from './http/pages/home.js'
import { outboxPages } from './http/pages/outbox.js'
import { proxyMisconfiguration } from './http/proxy-misconfiguration.js'
import { rateLimits } from './http/rate-limits.js'
import { reference } from './http/reference/plugin.js'
import { requestDeadlines } from './http/request-deadline.js'
import { newRequestId, requestIds } from './http/request-ids.js'
import { requestLog } from './http/request-log.js'
import { responseHeaders } from './http/response-headers.js'
import { runRecord } from './http/run-record.js'
import { schemaCompilers } from './http/schema-compilers.js'
import { signing } from './http/signing.js'
import { RequestMessage, unhandledUpgrades } from './http/upgrade-requests.js'
import { webApp } from './http/web-app.js'
import { KiB, minutes, seconds } from './lib/quantities.js'
import { migrate, type Report } from './platform/database/migrate.js'
import { migrations } from './platform/database/migrations.js'
import { readOutbox } from './platform/mail/outbox.js'
import { openPlatform, type Platform, type PlatformOptions } from './platform/platform.js'
import { createTelemetry } from './platform/telemetry/telemetry.js'
import {
  graphqlOptions,
  loadSheddingOptions,
  requestsPerHour,
  signingOptions,
  storageOrigins,
  telemetryOptions,
  tokenOptions,
} from './plugin-options.js'
import { version } from './version.js'

declare module 'fastify' {
  interface FastifyInstance {
    features: Features
  }
}

const bodyLimit = 256 * KiB

interface AppOptions extends Partial<PlatformOptions> {
  /** Receives the progress of migrations. The default is the log. */
  reportMigration?: Report
}

/** Builds the service, ready to listen. @throws ConfigError, DatabaseUnavailableError */
export async function buildApp(config: Config, options: AppOptions = {}) {
  const app = Fastify(serverOptions(config)).withTypeProvider<TypeBoxTypeProvider>()
  trackResponses(app.server)
  ignoreExpectations(app.server)
  // Otherwise Node drops the headers after the 2000th, such as those that a proxy appends. Their total size is limited.
  app.server.maxHeadersCount = 0
  const telemetry = await createTelemetry({ ...telemetryOptions(config), primary: options.primary })
  app.addHook('onClose', telemetry.close)
  const platform = await openPlatform(config, app.log, { clock: () => new Date(), ...options, telemetry })
  app.addHook('onClose', platform.close)
  try {
    await registerPlugins(app, platform, config, options.reportMigration)
  } catch (error) {
    // The caller does not receive the app, so release its resources here.
    await app.close()
    throw error
  }
  return app
}

/** The objects that the plugins are created from. */
interface Composition {
  platform: Platform
  config: Config
  features: Features
}

/** Prepares the database and registers all plugins. Hooks run in the order of their registration. */
async function registerPlugins(
  app: FastifyInstance,
  platform: Platform,
  config: Config,
  reportMigration: Report = message => app.log.info(message),
): Promise<void> {
  await app.register(accepts)
  handleErrors(app, restShape)
  handleNotFound(app, restShape)
  await app.register(jsonWebTokens, { keys: platform.keys, ...tokenOptions(config) })
  // The features declare the indexes that `prepare` creates.
  const features = createFeatures({ platform, config, jwt: app.tokens })
  app.decorate('features', features)
  await platform.database.prepare()
  await migrate(platform.database, migrations, reportMigration)

  const composition = { platform, config, features }
  await registerTelemetry(app, composition)
  await registerConnectionHandling(app, config)
  await registerAccessChecks(app, composition)
  await registerRoutes(app, composition)
  await registerGraphql(app, composition)
  await registerPages(app, config)
  await registerBackgroundWork(app, composition)
}

/** Registered before everything that can reject a request, so that each request is traced, logged and counted. */
async function registerTelemetry(
  app: FastifyInstance,
  { platform: { telemetry }, config, features }: Composition,
): Promise<void> {
  if (telemetry.tracing.requests) await app.register(telemetry.tracing.requests)
  await app.register(requestIds)
  await app.register(requestLog, {
    ...telemetry,
    slowThreshold: config.SLOW_OPERATION,
    hasDatabaseMetrics: telemetryOptions(config).tracksRequestStats,
  })
  app.addHook('onResponse', (_request, { statusCode, elapsedTime }, done) => {
    features.services.recordResponse(statusCode, elapsedTime)
    done()
  })
  if (telemetry.prometheus) {
    await app.register(metricsServer, {
      registry: telemetry.prometheus.registry,
      host: config.HOST,
      port: config.METRICS_PORT ?? 0,
    })
    const file = join(config.DATA_PATH, 'runs', `${config.PORT}.json`)
    await app.register(runRecord, { file, meter: telemetry.meter })
  }
  telemetry.meter.gauge('fitness_info', { version }, () => 1)
}

async function registerConnectionHandling(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(responseHeaders)
  await app.register(draining)
  await app.register(lingeringClose)
  await app.register(compression)
  await app.register(loadShedding, loadSheddingOptions(config))
  await app.register(requestDeadlines, { timeout: config.REQUEST_TIMEOUT })
  await app.register(unhandledUpgrades)
}

/** The rate limits come after the authentication, because they count requests per user. */
async function registerAccessChecks(
  app: FastifyInstance,
  { platform, config, features }: Composition,
): Promise<void> {
  const { bearerTokens, sessions } = features.services
  const allowsLocalhost = config.NODE_ENV === 'development'
  if (config.CORS_ORIGINS.length > 0 || allowsLocalhost)
    await app.register(crossOrigin, { origins: config.CORS_ORIGINS, allowsLocalhost })
  await app.register(authentication, bearerTokens)
  if (config.NODE_ENV === 'production') await app.register(proxyMisconfiguration)
  await app.register(rateLimits, {
    perHour: requestsPerHour(config),
    counters: platform.counters,
    findTokenOwner: sessions.findTokenOwner,
  })
  await app.register(requireHost)
  await app.register(rejectCompressedBodies)
  await app.register(jsonBodyParser)
  if (config.HMAC_ENABLED) await app.register(signing, signingOptions(config, platform.clock))
}

async function registerRoutes(
  app: FastifyInstance,
  { platform: { database, storage, keys }, config, features }: Composition,
): Promise<void> {
  // The document describes only the routes that are registered after it.
  await app.register(openApi, { publicUrl: config.PUBLIC_URL, signed: config.HMAC_ENABLED })
  await app.register(healthRoutes, {
    checks: { database: database.ping, storage: storage.ping },
    version,
  })
  await app.register(jwksRoutes, { keys })
  await app.register(appLinks, {
    appleAppIds: config.APPLE_APP_IDS,
    androidApps: config.ANDROID_APPS,
    linkBase: config.MAIL_LINK_URL,
  })
  for (const { routes } of features.modules) if (routes) await app.register(routes)
}

async function registerGraphql(
  app: FastifyInstance,
  { platform: { telemetry }, config, features }: Composition,
): Promise<void> {
  const { bearerTokens, usage } = features.services
  await app.register(graphql, {
    resolvers: completeResolvers(features.resolvers, true),
    nodeFinders: nodeFinders(features.modules),
    resultSources: resultSources(features.modules),
    tokens: bearerTokens,
    onDeprecated: usage.recordDeprecatedFields,
    telemetry,
    ...graphqlOptions(config),
  })
  await app.register(schemaRoute)
}

async function registerPages(app: FastifyInstance, config: Config): Promise<void> {
  if (config.WEB_APP_ENABLED)
    await app.register(webApp, { name: 'app', imageSources: storageOrigins(config) })
  if (config.CONSOLE_ENABLED) await app.register(webApp, { name: 'console' })
  if (config.NODE_ENV === 'production')
    await app.register(home, { devTools: undefined, hasWebApp: config.WEB_APP_ENABLED })
  else await registerDevTools(app, config)
}

async function registerBackgroundWork(
  app: FastifyInstance,
  { platform: { mailQueue, database, backgroundTasks }, features }: Composition,
): Promise<void> {
  app.addHook('onReady', async () => mailQueue.start())
  await app.register(scheduledJobs, {
    modules: features.modules,
    databaseJobs: database.jobs,
    background: backgroundTasks,
  })
}

/** Registers the pages for development: GraphiQL, the API reference and the outbox of mails. */
async function registerDevTools(app: FastifyInstance, config: Config): Promise<void> {
  const { graphiql } = await import('./graphql/graphiql/plugin.js')
  const accounts = config.DEMO_ACCOUNTS ? demoAccounts : []
  const hasOutbox = config.OUTBOX_ENABLED
  await app.register(home, {
    devTools: { accounts, hasOutbox, hasConsole: config.CONSOLE_ENABLED },
    hasWebApp: config.WEB_APP_ENABLED,
  })
  await app.register(graphiql, { account: accounts[0] })
  await app.register(reference, { accounts })
  if (hasOutbox) await app.register(outboxPages, { outbox: readOutbox(join(config.DATA_PATH, 'outbox')) })
}

export type App = Awaited<ReturnType<typeof buildApp>>

function serverOptions(config: Config): FastifyHttpOptions<Server> {
  return {
    loggerInstance: createLogger(config.LOG_LEVEL, config.NODE_ENV === 'development'),
    genReqId: newRequestId,
    // Replaced by the `requestLog` plugin.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    bodyLimit,
    // While the service closes, requests on open connections are still answered.
    return503OnClosing: false,
    // Allows an upload of 5 MB over a slow connection.
    requestTimeout: 5 * minutes,
    // Closes idle connections. Open event streams send keep-alive messages.
    connectionTimeout: Math.max(30 * seconds, 2 * config.GRAPHQL_KEEP_ALIVE),
    http: {
      headersTimeout: 20 * seconds,
      connectionsCheckingInterval: 5 * seconds,
      // Replaced by the `requireHost` plugin.
      requireHostHeader: false,
      IncomingMessage: RequestMessage,
    },
    keepAliveTimeout: 72 * seconds,
    // Validating the built-in schemas against the meta-schema takes longer than compiling them.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, validateSchema: false } },
    schemaController: { compilersFactory: schemaCompilers },
    frameworkErrors: (error, request, reply) => void rejectMalformedUrl(error, request, reply),
    clientErrorHandler: rejectMalformedRequest,
  }
}
