import t from 'tap'
import { build } from '../helper.js'

interface Media {
  schema: {
    type?: string
    required?: string[]
    properties?: Record<string, { format?: string; enum?: string[] }>
  }
}
interface Operation {
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  security?: Record<string, string[]>[]
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}
interface Description {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object> }
}

async function describe(test: Parameters<typeof build>[0]) {
  const answer = await (await build(test)).inject('/openapi.json')
  return { answer, description: answer.json<Description>() }
}

const operations = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

t.test('the description is OpenAPI 3.1', async t => {
  const { answer, description } = await describe(t)
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-type'], 'application/json')
  t.equal(description.openapi, '3.1.0')
  t.match(description.info, { title: /Fitness/, version: /^\d+\.\d+\.\d+$/ })
  t.same(description.servers, [{ url: 'http://fitness.test' }])
  t.same(Object.keys(description.components.securitySchemes), ['bearer'])
})

t.test('every operation is described well enough to be called', async t => {
  const { description } = await describe(t)
  for (const { path, method, operation } of operations(description)) {
    const name = `${method} ${path}`
    t.ok(operation.summary && operation.tags.length === 1, `${name}: summary and tag`)
    const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter)
    const found = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
    t.same(found.map(parameter => parameter.name).sort(), wanted.sort(), `${name}: parameters of the path`)
    t.ok(found.every(parameter => parameter.required))
    t.match(wanted.join(), /^(\w+(,\w+)*)?$/, `${name}: their names`)
    for (const [status, { description: text, content }] of Object.entries(operation.responses)) {
      t.match(status, /^[2345]\d\d$/)
      t.ok(text, `${name}: ${status}`)
      t.ok(
        !content || Object.values(content).every(({ schema }) => schema.type),
        `${name}: ${status} has a schema`,
      )
    }
    const isSigned = operation.responses['401'] && path !== '/auth/login' && path !== '/auth/refresh'
    t.same(operation.security, isSigned ? [{ bearer: [] }] : undefined, `${name}: who may call it`)
  }
})

t.test('every route is there, with its answers', async t => {
  const { description } = await describe(t)
  const listed = Object.fromEntries(
    operations(description).map(({ path, method, operation }) => [
      `${method} ${path}`,
      Object.keys(operation.responses).join(' '),
    ]),
  )
  t.match(listed, {
    'post /auth/register': /^202 400 409 429/,
    'post /auth/verify-email': /^204 400 429/,
    'post /auth/resend-verification': /^202 400 429/,
    'post /auth/login': /^200 400 401 403 429/,
    'post /auth/refresh': /^200 400 401 403 429/,
    'post /auth/logout': /^204 400 429/,
    'post /auth/forgot-password': /^202 400 429/,
    'post /auth/reset-password': /^204 400 429/,
    'get /auth/profile': /^200 401 429/,
    'post /api/storage/profile-photo/upload': /^201 400 401 413 415 429/,
    'get /api/storage/signed/{bucket}/{filePath}': /^200 206 304 403 404 412 416 429/,
    'head /api/storage/signed/{bucket}/{filePath}': /^200/,
    'get /health/live': /^200/,
    'get /health/ready': /^200 503/,
    'get /.well-known/jwks.json': /^200/,
  })
})

t.test('the form of an upload and the token of a download are described', async t => {
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
