import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import { build, signUp } from '../helper.js'

const json = 'application/json; charset=utf-8'

t.test('sends 404 for unknown addresses in the shape of the endpoint', async t => {
  const app = await build(t)
  for (const url of ['/nowhere', '/auth', '/auth/nowhere', '/health', '/graphql/x', '/api', '/api/x', '//']) {
    const response = await app.inject(url)
    t.equal(response.statusCode, 404, url)
    t.equal(response.headers['content-type'], json)
    const message = `There is no GET ${url}.`
    t.strictSame(response.json(), { statusCode: 404, code: 'NOT_FOUND', error: 'Not Found', message })
  }
  for (const url of ['/api/storage/', '/api/storage/nowhere', '/api/storage/signed/x?token=y']) {
    const response = await app.inject(url)
    t.equal(response.statusCode, 404, url)
    const message = `There is no GET ${url.split('?')[0]}.`
    t.strictSame(response.json(), { success: false, error: { code: 'NOT_FOUND', message } })
  }
})

t.test('sends browsers a page for unknown addresses', async t => {
  const app = await build(t)
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
  for (const url of ['/nowhere', '/auth/nowhere', '/api/storage/nowhere', '/<script>'])
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url, headers: { accept } })
      t.equal(response.statusCode, 404, url)
      t.match(response.headers, { 'content-type': 'text/html; charset=utf-8', vary: /accept/i })
      if (method === 'GET') t.match(response.body, '<h1>Page not found</h1>')
      t.notMatch(response.body, '<script>')
    }
  for (const other of ['*/*', 'application/json', 'application/json, text/plain, */*', ''])
    t.equal((await app.inject({ url: '/nowhere', headers: { accept: other } })).headers['content-type'], json)
  const posted = await app.inject({ method: 'POST', url: '/nowhere', headers: { accept } })
  t.equal(posted.headers['content-type'], json)
})

t.test('echoes neither secrets nor long URLs in errors', async t => {
  const app = await build(t)
  const response = await app.inject(`/${'x'.repeat(5000)}?token=secret`)
  t.equal(response.statusCode, 404)
  t.notMatch(response.body, 'secret')
  t.ok(response.body.length < 400)
})

t.test('sends 404 for other methods of a known address', async t => {
  const app = await build(t)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'] as const) {
    const response = await app.inject({ method, url: '/auth/login' })
    t.equal(response.statusCode, 404, method)
    t.match(response.json(), { code: 'NOT_FOUND', message: `There is no ${method} /auth/login.` })
  }
})

t.test('responds to HEAD as to GET, without a body', async t => {
  const app = await build(t)
  const { headers } = await signUp(app)
  for (const [url, status] of [
    ['/auth/profile', 200],
    ['/openapi.json', 200],
    ['/nowhere', 404],
    ['/api/storage/nowhere', 404],
  ] as const) {
    const [head, get] = [
      await app.inject({ method: 'HEAD', url, headers }),
      await app.inject({ url, headers }),
    ]
    t.equal(head.statusCode, status, url)
    t.equal(head.headers['content-type'], get.headers['content-type'])
    if (status === 200) t.equal(head.headers['content-length'], get.headers['content-length'])
  }
  t.equal((await app.inject({ method: 'HEAD', url: '/auth/profile' })).statusCode, 401)
})

t.test('rejects a malformed URL as a bad request', async t => {
  const app = await build(t)
  for (const url of ['/%zz', '/%', '/auth/%e0%a4%a', '/%ff', '/graphql%']) {
    const response = await app.inject(url)
    t.match(response.json(), { statusCode: 400, code: 'VALIDATION_ERROR', message: String }, url)
    t.match(response.headers['x-request-id'], /^[0-9a-f-]{36}$/, url)
  }
  for (const url of ['/api/storage/%zz', '/api/storage/signed/user-assets/%zz?token=x'])
    t.match((await app.inject(url)).json(), { success: false, error: { code: 'BAD_REQUEST' } }, url)
  t.equal((await app.inject('/nowhere?a=%zz')).statusCode, 404, 'omits the query string')
})

t.test('rejects a path segment that is too long', async t => {
  const app = await build(t)
  const bucket = 'x'.repeat(200)
  const response = await app.inject(`/api/storage/signed/${bucket}/a.jpg?token=x`)
  t.equal(response.statusCode, 414)
  t.match(response.json(), { success: false, error: { code: 'URI_TOO_LONG', message: String } })
  const path = await app.inject(`/api/storage/signed/user-assets/${'x'.repeat(2000)}?token=x`)
  t.match(path.json(), { success: false, error: { code: 'FORBIDDEN' } })
})

t.test('rejects malformed bodies in the shape of the endpoint', async t => {
  const app = await build(t)
  const login = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/auth/login', payload, headers: { 'content-type': type } })
  t.match((await login('{')).json(), { statusCode: 400, code: 'VALIDATION_ERROR' })
  t.match((await login('')).json(), { statusCode: 400, code: 'VALIDATION_ERROR' })
  t.match((await login('{"__proto__":{}}')).json(), { statusCode: 400, code: 'VALIDATION_ERROR' })
  t.match((await login('<a/>', 'text/xml')).json(), {
    statusCode: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: /Content-Type: application\/json/,
  })
  t.match((await login(' '.repeat(300 * 1024))).json(), { statusCode: 413, code: 'PAYLOAD_TOO_LARGE' })
})

/** Sends raw bytes. @returns the response, when the service closes the connection */
async function raw(t: Test, app: App, request: string): Promise<{ head: string; body: string }> {
  await app.listen({ port: 0 })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}

t.test('rejects headers that are too long', async t => {
  const { head, body } = await raw(
    t,
    await build(t),
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  )
  t.match(head, /^HTTP\/1\.1 431 /)
  t.strictSame(JSON.parse(body), {
    statusCode: 431,
    code: 'HEADERS_TOO_LARGE',
    error: 'Request Header Fields Too Large',
    message: 'The URL and the headers are too long.',
  })
})

t.test('rejects headers that are too long on a used connection', async t => {
  const health = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
  const app = await build(t)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(health)
  const [first] = (await once(socket, 'data')) as [Buffer]
  t.match(first.toString(), /^HTTP\/1\.1 200 /)
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  t.match(head, /^HTTP\/1\.1 431 /)
  t.match(JSON.parse(body), { statusCode: 431, code: 'HEADERS_TOO_LARGE' })
})

t.test('rejects bytes that are not HTTP', async t => {
  for (const bytes of ['hello\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', '\x16\x03\x01\x02\r\n\r\n']) {
    const { head, body } = await raw(t, await build(t), bytes)
    t.match(head, /^HTTP\/1\.1 400 Bad Request/)
    t.match(head, /^X-Request-Id: [0-9a-f-]{36}$/m)
    t.match(JSON.parse(body), { statusCode: 400, code: 'VALIDATION_ERROR', error: 'Bad Request' })
  }
})

t.test('rejects requests without Host with the headers of every response', async t => {
  for (const [path, expected] of [
    ['/auth/profile', { statusCode: 400, code: 'VALIDATION_ERROR', field: 'request' }],
    ['/api/storage/signed/user-assets/a', { error: { code: 'BAD_REQUEST', field: 'request' } }],
    ['/graphql', { errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'request' } }] }],
  ] as const) {
    const app = await build(t)
    const { head, body } = await raw(t, app, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    t.match(head, /^HTTP\/1\.1 400 Bad Request/, path)
    t.match(head, /^x-request-id: [0-9a-f-]{36}$/m)
    t.match(head, /^x-content-type-options: nosniff$/m)
    t.match(head, /^x-ratelimit-remaining: \d+$/m)
    t.match(JSON.parse(body), expected, path)
  }
  const old = await raw(t, await build(t), 'GET /health/live HTTP/1.0\r\n\r\n')
  t.match(old.head, /^HTTP\/1\.1 200 /, 'HTTP/1.0 has no Host')
})

t.test('ignores unknown expectations', async t => {
  const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n'
  const { head, body } = await raw(t, await build(t), request)
  t.match(head, /^HTTP\/1\.1 200 /)
  t.match(head, /^x-request-id: /m)
  t.match(JSON.parse(body), { status: 'ok' })
})

t.test('accepts only UUIDs as request ids of clients, in lower case', async t => {
  const app = await build(t)
  const idFor = async (given: string | string[], url = '/health/live') =>
    (await app.inject({ url, headers: { 'x-request-id': given } })).headers['x-request-id']
  const uuid = '0F8FAD5B-D9CB-469F-A165-70867728950E'
  for (const url of ['/health/live', '/nowhere', '/%zz'])
    t.equal(await idFor(uuid, url), uuid.toLowerCase(), url)
  for (const other of [
    '',
    '1',
    `${uuid}0`,
    ` x${uuid}`,
    uuid.replaceAll('-', ''),
    uuid.replace('F', 'G'),
    [uuid, uuid],
  ])
    t.match(await idFor(other), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  for (const other of ['1', `${uuid}0`, [uuid, uuid]]) t.notMatch(await idFor(other), uuid.toLowerCase())
})
