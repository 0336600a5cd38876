import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Redis, RedisOptions } from 'ioredis'
import t, { type Test } from 'tap'
import type { Counters, CounterRule } from '../../../src/platform/counters/counters.js'
import { openCounters } from '../../../src/platform/counters/open-counters.js'
import { primaryCounters } from '../../../src/platform/counters/primary-counters.js'
import { createBroker } from '../../../src/workers/broker.js'
import { closedPort, redisAt } from '../../redis.js'
import { channelPair } from '../primary/wire.js'
import { line } from './line.js'

const hour = 60 * 60 * 1000
const rule: CounterRule = { name: 'test', limit: 3, window: hour }
const redisUrl = process.env.TEST_REDIS_URL

const places = [
  { where: 'in memory', url: undefined },
  { where: 'in the primary', url: 'primary' },
  { where: 'while Redis is unavailable', url: closedPort },
  ...(redisUrl === undefined ? [] : [{ where: 'in Redis', url: redisUrl }]),
]

for (const { where, url } of places) {
  /** Creates counters that only this test uses. */
  const open = async (t: Test, changes: Partial<CounterRule> = {}) => {
    const counters = await opened(t, url)
    return counters.counter({ ...rule, name: randomUUID(), ...changes })
  }

  t.test(`${where}: counts units per key up to the limit`, async t => {
    const counter = await open(t)
    const begin = Date.now()
    t.match(await counter.consume('a'), { allowed: true, limit: 3, remaining: 2 })
    t.match(await counter.consume('a', 2), { allowed: true, remaining: 0 })
    const { allowed, remaining, resetAt } = await counter.consume('a')
    t.same([allowed, remaining], [false, 0])
    t.ok(resetAt.getTime() >= begin + hour - 1000 && resetAt.getTime() <= Date.now() + hour)
    t.match(await counter.consume('b'), { allowed: true, remaining: 2 })
    t.match(await (await open(t)).consume('a'), { remaining: 2 }, 'counters with other names are independent')
  })

  t.test(`${where}: rejects more units than remain`, async t => {
    const counter = await open(t)
    t.match(await counter.consume('a', 4), { allowed: false, remaining: 0 })
  })

  t.test(`${where}: refunds a unit`, async t => {
    const counter = await open(t)
    await counter.consume('a', 3)
    await counter.refund('a')
    t.match(await counter.consume('a'), { allowed: true, remaining: 0 })
    await counter.refund('new')
    t.match(
      await counter.consume('new'),
      { allowed: true, remaining: 3 },
      'never reports more than the limit',
    )
  })

  t.test(`${where}: resets the count of a key`, async t => {
    const counter = await open(t)
    await counter.consume('a', 3)
    await counter.consume('b')
    for (let time = 1; time <= 2; time++) await counter.reset('a')
    t.match(await counter.peek('a'), { remaining: 3 })
    t.match(await counter.peek('b'), { remaining: 2 })
  })

  t.test(`${where}: returns the remaining units without consuming any`, async t => {
    const counter = await open(t)
    t.match(await counter.peek('a'), { allowed: true, limit: 3, remaining: 3 })
    await counter.consume('a', 2)
    const { resetAt } = await counter.consume('b')
    for (let time = 1; time <= 2; time++)
      t.match(await counter.peek('a'), { allowed: true, limit: 3, remaining: 1 })
    t.ok(Math.abs((await counter.peek('b')).resetAt.getTime() - resetAt.getTime()) <= 1000)
    await counter.consume('a')
    t.match(await counter.peek('a'), { allowed: false, remaining: 0 })
  })

  t.test(`${where}: allows exactly the limit among concurrent calls`, async t => {
    const counter = await open(t, { limit: 10 })
    const counts = await Promise.all(Array.from({ length: 50 }, () => counter.consume('a')))
    t.equal(counts.filter(({ allowed }) => allowed).length, 10)
  })
}

t.test('counts in windows longer than the maximum of timers', async t => {
  const counter = openCounters().counter({ ...rule, limit: 1, window: 60 * 24 * hour })
  await counter.consume('a')
  await new Promise(resolve => setImmediate(resolve))
  t.match(await counter.consume('a'), { allowed: false })
})

if (redisUrl !== undefined) {
  t.test(
    'shares counters between instances by name, and counts locally while Redis is unavailable',
    async t => {
      const { url, cut, mend } = await line(t, redisUrl, 6379)
      const [one, other] = [await opened(t, url), await opened(t, redisUrl)]
      const name = randomUUID()
      const [mine, theirs] = [one.counter({ ...rule, name }), other.counter({ ...rule, name })]
      t.match(await mine.consume('a'), { remaining: 2 })
      t.match(await theirs.consume('a'), { remaining: 1 })
      cut()
      t.match(await mine.consume('a'), { remaining: 2 })
      t.match(await mine.consume('a'), { remaining: 1 })
      const ready = once(redisOf(one), 'ready')
      await mend()
      await ready
      t.match(await mine.consume('a'), { remaining: 0 })
      t.match(await theirs.consume('a'), { allowed: false })
    },
  )
}

if (redisUrl !== undefined) {
  t.test('waits once for a Redis that hangs, and then counts locally until it responds again', async t => {
    const { url, stopResponding, mend } = await line(t, redisUrl, 6379)
    const [one, other] = [await opened(t, url), await opened(t, redisUrl)]
    const name = randomUUID()
    const [mine, theirs] = [one.counter({ ...rule, name }), other.counter({ ...rule, name })]
    t.match(await theirs.consume('a', 3), { remaining: 0 })
    stopResponding()
    t.match(await mine.consume('a'), { remaining: 2 }, 'counts without Redis')
    // From now on, results must arrive without waiting for a timer or the network.
    for (const ask of [
      () => mine.consume('a'),
      () => mine.peek('a'),
      () => mine.refund('b'),
      () => mine.reset('b'),
    ])
      t.ok(await settlesWithoutIo(ask()))
    await mend()
    while ((await mine.peek('a')).remaining !== 0) await new Promise(resolve => setTimeout(resolve, 20))
    await mine.refund('a')
    t.match(await theirs.peek('a'), { remaining: 1 }, 'counts together again')
  })
}

/** Returns whether a promise settles within two turns of the event loop. */
async function settlesWithoutIo(work: Promise<unknown>): Promise<boolean> {
  let settled = false
  void work.then(() => (settled = true))
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
  return settled
}

/** The Redis connections of counters. */
const connections = new WeakMap<Counters, Redis>()
const redisOf = (counters: Counters) => connections.get(counters)!

/** Creates counters, and waits until they are connected if Redis is available. */
async function opened(t: Test, url: string | undefined) {
  if (url === 'primary') return inPrimary().counters
  const server = await redisAt(url)
  const clients: Redis[] = []
  const connect = (options: RedisOptions) => {
    const client = server!.connect(options)
    clients.push(client)
    return client
  }
  const counters = openCounters(server && { ...server, connect })
  t.teardown(counters.close)
  const [client] = clients
  if (client) connections.set(counters, client)
  if (client && url !== closedPort) await once(client, 'ready')
  return counters
}

/** Creates counters of a worker, and a function that ends its primary. */
function inPrimary(connect = createBroker()) {
  const [worker, primary] = channelPair()
  connect(primary)
  return { counters: openCounters(undefined, primaryCounters(worker)), primary }
}

t.test(
  'shares counters between workers by name, and counts locally after the primary has exited',
  async t => {
    const connect = createBroker()
    const [one, other] = [inPrimary(connect), inPrimary(connect)]
    const [mine, theirs] = [one.counters.counter(rule), other.counters.counter(rule)]
    t.match(await mine.consume('a'), { remaining: 2 })
    t.match(await theirs.consume('a'), { remaining: 1 })
    for (const what of ['add', 'look', 'forget'])
      one.primary.on(`count.${what}`, () => {
        throw new Error('gone')
      })
    t.match(await mine.consume('a'), { remaining: 2 })
    t.match(await theirs.consume('a'), { remaining: 0 })
  },
)
