/**
 * What is bundled, as it is imported. These packages consist of hundreds of files, whose reading alone takes a third of
 * a start, or of many megabytes of which little is used. Those that tracing hooks into by their files stay whole, and
 * so does what exists once: GraphQL, the driver, Fastify.
 */
export const bundled = [
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
  '@graphql-tools/schema',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@streamparser/json',
  'file-type',
  'nodemailer',
  'postal-mime',
  '@fastify/otel',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
]

/** `@aws-sdk/client-s3` of `@aws-sdk/client-s3/anything`. */
export const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/** Where in the package: `.` or `./compile`. */
export const subpathOf = (specifier: string): string => `.${specifier.slice(packageOf(specifier).length)}`
