import parseDuration, { type StringValue } from 'ms'
import { Type, type Static, type StaticDecode } from 'typebox'
import { GiB, MiB, seconds } from '../lib/quantities.js'

/** A length of time such as `15m`, `1h` or `7d`, read into milliseconds. */
const Duration = (
  description: string,
  byDefault?: StringValue,
  pattern = '^0*[1-9][0-9]{0,5} ?(ms|s|m|h|d)$',
) => {
  const options = { description, ...(byDefault === undefined ? {} : { default: byDefault }) }
  return Type.Decode(Type.String({ ...options, pattern }), text => parseDuration(text as StringValue))
}

/** Words separated by commas. */
const List = (description: string, byDefault = '') =>
  Type.Decode(Type.String({ description, default: byDefault }), text =>
    text
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== ''),
  )

const Count = (description: string, byDefault: number, minimum = 1, maximum = 1_000_000_000) =>
  Type.Integer({ description, default: byDefault, minimum, maximum })

const Optional = (description: string, options: { minLength?: number; pattern?: string } = {}) =>
  Type.Optional(Type.String({ description, ...options }))

const webAddress = '^https?://[^\\s?#]+$'
const secureAddress = '^https://[^\\s?#"\'<>]+$'

/** Every setting of the service. docs/settings.md and `.env.example` list the same ones. */
export const Settings = Type.Object({
  NODE_ENV: Type.Union([Type.Literal('development'), Type.Literal('test'), Type.Literal('production')], {
    description: 'development, test or production.',
    default: 'development',
  }),
  HOST: Type.String({ description: 'The address to listen on.', default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ description: 'The port to listen on.', default: 3000, minimum: 0, maximum: 65535 }),
  PUBLIC_URL: Optional('The address clients reach the service at; from HOST and PORT if not set.', {
    pattern: webAddress,
  }),
  DATA_PATH: Type.String({
    description: 'Folder of the embedded database, the local storage, development keys and the outbox.',
    default: '.data',
    minLength: 1,
  }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    description: 'How much is logged: silent, fatal, error, warn, info, debug or trace.',
    default: 'info',
  }),
  LOG_ROUND_TRIPS: Type.Boolean({
    description: 'Tell in the log how often and how long each request waited for the database.',
    default: true,
  }),
  SLOW_OPERATION: Duration(
    'Requests and operations that take longer are warnings in the log, such as 1s.',
    '1s',
  ),
  SLOW_QUERY: Duration(
    'Commands to the database that take longer have a line in the log, such as 500ms.',
    '500ms',
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      description: 'Port of its own for metrics, at /metrics; none are taken if not set.',
      minimum: 0,
      maximum: 65535,
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Optional(
    'Collector of OpenTelemetry that traces go to, such as http://localhost:4318; nowhere if not set.',
    { pattern: webAddress },
  ),
  SHUTDOWN_DELAY: Type.Optional(
    Duration(
      'How long clients are sent elsewhere after SIGTERM before the service closes; 2s in production, else 0s.',
      undefined,
      '^[0-9]{1,6} ?(ms|s|m|h|d)$',
    ),
  ),
  SHUTDOWN_TIMEOUT: Duration('When the process ends at the latest after SIGTERM, such as 10s.', '10s'),
  REQUEST_TIMEOUT: Duration(
    'How long a request may wait for the database and the storage, such as 10s.',
    '10s',
  ),
  MAX_EVENT_LOOP_DELAY: Duration(
    'Mean delay of the event loop beyond which requests are refused, such as 1s.',
    '1s',
  ),
  MAX_HEAP_USED: Type.Optional(
    Type.Integer({
      description:
        'Bytes in the heap beyond which requests are refused; nine tenths of its limit if not set.',
      minimum: 1,
    }),
  ),
  TRUST_PROXY: List('CIDR list of the proxies whose X-Forwarded-For is believed.'),
  DEMO_ACCOUNTS: Type.Optional(
    Type.Boolean({
      description:
        'Create the demo accounts at start; on by default with the embedded database outside production.',
    }),
  ),

  MONGODB_URI: Optional('Connection string of MongoDB; without it the embedded database is used.', {
    pattern: '^mongodb(\\+srv)?://',
  }),
  REDIS_URL: Optional('Address of Redis, through which instances share limits and events.', {
    pattern: '^rediss?://',
  }),
  WORKERS: Count('Processes that serve together on this machine; more than one wants MongoDB.', 1, 1, 256),

  JWT_PRIVATE_KEY_PATH: Optional('PEM file of the RSA key that signs tokens; generated in development.'),
  JWT_PUBLIC_KEY_PATH: List(
    "PEM files, comma-separated: public keys that are accepted, the private key's own among them.",
  ),
  JWT_ISSUER: Type.String({
    description: 'The claim iss.',
    default: 'fitness-training-service',
    minLength: 1,
  }),
  JWT_AUDIENCE: Type.String({ description: 'The claim aud.', default: 'fitness-training-app', minLength: 1 }),
  JWT_ACCESS_TOKEN_EXPIRES_IN: Duration('Lifetime of an access token, such as 15m.', '15m'),
  JWT_REFRESH_TOKEN_EXPIRES_IN: Duration('Lifetime of a refresh token, such as 7d.', '7d'),

  HMAC_ENABLED: Type.Boolean({
    description: 'Demand signed requests; always on in production.',
    default: false,
  }),
  HMAC_SECRET: Optional('The key of request signatures, at least 32 bytes.'),
  HMAC_TIMESTAMP_TOLERANCE: Count('How far X-Timestamp may be off, in seconds, both ways.', 300),

  BCRYPT_SALT_ROUNDS: Count('Cost of a password hash; at least 10 in production.', 12, 4, 15),
  ACCOUNT_DELETION_GRACE: Duration(
    'How long an account that its owner deletes can be restored, such as 7d.',
    '7d',
  ),
  GRAPHQL_LOGIN_ENABLED: Type.Boolean({ description: 'Offer the mutation login.', default: true }),

  GRAPHQL_MAX_DEPTH: Count('Fields nested in fields.', 15),
  GRAPHQL_MAX_ALIASES: Count('Aliases of an operation.', 30),
  GRAPHQL_MAX_DIRECTIVES: Count('Directives of an operation.', 50),
  GRAPHQL_MAX_TOKENS: Count('Tokens of a document.', 1000),
  GRAPHQL_MAX_ROOT_FIELDS: Count('Root fields of an operation.', 20),
  GRAPHQL_MAX_COST: Count('Cost of a request, list sizes multiplied.', 1000),
  GRAPHQL_BATCH_LIMIT: Count('Operations of one request.', 10),
  GRAPHQL_MAX_SUBSCRIPTIONS: Count('Open subscriptions of a user, on one instance.', 20),
  GRAPHQL_INIT_TIMEOUT: Duration(
    'How long a socket may stay open without `connection_init`, such as 5s.',
    '5s',
  ),
  GRAPHQL_KEEP_ALIVE: Duration(
    'How often a socket or an event stream shows a sign of life, such as 12s.',
    '12s',
  ),
  GRAPHQL_ONLY_REGISTERED: Type.Boolean({
    description: 'Answer only the operations registered under schema/operations.',
    default: false,
  }),
  CORS_ORIGINS: List(
    'Web origins, comma-separated, whose pages may send requests; * for all, none if not set. In development every localhost origin may.',
  ),

  SMTP_URL: Optional('Mail server, such as smtps://user:password@host; without it mails go to the outbox.', {
    pattern: '^smtps?://',
  }),
  MAIL_FROM: Type.String({
    description: 'Sender of the mails.',
    default: 'Fitness Training <no-reply@localhost>',
    minLength: 3,
  }),

  BRAND_NAME: Type.String({
    description: 'How the service calls itself in mails and on pages.',
    default: 'Fitness Training',
    minLength: 1,
    maxLength: 60,
    pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  }),
  BRAND_COLOR: Type.String({
    description: 'Colour of the buttons in mails, such as #0a66c2.',
    default: '#0a66c2',
    pattern: '^#[0-9a-fA-F]{6}$',
  }),
  BRAND_LOGO_URL: Optional('Address of a picture at the head of mails, beginning with https://.', {
    pattern: secureAddress,
  }),
  MAIL_LINK_URL: Optional(
    'Where links in mails begin, such as https://app.example.com; PUBLIC_URL if not set.',
    { pattern: secureAddress },
  ),

  APPLE_APP_IDS: List('Apps for iOS that open the links in mails, as TEAMID.bundle.id, comma-separated.'),
  ANDROID_APPS: List('Apps for Android that open them, as package=SHA-256 fingerprint, comma-separated.'),

  OBJECT_STORAGE_PROVIDER: Type.Enum(['LOCAL', 'S3'], {
    description: 'Where files are stored: LOCAL or S3.',
    default: 'LOCAL',
  }),
  LOCAL_STORAGE_BASE_PATH: Optional('Folder of the local storage; DATA_PATH/storage if not set.'),
  LOCAL_STORAGE_BASE_URL: Optional('Start of signed URLs; PUBLIC_URL if not set.', { pattern: webAddress }),
  LOCAL_STORAGE_SECRET: Optional(
    'The key of signed URLs, at least 32 characters; generated in development.',
    {
      minLength: 32,
    },
  ),
  LOCAL_STORAGE_MAX_FILE_SIZE: Count('Largest photo, in bytes.', 5 * MiB, 1, 100 * MiB),
  LOCAL_STORAGE_ALLOWED_EXTENSIONS: List('File extensions of photos.', 'jpg,jpeg,png,gif,webp,heic,heif'),
  PROGRESS_PHOTOS_MAX_COUNT: Count('Most progress photos of one person.', 2000, 1, 100_000),
  PROGRESS_PHOTOS_MAX_BYTES: Count(
    'Most that the progress photos of one person take, in bytes, smaller sizes not counted.',
    5 * GiB,
    1,
    1024 * GiB,
  ),
  SMALLER_PHOTOS_ENABLED: Type.Boolean({
    description: 'Make smaller sizes of photos, in a process of its own.',
    default: true,
  }),
  TOMBSTONE_EXPIRES_IN: Duration(
    'How long it can be learned that a record was deleted, such as 90d; at least 2d.',
    '90d',
  ),
  AUDIT_EXPIRES_IN: Duration('How long it is kept who did what to an account, such as 365d.', '365d'),
  SIGNED_URL_EXPIRES_IN: Duration('Lifetime of a signed URL, such as 1h.', '1h'),
  S3_ENDPOINT: Optional('Address of the S3-compatible service; Amazon if not set.', { pattern: webAddress }),
  S3_PUBLIC_ENDPOINT: Optional(
    'Address at which clients reach it, which signed URLs name; S3_ENDPOINT if not set.',
    { pattern: webAddress },
  ),
  S3_REGION: Type.String({ description: 'Region of the buckets.', default: 'us-east-1', minLength: 1 }),
  S3_ACCESS_KEY_ID: Optional(
    "Access key of the S3-compatible service; the SDK's own search for one if not set.",
  ),
  S3_SECRET_ACCESS_KEY: Optional('Secret of the access key.'),
  S3_BUCKET_USER_ASSETS: Optional('Bucket of what users upload.'),
  S3_BUCKET_APP_ASSETS: Optional("Bucket of the service's own files."),
  S3_FORCE_PATH_STYLE: Type.Boolean({
    description: 'Put the bucket in the path, as most S3-compatible services want.',
    default: true,
  }),

  RATE_LIMIT_AUTHENTICATED_PER_HOUR: Count('Requests of a signed-in user per hour.', 1000),
  RATE_LIMIT_PUBLIC_PER_HOUR: Count('Requests of an address without a token per hour.', 100),
  RATE_LIMIT_UPLOAD_PER_MINUTE: Count('Uploaded megabytes begun, per user and minute.', 100),
  RATE_LIMIT_UPLOAD_PER_HOUR: Count('Uploaded megabytes begun, per user and hour.', 1000),
  RATE_LIMIT_LOGIN_FAILURES: Count('Failed logins of one account from one address per window.', 10),
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: Count(
    'Failed logins of one account from everywhere per window.',
    100,
  ),
  RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: Count('Failed logins from one address per window.', 50),
  RATE_LIMIT_LOGIN_WINDOW: Duration('The window of failed logins, such as 15m.', '15m'),
})

/** The settings as they are given, of the right form or not. */
export type RawSettings = Static<typeof Settings>

/** With lengths of time in milliseconds and lists as arrays. */
export type DecodedSettings = StaticDecode<typeof Settings>

/** Only production has somebody in front of it who is to be told. */
export const defaultShutdownDelay = ({ NODE_ENV }: Pick<DecodedSettings, 'NODE_ENV'>) =>
  NODE_ENV === 'production' ? 2 * seconds : 0

export const shutdownDelay = (settings: RawSettings) =>
  settings.SHUTDOWN_DELAY === undefined
    ? defaultShutdownDelay(settings)
    : parseMilliseconds(settings.SHUTDOWN_DELAY)

/** In milliseconds; of no use where the setting is malformed, which is told elsewhere. */
export const parseMilliseconds = (duration: string): number =>
  parseDuration(duration.slice(0, 20) as StringValue)
