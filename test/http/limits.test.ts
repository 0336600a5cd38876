import t, { type Test } from 'tap'
import { build, signUp } from '../helper.js'
import { pathOf, photoApp, photoPart, post, upload, uploadUrl } from '../features/photos/photo-app.js'

type Headers = Record<string, unknown>

const told = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers[`x-ratelimit-${name}`]))

/** Asserts that the headers tell this count, and a window that ends within the hour. */
function tells(t: Test, headers: Headers, limit: number, remaining: number, what = '') {
  const [toldLimit, toldRemaining, reset = 0] = told(headers)
  t.same([toldLimit, toldRemaining], [limit, remaining], what)
  const left = reset - Date.now() / 1000
  t.ok(Number.isInteger(reset) && left > 0 && left <= 3601, `${what}: Unix seconds`)
}

function isRetryAfter(t: Test, headers: Headers, longest = 3600) {
  const wait = Number(headers['retry-after'])
  t.ok(Number.isInteger(wait) && wait >= 1 && wait <= longest, 'Retry-After in seconds')
}

t.test('every kind of answer tells the limit', async t => {
  const { app, person } = await photoApp(t)
  const { uploadUrl: signedUrl } = await upload(app, person)
  const stranger = { headers: {} } as typeof person
  const graphQL = (query: string) =>
    app.inject({ method: 'POST', url: '/graphql', headers: person.headers, payload: { query } })
  const answers: [status: number, answer: Promise<{ statusCode: number; headers: Headers }>][] = [
    [200, app.inject({ url: '/auth/profile', headers: person.headers })],
    [200, app.inject({ method: 'HEAD', url: '/auth/profile', headers: person.headers })],
    [200, app.inject('/openapi.json')],
    [200, app.inject('/.well-known/jwks.json')],
    [200, graphQL('{ me { id } }')],
    [200, graphQL('{ me { nothing } }')],
    [405, app.inject('/graphql?query=mutation{login(email:"a",password:"b"){token}}')],
    [400, app.inject({ method: 'POST', url: '/auth/login', payload: {} })],
    [400, app.inject('/%zz')],
    [400, app.inject('/auth/verify-email?token=x')],
    [400, post(app, person, [])],
    [401, app.inject('/auth/profile')],
    [401, post(app, stranger, [photoPart()])],
    [404, app.inject('/nowhere')],
    [404, app.inject({ method: 'OPTIONS', url: '/auth/login' })],
    [404, app.inject('/api/storage/nowhere')],
    [413, app.inject({ method: 'POST', url: '/auth/login', payload: { email: 'x'.repeat(300 * 1024) } })],
    [413, post(app, person, [photoPart({ content: Buffer.alloc(5 * 1024 * 1024 + 1, 7) })])],
    [
      415,
      app.inject({ method: 'POST', url: '/auth/login', payload: 'x', headers: { 'content-type': 'x/y' } }),
    ],
    [200, app.inject(pathOf(signedUrl))],
    [206, app.inject({ url: pathOf(signedUrl), headers: { range: 'bytes=0-1' } })],
    [403, app.inject(`${pathOf(signedUrl)}x`)],
  ]
  for (const [status, promise] of answers) {
    const { statusCode, headers } = await promise
    t.equal(statusCode, status)
    const [limit = 0, remaining = 0, reset = 0] = told(headers)
    t.ok(limit > 0 && remaining > 0 && remaining < limit && reset > Date.now() / 1000, `told with ${status}`)
  }
})

t.test('who is signed in has a count of their own, wherever they are', async t => {
  const app = await build(t)
  const [one, other] = [await signUp(app), await signUp(app)]
  const profile = async (person: typeof one, remoteAddress: string) =>
    (await app.inject({ url: '/auth/profile', headers: person.headers, remoteAddress })).headers
  tells(t, await profile(one, '192.0.2.1'), 1000, 999)
  tells(t, await profile(one, '192.0.2.2'), 1000, 998)
  tells(t, await profile(other, '192.0.2.1'), 1000, 999)
})

t.test('who is not is counted by address, and a bad token does not help', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const from = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/auth/profile', remoteAddress, headers })).headers
  tells(t, await from('192.0.2.1'), 100, 99)
  tells(t, await from('192.0.2.1', { authorization: 'Bearer x' }), 100, 98)
  tells(t, await from('192.0.2.1', { authorization: `Bearer ${person.token}x` }), 100, 97)
  tells(t, await from('192.0.2.1', { authorization: `Bearer ${person.refreshToken}` }), 100, 96)
  tells(t, await from('::ffff:192.0.2.1'), 100, 95, 'the same address in the other notation')
  tells(t, await from('192.0.2.2'), 100, 99)
})

t.test('the addresses of one IPv6 network share a count', async t => {
  const app = await build(t)
  const from = async (remoteAddress: string) => (await app.inject({ url: '/nowhere', remoteAddress })).headers
  tells(t, await from('2001:db8:1:2::1'), 100, 99)
  tells(t, await from('2001:db8:1:2:ffff::9'), 100, 98)
  tells(t, await from('2001:db8:1:3::1'), 100, 99)
})

t.test('X-Forwarded-For is believed from the proxies that are named, and from nobody else', async t => {
  const app = await build(t, { settings: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' } })
  const from = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/nowhere', remoteAddress, headers })).headers
  }
  tells(t, await from('10.1.2.3', '203.0.113.1'), 100, 99)
  tells(t, await from('192.0.2.7', '203.0.113.1'), 100, 98, 'through another proxy')
  tells(t, await from('10.1.2.3', '203.0.113.2'), 100, 99)
  tells(
    t,
    await from('10.1.2.3', '203.0.113.9, 203.0.113.2'),
    100,
    98,
    'what the client adds is not believed',
  )
  tells(t, await from('10.1.2.3', '203.0.113.2, 10.9.9.9'), 100, 97, 'a chain of proxies')
  tells(t, await from('198.51.100.1', '203.0.113.3'), 100, 99)
  tells(t, await from('198.51.100.1', '203.0.113.4'), 100, 98, 'a stranger is no proxy')

  const alone = await build(t)
  const spoof = (forwarded: string) =>
    alone.inject({ url: '/nowhere', headers: { 'x-forwarded-for': forwarded }, remoteAddress: '10.1.2.3' })
  tells(t, (await spoof('203.0.113.1')).headers, 100, 99)
  tells(t, (await spoof('203.0.113.2')).headers, 100, 98, 'without the setting nobody is')
})

t.test('past the limit each endpoint says so in its own shape', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '2' } })
  const rest = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: 'Too Many Requests', message: String }
  const storage = { success: false, error: { code: 'RATE_LIMITED', message: String } }
  const graphQL = { errors: [{ message: String, extensions: { code: 'RATE_LIMITED' } }] }
  const requests = [
    [{ method: 'GET', url: '/auth/profile' }, rest],
    [{ method: 'POST', url: '/auth/login', payload: {} }, rest],
    [{ method: 'GET', url: '/nowhere' }, rest],
    [{ method: 'GET', url: '/%zz' }, rest],
    [{ method: 'GET', url: '/openapi.json' }, rest],
    [{ method: 'POST', url: uploadUrl }, storage],
    [{ method: 'GET', url: '/api/storage/nowhere' }, storage],
    [{ method: 'GET', url: '/api/storage/%zz' }, storage],
    [{ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } }, graphQL],
    [{ method: 'GET', url: '/graphql?query={__typename}' }, graphQL],
  ] as const
  tells(t, (await app.inject('/nowhere')).headers, 2, 1)
  tells(t, (await app.inject('/nowhere')).headers, 2, 0)
  for (const [request, shape] of requests) {
    const answer = await app.inject(request as never)
    t.equal(answer.statusCode, 429, request.url)
    t.match(answer.json(), shape, request.url)
    tells(t, answer.headers, 2, 0, request.url)
    isRetryAfter(t, answer.headers)
  }
  const page = await app.inject('/auth/verify-email?token=x')
  t.equal(page.statusCode, 429)
  t.match(page.headers['content-type'], 'text/html')
  t.equal(
    (await app.inject({ url: '/nowhere', remoteAddress: '192.0.2.9' })).statusCode,
    404,
    'only that address',
  )
})

t.test('a user past the limit is stopped, others and the public are not', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1' } })
  const [one, other] = [await signUp(app), await signUp(app)]
  const ask = async ({ headers }: typeof one) =>
    (await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query: '{ me { id } }' } }))
      .statusCode
  t.equal(await ask(one), 200)
  t.equal(await ask(one), 429)
  t.equal(await ask(other), 200)
  t.equal((await app.inject('/openapi.json')).statusCode, 200)
})

t.test('probes are not counted', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '1' } })
  for (let count = 0; count < 3; count++)
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await app.inject(url)
      t.equal(answer.statusCode, 200)
      t.notOk('x-ratelimit-limit' in answer.headers)
    }
  t.equal((await app.inject('/openapi.json')).statusCode, 200)
})
