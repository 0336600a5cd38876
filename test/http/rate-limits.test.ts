import { randomInt } from 'node:crypto'
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import { handleErrors, handleNotFound, restShape } from '../../src/http/errors.js'
import { rateLimits } from '../../src/http/rate-limits.js'
import { hours } from '../../src/lib/quantities.js'
import { openCounters } from '../../src/platform/counters/open-counters.js'
import {
  DatabaseUnavailableError,
  type Collection,
  type Entity,
  type Index,
} from '../../src/platform/database/database.js'
import { build, signUp, type TestUser } from '../helper.js'
import { pathOf, photoApp, photoPart, post, upload, uploadUrl } from '../features/media/photos/photo-app.js'
import { line } from '../platform/counters/line.js'
import { redisAt } from '../redis.js'

type Headers = Record<string, unknown>
type Injectable = Pick<FastifyInstance, 'inject'>

const countsOf = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers[`x-ratelimit-${name}`]))

/** Asserts that the headers have this count, and that the hour has just begun. */
function hasCounts(t: Test, headers: Headers, limit: number, remaining: number, what = '') {
  const [foundLimit, foundRemaining, reset = 0] = countsOf(headers)
  t.same([foundLimit, foundRemaining], [limit, remaining], what)
  const left = reset - Date.now() / 1000
  t.ok(Number.isInteger(reset) && left > 3500 && left <= 3601, `${what}: Unix seconds`)
}

function assertRetryAfter(t: Test, headers: Headers, longest = 3600) {
  const wait = Number(headers['retry-after'])
  t.ok(Number.isInteger(wait) && wait >= 1 && wait <= longest, '`Retry-After` is a whole number of seconds')
}

t.test('sends the rate limit headers with every kind of response', async t => {
  const { app, person } = await photoApp(t)
  const { uploadUrl: signedUrl } = await upload(app, person)
  const stranger = { headers: {} } as typeof person
  const graphQL = (query: string) =>
    app.inject({ method: 'POST', url: '/graphql', headers: person.headers, payload: { query } })
  const responses: [status: number, answer: Promise<{ statusCode: number; headers: Headers }>][] = [
    [200, app.inject({ url: '/auth/profile', headers: person.headers })],
    [200, app.inject({ method: 'HEAD', url: '/auth/profile', headers: person.headers })],
    [200, app.inject('/openapi.json')],
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
  for (const [status, promise] of responses) {
    const { statusCode, headers } = await promise
    t.equal(statusCode, status)
    const [limit = 0, remaining = 0, reset = 0] = countsOf(headers)
    t.ok(limit > 0 && remaining > 0 && remaining < limit && reset > Date.now() / 1000, `sent with ${status}`)
  }
})

t.test('counts signed-in users separately, independent of their address', async t => {
  const app = await build(t)
  const [one, other] = [await signUp(app), await signUp(app)]
  const profile = async (account: typeof one, remoteAddress: string) =>
    (await app.inject({ url: '/auth/profile', headers: account.headers, remoteAddress })).headers
  hasCounts(t, await profile(one, '192.0.2.1'), 1000, 999)
  hasCounts(t, await profile(one, '192.0.2.2'), 1000, 998)
  hasCounts(t, await profile(other, '192.0.2.1'), 1000, 999)
})

t.test('counts requests without a valid token by address', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const from = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/auth/profile', remoteAddress, headers })).headers
  hasCounts(t, await from('192.0.2.1'), 100, 99)
  hasCounts(t, await from('192.0.2.1', { authorization: 'Bearer x' }), 100, 98)
  hasCounts(t, await from('192.0.2.1', { authorization: `Bearer ${account.token}x` }), 100, 97)
  hasCounts(t, await from('192.0.2.1', { authorization: `Bearer ${account.refreshToken}` }), 100, 96)
  hasCounts(t, await from('::ffff:192.0.2.1'), 100, 95, 'the same address in the other notation')
  hasCounts(t, await from('192.0.2.2'), 100, 99)
})

t.test('counts unknown addresses and rejected requests', async t => {
  const app = await build(t)
  const requests = [
    { url: '/nowhere' },
    { url: '/%zz' },
    { url: '/api/storage/nowhere' },
    { url: '/api/storage/%zz' },
    { method: 'PUT', url: '/graphql' },
    { url: '/auth/profile' },
    { method: 'POST', url: '/graphql', headers: { authorization: 'Bearer x' }, payload: {} },
    { method: 'POST', url: '/auth/login', payload: 'no JSON', headers: { 'content-type': 'x/y' } },
  ] as const
  let left = 100
  for (const request of requests) {
    const { statusCode, headers } = await app.inject(request as never)
    t.ok(statusCode >= 400 && statusCode < 500, request.url)
    hasCounts(t, headers, 100, --left, request.url)
  }
  const { headers } = await signUp(app)
  left-- // The login was counted, too.
  hasCounts(t, (await app.inject({ url: '/nowhere', headers })).headers, 1000, 999, 'on the user')
  hasCounts(
    t,
    (await app.inject({ url: '/%zz', headers })).headers,
    100,
    --left,
    'no hook has seen the token',
  )
})

t.test('allows exactly the limit among concurrent requests', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '10' } })
  const responses = await Promise.all(Array.from({ length: 25 }, () => app.inject('/nowhere')))
  const left = responses
    .filter(({ statusCode }) => statusCode === 404)
    .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  t.same(
    left.sort((a, b) => b - a),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  )
})

t.test('starts the hour with the first request and resets the count afterwards', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '1' } })
  const begin = performance.now()
  const after = async (minutes: number) => {
    t.intercept(performance, 'now', { value: () => begin + minutes * 60_000 })
    return (await app.inject('/nowhere')).statusCode
  }
  t.equal(await after(0), 404)
  t.equal(await after(59), 429)
  t.equal(await after(60), 404)
  t.equal(await after(61), 429)
})

t.test('counts downloads by signed URL separately per address', async t => {
  const { app, person } = await photoApp(t)
  const url = pathOf((await upload(app, person)).uploadUrl)
  const before = (await app.inject({ url: '/auth/profile', headers: person.headers })).headers
  const remoteAddress = '192.0.2.1'
  hasCounts(t, (await app.inject({ url, remoteAddress })).headers, 1000, 999)
  hasCounts(t, (await app.inject({ url, remoteAddress, headers: person.headers })).headers, 1000, 998)
  hasCounts(t, (await app.inject({ method: 'POST', url, remoteAddress })).headers, 1000, 997, 'refused')
  hasCounts(t, (await app.inject({ url, remoteAddress: '192.0.2.2' })).headers, 1000, 999)
  hasCounts(t, (await app.inject({ url: '/nowhere', remoteAddress })).headers, 100, 99)
  const left = Number(before['x-ratelimit-remaining'])
  hasCounts(t, (await app.inject({ url: '/auth/profile', headers: person.headers })).headers, 1000, left - 1)
})

t.test('counts each operation of a batch and reports the lowest remaining count', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const batch = async (length: number, headers = {}) => {
    const payload = Array(length).fill({ query: '{ __typename }' })
    return (await app.inject({ method: 'POST', url: '/graphql', headers, payload })).headers
  }
  hasCounts(t, await batch(3, account.headers), 1000, 997)
  hasCounts(t, await batch(1, account.headers), 1000, 996)
  hasCounts(t, await batch(4), 100, 95, 'after the login')
})

t.test('counts the addresses of one IPv6 network together', async t => {
  const app = await build(t)
  const from = async (remoteAddress: string) => (await app.inject({ url: '/nowhere', remoteAddress })).headers
  hasCounts(t, await from('2001:db8:1:2::1'), 100, 99)
  hasCounts(t, await from('2001:db8:1:2:ffff::9'), 100, 98)
  hasCounts(t, await from('2001:db8:1:3::1'), 100, 99)
})

t.test('trusts X-Forwarded-For only from configured proxies', async t => {
  const app = await build(t, { settings: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' } })
  const from = async (remoteAddress: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/nowhere', remoteAddress, headers })).headers
  }
  hasCounts(t, await from('10.1.2.3', '203.0.113.1'), 100, 99)
  hasCounts(t, await from('192.0.2.7', '203.0.113.1'), 100, 98, 'through another proxy')
  hasCounts(t, await from('10.1.2.3', '203.0.113.2'), 100, 99)
  hasCounts(
    t,
    await from('10.1.2.3', '203.0.113.9, 203.0.113.2'),
    100,
    98,
    'what the client adds is not believed',
  )
  hasCounts(t, await from('10.1.2.3', '203.0.113.2, 10.9.9.9'), 100, 97, 'a chain of proxies')
  hasCounts(t, await from('10.1.2.3', '203.0.113.2:1234'), 100, 96, 'a proxy that adds the port')
  hasCounts(t, await from('10.1.2.3', '203.0.113.2:5678'), 100, 95, 'another connection')
  hasCounts(t, await from('10.1.2.3', '[2001:db8:1:2::1]:1234'), 100, 99, 'IPv6')
  hasCounts(t, await from('10.1.2.3', '[2001:db8:1:2::2]:5678'), 100, 98, 'another connection by IPv6')
  hasCounts(t, await from('198.51.100.1', '203.0.113.3'), 100, 99)
  hasCounts(t, await from('198.51.100.1', '203.0.113.4'), 100, 98, 'a stranger is no proxy')

  const alone = await build(t)
  const spoof = (forwarded: string) =>
    alone.inject({ url: '/nowhere', headers: { 'x-forwarded-for': forwarded }, remoteAddress: '10.1.2.3' })
  hasCounts(t, (await spoof('203.0.113.1')).headers, 100, 99)
  hasCounts(t, (await spoof('203.0.113.2')).headers, 100, 98, 'ignores the header without the setting')
})

t.test('rejects requests above the limit in the shape of each endpoint', async t => {
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
  hasCounts(t, (await app.inject('/nowhere')).headers, 2, 1)
  hasCounts(t, (await app.inject('/nowhere')).headers, 2, 0)
  for (const [request, shape] of requests) {
    const response = await app.inject(request as never)
    t.equal(response.statusCode, 429, request.url)
    t.match(response.json(), shape, request.url)
    hasCounts(t, response.headers, 2, 0, request.url)
    assertRetryAfter(t, response.headers)
  }
  const page = await app.inject('/auth/verify-email?token=x')
  t.equal(page.statusCode, 429)
  t.match(page.headers['content-type'], 'text/html')
  t.equal(
    (await app.inject({ url: '/nowhere', remoteAddress: '192.0.2.9' })).statusCode,
    404,
    'other addresses are not limited',
  )
})

t.test('limits one user without affecting others', async t => {
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

t.test('does not count probes', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '1' } })
  for (let count = 0; count < 3; count++)
    for (const url of ['/health/live', '/health/accepting', '/health/ready']) {
      const response = await app.inject(url)
      t.equal(response.statusCode, 200)
      t.notOk('x-ratelimit-limit' in response.headers)
    }
  t.equal((await app.inject('/openapi.json')).statusCode, 200)
})

t.test('keeps the counts of others under requests from 65,536 networks', async t => {
  const counters = openCounters()
  t.teardown(counters.close)
  const counter = counters.counter({ name: 'test', limit: 10, window: 1 * hours })
  const others = async (from: number, to: number) => {
    for (let key = from; key < to; key++) await counter.consume(`other ${key}`)
  }
  for (const key of ['one', 'another']) t.match(await counter.consume(key), { remaining: 9 })
  await others(0, 65_536)
  t.match(await counter.consume('one'), { remaining: 8 })
  await others(65_536, 100_000)
  t.match(await counter.consume('another'), { remaining: 9 }, 'the oldest count was removed')
  t.match(await counter.consume('one'), { remaining: 7 }, 'a count that was used in the meantime remains')
})

const closedPort = 'redis://127.0.0.1:1'

t.test('counts locally while Redis is unavailable', async t => {
  const app = await build(t, { settings: { REDIS_URL: closedPort, RATE_LIMIT_PUBLIC_PER_HOUR: '3' } })
  const { headers } = await signUp(app)
  const profile = await app.inject({ url: '/auth/profile', headers })
  t.equal(profile.statusCode, 200)
  hasCounts(t, profile.headers, 1000, 999)
  const responses = await Promise.all([1, 2, 3].map(() => app.inject('/nowhere')))
  t.same(
    responses.map(({ statusCode }) => statusCode).sort(),
    [404, 404, 429],
    'the login was counted as the first request',
  )
})

const redisUrl = process.env.TEST_REDIS_URL
const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function ask(app: Injectable, remoteAddress: string, headers = {}) {
  const response = await app.inject({ url: '/nowhere', remoteAddress, headers })
  return { status: response.statusCode, left: Number(response.headers['x-ratelimit-remaining']), ...response }
}

if (redisUrl !== undefined) {
  t.test('shares each counter among instances with the same Redis', async t => {
    const [one, other] = await Promise.all([connected(t, redisUrl), connected(t, redisUrl)])
    const address = randomAddress()
    hasCounts(t, (await ask(one, address)).headers, 100, 99)
    hasCounts(t, (await ask(other, address)).headers, 100, 98)
    hasCounts(t, (await ask(one, address)).headers, 100, 97)
    const counts = await Promise.all([one, other, one, other].map(app => ask(app, address)))
    t.same(counts.map(({ left }) => left).sort(), [93, 94, 95, 96])

    // Each app has its own accounts here, so the second instance is simulated.
    const { id, headers }: TestUser = await signUp(one)
    hasCounts(t, (await ask(one, address, headers)).headers, 1000, 999)
    t.equal(await client(t, redisUrl).incr(`limit:user:${id}`), 2)
    hasCounts(t, (await ask(one, address, headers)).headers, 1000, 997)
    const download = '/api/storage/signed/user-assets/x?token=x'
    const left = async (app: App) =>
      (await app.inject({ url: download, remoteAddress: address })).headers['x-ratelimit-remaining']
    t.equal(await left(one), '999')
    t.equal(await left(other), '998')
  })

  t.test('enforces the shared limit on all instances until the hour is over', async t => {
    const settings = { RATE_LIMIT_PUBLIC_PER_HOUR: '2' }
    const [one, other] = [await connected(t, redisUrl, settings), await connected(t, redisUrl, settings)]
    const address = randomAddress()
    t.equal((await ask(one, address)).status, 404)
    t.equal((await ask(other, address)).status, 404)
    for (const app of [one, other]) {
      const refused = await ask(app, address)
      t.equal(refused.status, 429)
      hasCounts(t, refused.headers, 2, 0)
      assertRetryAfter(t, refused.headers)
    }
    const redis = client(t, redisUrl)
    t.equal(await redis.pexpire(`limit:address:${address}`, 0), 1)
    hasCounts(t, (await ask(one, address)).headers, 2, 1)
  })

  t.test('counts locally until Redis is available again', async t => {
    const { url, cut, mend } = await line(t, redisUrl, 6379)
    const app = await onlyLimits(t, url)
    const address = randomAddress()
    for (const left of [99, 98, 97]) t.equal((await ask(app, address)).left, left)
    cut()
    const alone = await Promise.all([1, 2, 3, 4, 5].map(() => ask(app, address)))
    t.same(
      alone.map(({ left }) => left).sort(),
      [95, 96, 97, 98, 99],
      'counts requests without Redis from the start',
    )
    t.same(new Set(alone.map(({ status }) => status)), new Set([404]))
    await mend()
    await reached(t, app, redisUrl)
    t.equal((await ask(app, address)).left, 96, 'continues the count from before Redis stopped')
  })

  t.test('does not wait for a Redis that does not respond', async t => {
    const { url, stopResponding, mend } = await line(t, redisUrl, 6379)
    const app = await onlyLimits(t, url)
    const address = randomAddress()
    t.equal((await ask(app, address)).left, 99)
    stopResponding()
    const begin = Date.now()
    t.equal((await ask(app, address)).left, 99, 'counts the request without Redis')
    t.ok(Date.now() - begin < 2000)
    let left = 99
    let waited = 0
    do {
      const sentAt = Date.now()
      t.equal((await ask(app, address)).left, --left)
      waited = Date.now() - sentAt
    } while (waited > 200 && left > 90)
    t.ok(left > 90, 'the requests after the first ones do not wait for Redis')
    await mend()
    await reached(t, app, redisUrl)
    // A request that timed out may have been counted in Redis.
    t.ok((await ask(app, address)).left <= 98, 'continues the count from before Redis stopped')
  })
}

function client(t: Test, url: string): Redis {
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  return redis
}

/** Starts an app, and waits until it counts in Redis. */
async function connected(t: Test, url: string, settings = {}): Promise<App> {
  const app = await build(t, { settings: { REDIS_URL: url, ...settings } })
  await reached(t, app, redisUrl!)
  return app
}

/** Starts an app that only counts requests, and waits until it counts in Redis. */
async function onlyLimits(t: Test, url: string) {
  const app = Fastify()
  await app.register(accepts)
  const counters = openCounters(await redisAt(url))
  t.teardown(async () => {
    await app.close()
    await counters.close()
  })
  handleErrors(app, restShape)
  handleNotFound(app, restShape)
  const perHour = { user: 1000, address: 100, download: 1000 }
  await app.register(rateLimits, {
    perHour,
    counters,
    findTokenOwner: async () => null,
  })
  await reached(t, app, redisUrl!)
  return app
}

/** Waits until the app responds with counts of Redis. That a count arrives there is not enough: the response may be late. */
async function reached(t: Test, app: Injectable, url: string): Promise<void> {
  const redis = client(t, url)
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const address = randomAddress()
    await redis.set(`limit:address:${address}`, 1, 'EX', 60)
    const { left, headers } = await ask(app, address)
    if (left === Number(headers['x-ratelimit-limit']) - 2) return
  }
  throw new Error('the app does not count in Redis')
}

t.test('does not count requests by address because the database is unavailable', async t => {
  let isUnavailable = false
  const app = await build(t, {
    settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '3' },
    wrapDatabase: database => ({
      ...database,
      collection: <T extends Entity>(name: string, indexes?: Index[]) =>
        failing(database.collection<T>(name, indexes)),
    }),
  })
  function failing<T extends Entity>(collection: Collection<T>): Collection<T> {
    return new Proxy(collection, {
      get(target, name: keyof Collection<T>) {
        if (isUnavailable) throw new DatabaseUnavailableError()
        return target[name]
      },
    })
  }
  const account = await signUp(app)
  const profile = (headers: Record<string, string> = account.headers) =>
    app.inject({ url: '/auth/profile', headers })
  isUnavailable = true
  for (let count = 0; count < 4; count++) t.equal((await profile()).statusCode, 503)
  isUnavailable = false
  t.equal((await profile()).statusCode, 200)
  hasCounts(t, (await profile({})).headers, 3, 1, 'one without a token, after that of the registration')
  hasCounts(t, (await profile({ authorization: 'Bearer x.y.z' })).headers, 3, 0, 'a bad one counts, too')
})
