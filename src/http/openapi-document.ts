import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

const integer = { type: 'integer' } as const

/** Response headers by the names of their components. */
export const headers = {
  RequestId: {
    description: 'Identifier of the request in the log. A UUID sent by the client is used as is.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: 'Number of requests that the tightest limit allows per window.',
    schema: integer,
  },
  RateLimitRemaining: { description: 'Number of requests left in the window.', schema: integer },
  RateLimitReset: { description: 'When the window ends, in Unix seconds.', schema: integer },
  RetryAfter: { description: 'Number of seconds after which to try again.', schema: integer },
} as const

const headerReference = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })
const commonHeaders = { 'X-Request-Id': headerReference('RequestId') }
const rateLimitHeaders = {
  'X-RateLimit-Limit': headerReference('RateLimitLimit'),
  'X-RateLimit-Remaining': headerReference('RateLimitRemaining'),
  'X-RateLimit-Reset': headerReference('RateLimitReset'),
}
const retryHeaders = { 'Retry-After': headerReference('RetryAfter') }

/**
 * Adds the response headers, the error of personal access tokens and unique operation identifiers, and extracts shared
 * schemas to the components.
 */
export function completeDocument(document: Partial<OpenApi.Document>): Partial<OpenApi.Document> {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of [path?.get, path?.head, path?.post, path?.patch, path?.delete])
      if (operation) {
        addScopeError(operation)
        addHeaders(operation)
      }
    // Fastify derives the HEAD route from GET, with the same identifier.
    if (path?.head?.operationId) path.head = { ...path.head, operationId: `${path.head.operationId}Head` }
  }
  const schemas: Record<string, object> = {}
  const paths = extractSchemas(document.paths, schemas) as OpenApi.PathsObject
  return { ...document, paths, components: { ...document.components, schemas } }
}

/** Adds INSUFFICIENT_SCOPE to the operations that accept access tokens, with the schema of their other errors. */
function addScopeError({ security = [], responses = {} }: OpenApi.OperationObject): void {
  if (!security.some(requirement => 'bearer' in requirement)) return
  const { 401: unauthenticated, 403: forbidden } = responses as Record<string, OpenApi.ResponseObject>
  const codes = [...(forbidden ? [forbidden.description] : []), 'INSUFFICIENT_SCOPE']
  responses['403'] = { ...unauthenticated, ...forbidden, description: codes.join(' or ') }
}

function addHeaders({ responses = {} }: OpenApi.OperationObject): void {
  const isCounted = '429' in responses
  for (const [status, response] of Object.entries(responses)) {
    const mayRetry = status === '429' || status === '503'
    Object.assign(response as OpenApi.ResponseObject, {
      headers: {
        ...commonHeaders,
        ...(isCounted ? rateLimitHeaders : {}),
        ...(mayRetry ? retryHeaders : {}),
      },
    })
  }
}

/** Returns a copy in which references replace all schemas with a title. The schemas are added to `schemas`. */
function extractSchemas(part: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(part)) return part.map(item => extractSchemas(item, schemas))
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, extractSchemas(value, schemas)]),
  )
  const { title } = copy
  if (typeof title !== 'string') return copy
  if (schemas[title] && !isDeepStrictEqual(schemas[title], copy))
    throw new Error(`Two schemas have the title ${title}.`)
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}
