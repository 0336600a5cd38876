import { randomInt } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { App } from '../../../src/app.js'
import { openCounters, type CounterRule } from '../../../src/platform/counters/counters.js'
import { cable } from '../../cable.js'
import { build, signUp } from '../../helper.js'

const hour = 60 * 60 * 1000
const rule: CounterRule = { name: 'test', limit: 3, window: hour }
const silent = () => undefined

/** Nothing listens there. */
const closedPort = 'redis://127.0.0.1:1'

for (const [where, url] of [
  ['in memory', undefined],
  ['while Redis is away', closedPort],
] as const) {
  t.test(`${where}: units are counted until the limit, each key by itself`, async t => {
    const counters = openCounters(url, silent)
    t.teardown(counters.close)
    const counter = counters.counter(rule)
    const begin = Date.now()
    t.match(await counter.consume('a'), { allowed: true, limit: 3, remaining: 2 })
    t.match(await counter.consume('a', 2), { allowed: true, remaining: 0 })
    const { allowed, remaining, resetAt } = await counter.consume('a')
    t.same([allowed, remaining], [false, 0])
    t.ok(resetAt.getTime() >= begin + hour - 1000 && resetAt.getTime() <= Date.now() + hour)
    t.match(await counter.consume('b'), { allowed: true, remaining: 2 })
    t.match(await counters.counter({ ...rule, name: 'other' }).consume('a'), { remaining: 2 })
  })

  t.test(`${where}: more than is left is refused`, async t => {
    const counters = openCounters(url, silent)
    t.teardown(counters.close)
    const counter = counters.counter(rule)
    t.match(await counter.consume('a', 4), { allowed: false, remaining: 0 })
  })

  t.test(`${where}: units can be given back`, async t => {
    const counters = openCounters(url, silent)
    t.teardown(counters.close)
    const counter = counters.counter(rule)
    await counter.consume('a', 3)
    await counter.giveBack('a')
    t.match(await counter.consume('a'), { allowed: true, remaining: 0 })
    await counter.giveBack('new', 2)
    t.match(
      await counter.consume('new'),
      { allowed: true, remaining: 3 },
      'never more than the limit is told',
    )
  })
}

t.test('of many at once no more are allowed than the limit', async t => {
  const counter = openCounters(undefined, silent).counter({ ...rule, limit: 10 })
  const counts = await Promise.all(Array.from({ length: 50 }, () => counter.consume('a')))
  t.equal(counts.filter(({ allowed }) => allowed).length, 10)
})

t.test('a window that is longer than any timer still counts', async t => {
  const counter = openCounters(undefined, silent).counter({ ...rule, limit: 1, window: 60 * 24 * hour })
  await counter.consume('a')
  await new Promise(resolve => setImmediate(resolve))
  t.match(await counter.consume('a'), { allowed: false })
})

t.test('while Redis is away, requests are answered and counted by the instance alone', async t => {
  const app = await build(t, { settings: { REDIS_URL: closedPort, RATE_LIMIT_PUBLIC_PER_HOUR: '3' } })
  const { headers } = await signUp(app)
  const profile = await app.inject({ url: '/auth/profile', headers })
  t.equal(profile.statusCode, 200)
  t.equal(profile.headers['x-ratelimit-remaining'], '999')
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await app.inject('/nowhere')).statusCode)
  t.same(statuses, [404, 404, 429], 'the login was the first')
})

const redisUrl = process.env.TEST_REDIS_URL
const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function remaining(app: App, remoteAddress: string): Promise<number> {
  const { headers } = await app.inject({ url: '/nowhere', remoteAddress })
  return Number(headers['x-ratelimit-remaining'])
}

if (redisUrl !== undefined) {
  t.test('instances with the same Redis share their counts', async t => {
    const [one, other] = await Promise.all([connected(t, redisUrl), connected(t, redisUrl)])
    const address = randomAddress()
    t.equal(await remaining(one, address), 99)
    t.equal(await remaining(other, address), 98)
    t.equal(await remaining(one, address), 97)
  })

  t.test('an instance whose Redis goes away counts for itself', async t => {
    const { url, cut } = await cable(t, redisUrl, 6379)
    const app = await connected(t, url.href)
    const address = randomAddress()
    t.equal(await remaining(app, address), 99)
    cut()
    const counts = await Promise.all(Array.from({ length: 5 }, () => remaining(app, address)))
    t.same(counts.sort(), [95, 96, 97, 98, 99])
    const { headers } = await signUp(app)
    t.equal((await app.inject({ url: '/auth/profile', headers })).statusCode, 200)
  })
}

/** An app that counts in Redis by now: what another connection has counted, it sees. */
async function connected(t: Test, url: string): Promise<App> {
  const app = await build(t, { settings: { REDIS_URL: url } })
  const counters = openCounters(redisUrl, silent)
  t.teardown(counters.close)
  const counter = counters.counter({ name: 'address', limit: 100, window: hour })
  for (;;) {
    const address = randomAddress()
    await turn()
    await counter.consume(address)
    if ((await remaining(app, address)) === 98) return app
  }
}
