import parseDuration, { type StringValue } from 'ms'
import { Type, type Static, type StaticDecode } from 'typebox'
import { GiB, MiB, seconds } from '../lib/quantities.js'

/** A duration such as `15m`, `1h` or `7d`, decoded to milliseconds. */
const Duration = (
  description: string,
  byDefault?: StringValue,
  pattern = '^0*[1-9][0-9]{0,5} ?(ms|s|m|h|d)$',
) => {
  const options = { description, ...(byDefault === undefined ? {} : { default: byDefault }) }
  return Type.Decode(Type.String({ ...options, pattern }), text => parseDuration(text as StringValue))
}

/** A comma-separated list. */
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
    description: 'Environment: development, test or production.',
    default: 'development',
  }),
  HOST: Type.String({ description: 'Address to listen on.', default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ description: 'Port to listen on.', default: 3000, minimum: 0, maximum: 65535 }),
  PUBLIC_URL: Optional(
    'URL under which clients reach the service. Required in production, where it must begin with https://. Default: from HOST and PORT.',
    {
      pattern: webAddress,
    },
  ),
  DATA_PATH: Type.String({
    description:
      'Folder of the embedded database, the local file storage, generated keys, the outbox and uploads in progress.',
    default: '.data',
    minLength: 1,
  }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    description: 'Log level: silent, fatal, error, warn, info, debug or trace.',
    default: 'info',
  }),
  LOG_ROUND_TRIPS: Type.Boolean({
    description:
      'Whether log lines of requests contain the number and total duration of their database commands.',
    default: true,
  }),
  SLOW_OPERATION: Duration(
    'Duration above which a request or an operation is logged as a warning, such as 1s.',
    '1s',
  ),
  SLOW_QUERY: Duration('Duration above which a database command is logged, such as 500ms.', '500ms'),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      description:
        'Port that serves Prometheus metrics at /metrics. Without it, no metrics are collected. Must differ from PORT.',
      minimum: 0,
      maximum: 65535,
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Optional(
    'URL of the OpenTelemetry collector that receives traces, such as http://localhost:4318. Without it, no traces are sent.',
    { pattern: webAddress },
  ),
  SHUTDOWN_DELAY: Type.Optional(
    Duration(
      'Time after SIGTERM during which the service still processes requests but reports that it is shutting down, so that load balancers stop sending requests, such as 2s. Must be shorter than SHUTDOWN_TIMEOUT. Default: 2s in production, otherwise 0s.',
      undefined,
      '^[0-9]{1,6} ?(ms|s|m|h|d)$',
    ),
  ),
  SHUTDOWN_TIMEOUT: Duration('Maximum time from SIGTERM until the process exits, such as 10s.', '10s'),
  REQUEST_TIMEOUT: Duration(
    'Maximum time that a request waits for the database and the storage, such as 10s.',
    '10s',
  ),
  MAX_EVENT_LOOP_DELAY: Duration(
    'Mean event loop delay above which requests are refused with 503, such as 1s.',
    '1s',
  ),
  MAX_HEAP_USED: Type.Optional(
    Type.Integer({
      description:
        'Heap size in bytes above which requests are refused with 503. Default: 90 % of the heap limit.',
      minimum: 1,
    }),
  ),
  TRUST_PROXY: List(
    'Comma-separated addresses or CIDR ranges of the proxies whose X-Forwarded-For header is trusted.',
  ),
  DEMO_ACCOUNTS: Type.Optional(
    Type.Boolean({
      description:
        'Whether the demo accounts are created at start. Not allowed in production. Default: on outside production with the embedded database, if HOST and PUBLIC_URL are addresses of this machine.',
    }),
  ),

  OUTBOX_ENABLED: Type.Optional(
    Type.Boolean({
      description:
        'Whether the mails of the outbox are served at /outbox, with their codes and links, to everybody who reaches the service. With SMTP_URL, there is no outbox. Not allowed in production. Default: on outside production, if HOST and PUBLIC_URL are addresses of this machine.',
    }),
  ),

  WEB_APP_ENABLED: Type.Optional(
    Type.Boolean({
      description:
        'Whether the web app is served at /app. Requests of its pages then need no signature. Default: on, unless requests must be signed.',
    }),
  ),

  CONSOLE_ENABLED: Type.Boolean({
    description: 'Whether the console for administrators is served at /console.',
    default: true,
  }),

  MONGODB_URI: Optional(
    'Connection string of MongoDB. Without it, the embedded database is used. Required in production.',
    {
      pattern: '^mongodb(\\+srv)?://',
    },
  ),
  REDIS_URL: Optional(
    'URL of Redis, through which instances share rate limits and events; rediss:// uses TLS.',
    {
      pattern: '^rediss?://',
    },
  ),
  WORKERS: Count(
    'Number of processes that serve requests on this machine, 1 to 256. More than one requires MongoDB.',
    1,
    1,
    256,
  ),

  JWT_PRIVATE_KEY_PATH: Optional(
    'PEM file of the RSA key that signs tokens. Required in production. Generated in development.',
  ),
  JWT_PUBLIC_KEY_PATH: List(
    'Comma-separated PEM files of the public keys whose tokens are accepted. Must contain the key that belongs to the private key. Required in production.',
  ),
  JWT_ISSUER: Type.String({
    description: 'Claim iss of tokens.',
    default: 'fitness-training-service',
    minLength: 1,
  }),
  JWT_AUDIENCE: Type.String({
    description: 'Claim aud of tokens.',
    default: 'fitness-training-app',
    minLength: 1,
  }),
  JWT_ACCESS_TOKEN_EXPIRES_IN: Duration('Lifetime of access tokens, such as 15m.', '15m'),
  JWT_REFRESH_TOKEN_EXPIRES_IN: Duration('Lifetime of refresh tokens, such as 7d.', '7d'),

  SECOND_FACTOR_REQUIRED_FOR_ADMINS: Type.Boolean({
    description: 'Whether administrators need a second factor or a passkey for what only they can do.',
    default: false,
  }),
  STEP_UP_EXPIRES_IN: Duration(
    'How long a sign-in or `POST /auth/step-up` permits sensitive actions, such as 10m.',
    '10m',
  ),

  REGISTRATION_ENABLED: Type.Boolean({
    description:
      'Whether people can create accounts. If not, guests and unknown identities of OpenID Connect providers are refused, too. Existing accounts are not affected.',
    default: true,
  }),
  GUESTS_ENABLED: Type.Boolean({
    description: 'Whether people can use the service as guests, without registering.',
    default: false,
  }),
  GUEST_EXPIRES_IN: Duration(
    'How long a guest that is not used is kept, such as 90d. Then everything of it is erased.',
    '90d',
  ),

  WEBAUTHN_RP_ID: Optional(
    'Domain for which passkeys are valid, such as example.com. Passkeys stop working if it changes. Default: the host of PUBLIC_URL, or localhost for an IP address.',
    { pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$' },
  ),
  WEBAUTHN_ORIGINS: List(
    'Comma-separated origins of pages that may use passkeys, such as https://app.example.com. The apps of ANDROID_APPS always may. Default: the origin of PUBLIC_URL.',
  ),

  OIDC_PROVIDERS: List(
    'Comma-separated names of the OpenID Connect providers with which users can sign in, such as APPLE,GOOGLE. Each has settings of its own: `OIDC_<NAME>_CLIENT_ID` and others.',
  ),
  OIDC_REDIRECT_URIS: List(
    'Comma-separated URIs to which a sign-in with a provider may return, besides `/app/sign-in` below PUBLIC_URL. They must match exactly.',
  ),

  WEBHOOK_RETRY_SCHEDULE: List(
    'Comma-separated pauses before the attempts to deliver a webhook message again, each changed by up to 10 %.',
    '5s,1m,5m,30m,2h,6h,12h',
  ),
  WEBHOOK_DISABLE_AFTER: Duration(
    'How long all deliveries of a webhook must have failed before it is disabled, such as 24h.',
    '24h',
  ),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: Type.Boolean({
    description:
      'Whether webhooks may be delivered to private addresses, for development. Not allowed in production.',
    default: false,
  }),

  HMAC_ENABLED: Type.Boolean({
    description: 'Whether requests must be signed. Always on in production.',
    default: false,
  }),
  HMAC_SECRET: Optional(
    'Secret of request signatures, at least 32 bytes. Required where requests are signed. It also encrypts mails that wait to be sent.',
  ),
  HMAC_TIMESTAMP_TOLERANCE: Count(
    "Seconds by which X-Timestamp may differ from the server's clock, in both directions.",
    300,
  ),

  BCRYPT_SALT_ROUNDS: Count('Cost of password hashes, 4 to 15; at least 10 in production.', 12, 4, 15),
  ACCOUNT_DELETION_GRACE: Duration(
    'How long a user can restore an account after deleteAccount, such as 7d.',
    '7d',
  ),
  GRAPHQL_LOGIN_ENABLED: Type.Boolean({
    description: 'Whether the mutation login is available.',
    default: true,
  }),

  GRAPHQL_MAX_DEPTH: Count('Maximum nesting of fields.', 15),
  GRAPHQL_MAX_ALIASES: Count('Maximum number of aliases in an operation.', 30),
  GRAPHQL_MAX_DIRECTIVES: Count('Maximum number of directives in an operation.', 50),
  GRAPHQL_MAX_TOKENS: Count('Maximum number of tokens in a document.', 1000),
  GRAPHQL_MAX_ROOT_FIELDS: Count('Maximum number of root fields in an operation.', 20),
  GRAPHQL_MAX_COST: Count('Maximum cost of a request, with list sizes multiplied.', 1000),
  GRAPHQL_BATCH_LIMIT: Count('Maximum number of operations in a batched request.', 10),
  GRAPHQL_MAX_SUBSCRIPTIONS: Count('Maximum number of open subscriptions of a user on one instance.', 20),
  GRAPHQL_INIT_TIMEOUT: Duration(
    'How long a WebSocket may stay open without connection_init, such as 5s.',
    '5s',
  ),
  GRAPHQL_KEEP_ALIVE: Duration(
    'Interval of keep-alive messages on WebSockets and event streams, such as 12s.',
    '12s',
  ),
  GRAPHQL_ONLY_REGISTERED: Type.Boolean({
    description: 'Whether only the operations registered under schema/operations are executed.',
    default: false,
  }),
  CORS_ORIGINS: List(
    'Comma-separated web origins whose pages may send requests; * allows all. In development, every localhost origin is allowed as well.',
  ),

  SMTP_URL: Optional(
    'URL of the mail server, such as smtps://user:password@host. Without it, mails are written to the outbox. Required in production.',
    {
      pattern: '^smtps?://',
    },
  ),
  MAIL_FROM: Type.String({
    description: 'Sender of mails.',
    default: 'Fitness Training <no-reply@localhost>',
    minLength: 3,
  }),

  BRAND_NAME: Type.String({
    description: 'Name of the service in mails and on pages, at most 60 characters.',
    default: 'Fitness Training',
    minLength: 1,
    maxLength: 60,
    pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  }),
  BRAND_COLOR: Type.String({
    description: 'Color of buttons in mails, such as #0a66c2.',
    default: '#0a66c2',
    pattern: '^#[0-9a-fA-F]{6}$',
  }),
  BRAND_LOGO_URL: Optional('URL of the image at the top of mails, beginning with https://.', {
    pattern: secureAddress,
  }),
  MAIL_LINK_URL: Optional(
    'Base URL of links in mails and of share links, beginning with https://, such as https://app.example.com. Default: PUBLIC_URL.',
    { pattern: secureAddress },
  ),

  APPLE_APP_IDS: List('Comma-separated iOS apps that open the links in mails, as TEAMID.bundle.id.'),
  ANDROID_APPS: List(
    'Comma-separated Android apps that open the links in mails, as package=SHA-256 fingerprint.',
  ),

  OBJECT_STORAGE_PROVIDER: Type.Enum(['LOCAL', 'S3'], {
    description: 'Where files are stored: LOCAL (a folder) or S3.',
    default: 'LOCAL',
  }),
  LOCAL_STORAGE_BASE_PATH: Optional('Folder of the local storage. Default: DATA_PATH/storage.'),
  LOCAL_STORAGE_BASE_URL: Optional('Base URL of signed URLs of the local storage. Default: PUBLIC_URL.', {
    pattern: webAddress,
  }),
  LOCAL_STORAGE_SECRET: Optional(
    'Secret of signed URLs, at least 32 characters. Required in production with the local storage. Generated in development.',
    {
      minLength: 32,
    },
  ),
  LOCAL_STORAGE_MAX_FILE_SIZE: Count(
    'Maximum size of a photo in bytes. Applies to every storage.',
    5 * MiB,
    1,
    100 * MiB,
  ),
  LOCAL_STORAGE_ALLOWED_EXTENSIONS: List(
    'Accepted file extensions of photos. Applies to every storage.',
    'jpg,jpeg,png,gif,webp,heic,heif',
  ),
  PROGRESS_PHOTOS_MAX_COUNT: Count('Maximum number of progress photos of a user.', 2000, 1, 100_000),
  PROGRESS_PHOTOS_MAX_BYTES: Count(
    "Maximum total size of a user's progress photos in bytes, without their smaller sizes.",
    5 * GiB,
    1,
    1024 * GiB,
  ),
  SMALLER_PHOTOS_ENABLED: Type.Boolean({
    description: 'Whether smaller sizes of photos are generated, in a separate process.',
    default: true,
  }),
  TOMBSTONE_EXPIRES_IN: Duration(
    'How long the change feed reports deleted records, such as 90d; at least 2d. Cursors expire a day earlier.',
    '90d',
  ),
  AUDIT_EXPIRES_IN: Duration('How long entries of the audit log are kept, such as 365d.', '365d'),
  SIGNED_URL_EXPIRES_IN: Duration('Lifetime of signed URLs, such as 1h.', '1h'),
  S3_ENDPOINT: Optional('URL of the S3-compatible store. Default: Amazon S3.', { pattern: webAddress }),
  S3_PUBLIC_ENDPOINT: Optional(
    'URL of the store in signed URLs, if clients reach it at another address. Must begin with https:// in production. Default: S3_ENDPOINT.',
    { pattern: webAddress },
  ),
  S3_REGION: Type.String({ description: 'Region of the buckets.', default: 'us-east-1', minLength: 1 }),
  S3_ACCESS_KEY_ID: Optional(
    "Access key. Set it together with S3_SECRET_ACCESS_KEY. Default: the AWS SDK's credential providers.",
  ),
  S3_SECRET_ACCESS_KEY: Optional('Secret of the access key.'),
  S3_BUCKET_USER_ASSETS: Optional('Bucket of the files that users upload. Required with S3.'),
  S3_BUCKET_APP_ASSETS: Optional("Bucket of the service's own files. Required with S3."),
  S3_FORCE_PATH_STYLE: Type.Boolean({
    description:
      'Whether the bucket is part of the path, as most S3-compatible stores require, instead of the host name.',
    default: true,
  }),

  RATE_LIMIT_AUTHENTICATED_PER_HOUR: Count(
    'Requests of a signed-in user per hour. Also the hourly limit of file downloads per address.',
    1000,
  ),
  RATE_LIMIT_PUBLIC_PER_HOUR: Count(
    'Requests without a token, registrations and requests for codes per address and hour.',
    100,
  ),
  RATE_LIMIT_UPLOAD_PER_MINUTE: Count(
    'Upload units of a user per minute. An upload takes one unit for each started megabyte.',
    100,
  ),
  RATE_LIMIT_UPLOAD_PER_HOUR: Count('Upload units of a user per hour.', 1000),
  RATE_LIMIT_LOGIN_FAILURES: Count('Failed logins of one account from one address per window.', 10),
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: Count(
    'Failed logins of one account from all addresses per window.',
    100,
  ),
  RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: Count(
    'Failed logins from one address per window. Unknown personal access tokens have the same limit.',
    50,
  ),
  RATE_LIMIT_GUESTS_PER_HOUR: Count('New guests per address and hour.', 10),
  RATE_LIMIT_LOGIN_WINDOW: Duration('Window of the limits of failed logins, such as 15m.', '15m'),
})

/** Settings before decoding. They may be malformed. */
export type RawSettings = Static<typeof Settings>

/** Settings with durations in milliseconds and lists as arrays. */
export type DecodedSettings = StaticDecode<typeof Settings>

/** Only in production, load balancers have to notice a shutdown. */
export const defaultShutdownDelay = ({ NODE_ENV }: Pick<DecodedSettings, 'NODE_ENV'>) =>
  NODE_ENV === 'production' ? 2 * seconds : 0

export const shutdownDelay = (settings: RawSettings) =>
  settings.SHUTDOWN_DELAY === undefined
    ? defaultShutdownDelay(settings)
    : parseMilliseconds(settings.SHUTDOWN_DELAY)

/** The result is meaningless for a malformed duration, which validation reports. */
export const parseMilliseconds = (duration: string): number =>
  parseDuration(duration.slice(0, 20) as StringValue)
