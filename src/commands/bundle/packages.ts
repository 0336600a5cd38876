/**
 * What is bundled, as it is imported: hundreds of files a package, whose reading and compiling took half of a start, or
 * many megabytes of which little is used. Native packages stay as they are, and so does what workers import, who need
 * nothing else. Packages that meet each other's classes, as all do that import GraphQL, are bundled together or not at
 * all.
 */
export const bundled = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/accepts',
  '@fastify/compress',
  '@fastify/cors',
  '@fastify/formbody',
  '@fastify/jwt',
  '@fastify/multipart',
  '@fastify/otel',
  '@fastify/rate-limit',
  '@fastify/send',
  '@fastify/swagger',
  '@fastify/under-pressure',
  '@fastify/websocket',
  '@graphql-inspector/core',
  '@graphql-tools/schema',
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@streamparser/json',
  '@zxcvbn-ts/language-common',
  'close-with-grace',
  'dataloader',
  'dotenv',
  'fastify',
  'fastify-plugin',
  'file-type',
  'graphql',
  'graphql-ws',
  'ioredis',
  'ipaddr.js',
  'lru-cache',
  'mercurius',
  'mongodb',
  'ms',
  'nodemailer',
  'papaparse',
  'pino',
  'pino-pretty',
  'postal-mime',
  'prom-client',
  'rate-limiter-flexible',
  'tldts',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
  'unhomoglyph',
  'yazl',
]

/** `@aws-sdk/client-s3` of `@aws-sdk/client-s3/anything`. */
export const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/** Where in the package: `.` or `./compile`. */
export const subpathOf = (specifier: string): string => `.${specifier.slice(packageOf(specifier).length)}`
