import { getHeapStatistics } from 'node:v8'
import type { Config } from './config.js'

// The settings, in the form in which the plugins get them.

/** Request statistics are tracked only if the log level includes the lines that report them. */
export const telemetryOptions = (config: Config) => ({
  metrics: config.METRICS_PORT !== undefined,
  tracesEndpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  tracksRequestStats: config.LOG_ROUND_TRIPS && ['info', 'debug', 'trace'].includes(config.LOG_LEVEL),
})

export const loadSheddingOptions = (config: Config) => ({
  maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY,
  maxHeapUsed: config.MAX_HEAP_USED ?? getHeapStatistics().heap_size_limit * 0.9,
})

export const tokenOptions = (config: Config) => ({
  issuer: config.JWT_ISSUER,
  audience: config.JWT_AUDIENCE,
  accessTokenLifetime: config.JWT_ACCESS_TOKEN_EXPIRES_IN,
  refreshTokenLifetime: config.JWT_REFRESH_TOKEN_EXPIRES_IN,
})

export const requestsPerHour = (config: Config) => ({
  user: config.RATE_LIMIT_AUTHENTICATED_PER_HOUR,
  address: config.RATE_LIMIT_PUBLIC_PER_HOUR,
  download: config.RATE_LIMIT_AUTHENTICATED_PER_HOUR,
})

/** The hosts of signed URLs: the name of a bucket can be the first part of the host. */
export function storageOrigins(config: Config): string[] {
  if (config.OBJECT_STORAGE_PROVIDER !== 'S3') return []
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT ?? 'https://amazonaws.com'
  const { protocol, host } = new URL(endpoint)
  return [`${protocol}//${host}`, `${protocol}//*.${host}`]
}

export const signingOptions = (config: Config, clock: () => Date) => ({
  secret: config.HMAC_SECRET ?? '',
  tolerance: config.HMAC_TIMESTAMP_TOLERANCE,
  acceptsOwnPages: config.WEB_APP_ENABLED,
  clock,
})

export const graphqlOptions = (config: Config) => ({
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
