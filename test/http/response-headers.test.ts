import t from 'tap'
import { build, signUp } from '../helper.js'

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const counts = (headers: Record<string, unknown>) => names.filter(name => name in headers).length

t.test('disables content sniffing and, by default, caching', async t => {
  const app = await build(t)
  const { headers, email, password, refreshToken } = await signUp(app)
  const requests = [
    { method: 'POST', url: '/auth/login', payload: { email, password } },
    { method: 'POST', url: '/auth/login', payload: {} },
    { method: 'POST', url: '/auth/refresh', payload: { refreshToken } },
    { method: 'POST', url: '/auth/forgot-password', payload: { email } },
    { url: '/auth/profile', headers },
    { url: '/auth/profile' },
    { url: '/auth/nowhere' },
    { url: '/%zz' },
    { url: '/health/ready' },
    { url: '/api/storage/nowhere' },
    { method: 'POST', url: '/graphql', headers, payload: { query: '{ me { email } }' } },
  ]
  for (const request of requests) {
    const response = await app.inject(request as never)
    t.equal(response.headers['cache-control'], 'no-store', request.url)
    t.equal(response.headers['x-content-type-options'], 'nosniff', request.url)
  }
  for (const url of [
    '/schema.graphql',
    '/possible-types.json',
    '/.well-known/jwks.json',
    '/openapi.json',
    '/graphiql',
  ])
    t.equal((await app.inject(url)).headers['x-content-type-options'], 'nosniff', url)
})

t.test('omits rate limit headers from responses for shared caches', async t => {
  const app = await build(t)
  const url = `/graphql?query=${encodeURIComponent('{ exercises(first: 1) { totalCount } }')}`
  for (const shared of ['/schema.graphql', '/possible-types.json', '/.well-known/jwks.json', url]) {
    const { headers, statusCode } = await app.inject(shared)
    t.equal(statusCode, 200)
    t.match(headers['cache-control'], /public/)
    t.equal(counts(headers), 0, shared)
  }
  t.equal(counts((await app.inject('/nowhere')).headers), 3)
  t.equal(counts((await app.inject('/graphiql')).headers), 3)
})

t.test('sends no content length for a response without a body', async t => {
  const app = await build(t)
  const url = '/schema.graphql'
  const { etag, 'content-length': length } = (await app.inject({ method: 'HEAD', url })).headers
  t.ok(Number(length) > 1000)
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await app.inject({ method, url, headers: { 'if-none-match': etag } })
    t.equal(response.statusCode, 304, method)
    t.notOk('content-length' in response.headers, method)
  }
})
