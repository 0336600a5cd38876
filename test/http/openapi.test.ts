import { createConfig, lintFromString } from '@redocly/openapi-core'
import t from 'tap'
import { build } from '../helper.js'

interface Media {
  schema: {
    $ref?: string
    type?: string
    required?: string[]
    properties?: Record<string, { format?: string; enum?: string[] }>
  }
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  security?: Record<string, string[]>[]
  responses: Record<
    string,
    { description: string; content?: Record<string, Media>; headers?: Record<string, object> }
  >
}
interface Description {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> }
}

async function describe(test: Parameters<typeof build>[0]) {
  const response = await (await build(test)).inject('/openapi.json')
  return { response, description: response.json<Description>() }
}

const operations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

t.test('serves an OpenAPI 3.1 document', async t => {
  const { response: answer, description } = await describe(t)
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-type'], 'application/json')
  t.equal(description.openapi, '3.1.0')
  t.match(description.info, { title: /Fitness/, version: /^\d+\.\d+\.\d+$/ })
  t.same(description.servers, [{ url: 'http://fitness.test' }])
  t.same(Object.keys(description.components.securitySchemes), ['bearer'])
})

t.test('passes the recommended rules of Redocly with and without signing', async t => {
  const config = await createConfig({ extends: ['recommended'] })
  for (const HMAC_ENABLED of ['false', 'true']) {
    const app = await build(t, { settings: { HMAC_ENABLED, HMAC_SECRET: 'x'.repeat(32) } })
    const problems = await lintFromString({ source: JSON.stringify(app.swagger()), config })
    t.same(
      problems
        // Probes reject no request with 4xx.
        .filter(({ ruleId, location }) => !(ruleId === 'operation-4xx-response' && isOfProbe(location[0])))
        // Sign-in in a browser responds only with redirects.
        .filter(({ ruleId, location }) => !(ruleId === 'operation-2xx-response' && isOfRedirect(location[0])))
        .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    )
  }
})

const isOfRedirect = (location: { pointer?: string | undefined } | undefined) =>
  /^#\/paths\/~1auth~1oidc~1\{provider\}~1(start|callback)\//.test(location?.pointer ?? '')

const isOfProbe = (location: { pointer?: string | undefined } | undefined) =>
  location?.pointer?.startsWith('#/paths/~1health~1') ?? false

t.test('describes every operation completely', async t => {
  const { description } = await describe(t)
  const { schemas } = description.components
  for (const { path, method, operation } of operations(description)) {
    const name = `${method} ${path}`
    t.ok(operation.summary && operation.tags.length === 1, `${name}: summary and tag`)
    const expected = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter)
    const found = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
    t.same(found.map(parameter => parameter.name).sort(), expected.sort(), `${name}: parameters of the path`)
    t.ok(found.every(parameter => parameter.required))
    t.match(expected.join(), /^(\w+(,\w+)*)?$/, `${name}: their names`)
    for (const [status, { description: text, content, headers }] of Object.entries(operation.responses)) {
      t.match(status, /^[2345]\d\d$/)
      t.ok(text && text !== 'Default Response', `${name}: ${status}`)
      const ofJson = content?.['application/json']?.schema.$ref?.replace('#/components/schemas/', '')
      t.ok(!content?.['application/json'] || schemas[ofJson!], `${name}: ${status} has a shared schema`)
      t.ok(headers?.['X-Request-Id'], `${name}: ${status} has headers`)
      t.equal('Retry-After' in headers!, status === '429' || status === '503', `${name}: ${status}`)
      t.equal('X-RateLimit-Reset' in headers!, tag(operation) !== 'health', `${name}: ${status}`)
    }
  }
  const identifiers = operations(description).map(({ operation }) => operation.operationId)
  t.equal(new Set(identifiers).size, identifiers.length)
})

interface Schema {
  $ref?: string
  anyOf?: object[]
  description?: string
  properties?: Record<string, Schema>
}

/** Returns the paths of the properties without a description. That of an object also describes its properties. */
const undescribed = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    if ((property.description !== undefined || property.$ref) ?? property.anyOf) return []
    return property.properties ? undescribed(property).map(path => `${name}.${path}`) : [name]
  })

t.test('describes every property of the schemas', async t => {
  const { description } = await describe(t)
  const { UserProfile, ...schemas } = description.components.schemas as Record<string, Schema>
  t.match(UserProfile, { description: /GraphQL type UserProfile/ })
  for (const [name, schema] of Object.entries(schemas)) t.strictSame(undescribed(schema), [], name)
})

const tag = ({ tags }: Operation) => tags[0]

t.test('declares the security requirements of every operation', async t => {
  const securityOf = ({ paths }: Description) => ({
    profile: paths['/auth/profile']!.get!.security,
    login: paths['/auth/login']!.post!.security,
    upload: paths['/api/storage/profile-photo/upload']!.post!.security,
    file: paths['/api/storage/signed/{bucket}/{filePath}']!.get!.security,
    live: paths['/health/live']!.get!.security,
  })
  const { description } = await describe(t)
  const bearer = [{ bearer: [] }]
  t.same(securityOf(description), { profile: bearer, login: [], upload: bearer, file: [], live: [] })

  const app = await build(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: 'x'.repeat(32) } })
  const signed = app.swagger() as unknown as Description
  const signature = { signature: [], timestamp: [], userId: [] }
  const both = [{ bearer: [], ...signature }]
  t.same(securityOf(signed), { profile: both, login: [signature], upload: both, file: [], live: [] })
  t.match(signed.components.securitySchemes, {
    signature: { in: 'header', name: 'X-Signature' },
    timestamp: { in: 'header', name: 'X-Timestamp' },
    userId: { in: 'header', name: 'X-User-ID' },
  })
})

t.test('lists the error codes of every operation', async t => {
  const { description } = await describe(t)
  t.match(description.paths['/auth/register']!.post!.responses, {
    400: { description: 'VALIDATION_ERROR or WEAK_PASSWORD' },
    409: { description: 'USERNAME_TAKEN' },
    429: { description: 'TOO_MANY_REQUESTS' },
  })
  t.match(description.paths['/api/storage/profile-photo/upload']!.post!.responses, {
    400: { description: 'BAD_REQUEST or EMPTY_FILE' },
    401: { description: 'UNAUTHENTICATED or TOKEN_EXPIRED' },
  })
})

t.test('names the scopes that personal access tokens need', async t => {
  const { description } = await describe(t)
  const { paths } = description
  const textOf = (operation: object) => (operation as { description?: string }).description
  t.match(textOf(paths['/auth/profile']!.get!), /Personal access tokens need `profile:read`\./)
  t.match(textOf(paths['/auth/step-up']!.post!), /Accepts no personal access tokens\./)
  t.notMatch(textOf(paths['/auth/login']!.post!), /ersonal access token/)
  for (const { path, method, operation } of operations(description)) {
    const acceptsTokens = (operation.security ?? []).some(requirement => 'bearer' in requirement)
    const text = operation.responses['403']?.description ?? ''
    t.equal(text.includes('INSUFFICIENT_SCOPE'), acceptsTokens, `${method} ${path}: ${text}`)
  }
})

t.test('contains every route with its responses', async t => {
  const { description } = await describe(t)
  const listed = Object.fromEntries(
    operations(description).map(({ path, method, operation }) => [
      `${method} ${path}`,
      Object.keys(operation.responses).join(' '),
    ]),
  )
  t.match(listed, {
    'post /auth/register': /^202 400 401 403 409 429/,
    'post /auth/verify-email': /^204 400 409 429/,
    'post /auth/resend-verification': /^202 400 429/,
    'post /auth/login': /^200 400 401 403 429/,
    'post /auth/code': /^202 400 401 429/,
    'post /auth/guest': /^200 201 400 401 403 429/,
    'post /auth/second-factor': /^200 400 401 403 429/,
    'post /auth/step-up': /^204 400 401 403 429/,
    'post /auth/code/verify': /^200 400 401 403 409 429/,
    'post /auth/refresh': /^200 400 401 403 429/,
    'post /auth/logout': /^204 400 429/,
    'post /auth/forgot-password': /^202 400 429/,
    'post /auth/reset-password': /^204 400 429/,
    'get /auth/profile': /^200 401 403 429/,
    'get /auth/oidc/{provider}/start': /^302 400 404 429 503/,
    'get /auth/oidc/{provider}/callback': /^303 400 404 429 503/,
    'post /auth/oidc/{provider}/callback': /^303 400 404 429 503/,
    'post /api/storage/profile-photo/upload': /^201 400 401 403 413 415 429 503/,
    'post /api/storage/progress-photo/upload': /^201 400 401 403 409 413 415 429 503/,
    'get /api/storage/signed/{bucket}/{filePath}': /^200 206 304 403 404 412 416 429/,
    'head /api/storage/signed/{bucket}/{filePath}': /^200/,
    'get /health/live': /^200/,
    'get /health/accepting': /^200 503/,
    'get /health/ready': /^200 503/,
    'get /.well-known/jwks.json': /^200/,
  })
})

t.test('describes upload forms and download tokens', async t => {
  const { description } = await describe(t)
  const upload = description.paths['/api/storage/profile-photo/upload']!.post!
  t.same(Object.keys(upload.requestBody!.content), ['multipart/form-data'])
  t.match(upload.requestBody!.content['multipart/form-data'], {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: String },
        assetContext: { enum: ['PROFILE_PICTURE'], default: 'PROFILE_PICTURE' },
      },
    },
  })
  const progress = description.paths['/api/storage/progress-photo/upload']!.post!
  t.match(progress.requestBody!.content['multipart/form-data'], {
    schema: {
      required: ['file'],
      properties: {
        assetContext: { enum: ['PROGRESS_PHOTO'] },
        pose: { enum: ['FRONT', 'SIDE', 'BACK'] },
        takenAt: { format: 'date-time' },
        notes: { type: 'string' },
        id: { type: 'string' },
      },
    },
  })
  t.match(progress.responses['403'], {
    description: 'DELETION_PENDING or CONSENT_REQUIRED or INSUFFICIENT_SCOPE',
  })
  const download = description.paths['/api/storage/signed/{bucket}/{filePath}']!.get!
  t.match(
    download.parameters!.find(({ name }) => name === 'token'),
    { in: 'query', required: true, schema: { type: 'string' } },
  )
  t.match(
    download.parameters!.find(({ name }) => name === 'bucket'),
    { in: 'path', schema: { enum: ['user-assets', 'app-assets'] } },
  )
  t.ok(download.responses['200']!.content!['image/*'])
})
