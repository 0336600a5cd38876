import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { TokenScope } from '../lib/token-scopes.js'
import { completeDocument, headers } from './openapi-document.js'

interface Options {
  publicUrl: string
  /** True if requests must be signed. */
  signed: boolean
}

type Requirement = Readonly<Record<string, readonly string[]>>

const description = `Sign-in and files. Everything else is available in GraphQL at \`/graphql\`.

Errors have a \`code\` for programs and a \`message\` for developers. Each route lists its own codes; any route can also
respond with 413 \`PAYLOAD_TOO_LARGE\`, 415 \`UNSUPPORTED_MEDIA_TYPE\` or 500 \`INTERNAL_SERVER_ERROR\`. If request
signing is on, as in production, a request without a valid signature is refused with 401 \`INVALID_SIGNATURE\` or
\`TIMESTAMP_OUT_OF_RANGE\`, except on routes that need no signature.`

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'Access token, as returned by a login.',
} as const
const header = (name: string, description: string) =>
  ({ type: 'apiKey', in: 'header', name, description }) as const

const signature = {
  signature: header(
    'X-Signature',
    'Lower-case hex HMAC-SHA-256 of `METHOD|path with query|X-Timestamp|body|X-User-ID`.',
  ),
  timestamp: header('X-Timestamp', 'Unix time in seconds.'),
  userId: header('X-User-ID', 'User identifier: the claim `id` of the access token; empty without a token.'),
}
const signatureRequired: Requirement = Object.fromEntries(Object.keys(signature).map(name => [name, []]))

/** Describes which personal access tokens a route accepts, if it accepts access tokens. */
function describeScopes(
  { description = '', security = [] }: FastifySchema,
  scopes: readonly TokenScope[] = [],
) {
  if (!security.some(requirement => 'bearer' in requirement)) return {}
  const names = scopes.map(scope => `\`${scope}\``).join(' and ')
  const text =
    scopes.length > 0 ? `Personal access tokens need ${names}.` : 'Accepts no personal access tokens.'
  return { description: `${description} ${text}`.trim() }
}

/** Serves the OpenAPI document at `/openapi.json`. It describes the REST routes that are registered afterwards. */
export const openApi = fp<Options>(async (app, { publicUrl, signed }) => {
  /** The security requirements of a route. An empty list means none; a missing list would mean the default. */
  const requirementsOf = (security: readonly Requirement[] = [], unsigned = false): Requirement[] => {
    if (!signed || unsigned) return [...security]
    return (security.length > 0 ? security : [{}]).map(one => ({ ...one, ...signatureRequired }))
  }

  await app.register(swagger, {
    transform: ({ schema, url, route: { config } }) => ({
      schema: schema.hide
        ? schema
        : {
            ...schema,
            ...describeScopes(schema, config?.tokenScopes),
            security: requirementsOf(schema.security, config?.unsigned),
          },
      // OpenAPI needs a name for the wildcard.
      url: url.replace(/\*$/, ':filePath'),
    }),
    transformObject: document =>
      'openapiObject' in document
        ? completeDocument(document.openapiObject as Partial<OpenAPIV3_1.Document>)
        : {},
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fitness Training Service: REST',
        description,
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'auth', description: 'Accounts and tokens' },
        { name: 'storage', description: 'Profile photos and progress photos' },
        { name: 'imports', description: 'Import of workouts from other apps' },
        { name: 'exports', description: 'Export of all data of an account' },
        { name: 'training', description: 'Pictures of trained muscles' },
        { name: 'health', description: 'Health probes' },
      ],
      components: { headers, securitySchemes: { bearer, ...(signed ? signature : {}) } },
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
})
