import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { openEvents, type Events } from '../../../src/platform/events/events.js'
import { QueueOverflowError } from '../../../src/lib/event-queue.js'
import { startTcpProxy } from '../../tcp-proxy.js'
import { closedPort, redisAt } from '../../redis.js'

const connected = async (...given: Parameters<typeof redisAt>) => openEvents(await redisAt(...given))

for (const [where, url] of [
  ['in memory', undefined],
  ['while Redis is unavailable', closedPort],
] as const) {
  const open = async (t: Test) => {
    const events = await connected(url)
    t.teardown(events.close)
    return events
  }

  t.test(`${where}: delivers the events of a topic to all of its subscribers and no others`, async t => {
    const events = await open(t)
    const [first, second, other] = ['a', 'a', 'b'].map(events.subscribe)
    events.publish('a', '1')
    events.publish('a', '2')
    events.publish('b', '3')
    for (const reader of [first!, second!])
      for (const value of ['1', '2']) t.same(await reader.next(), { done: false, value })
    t.same(await other!.next(), { done: false, value: '3' })
  })

  t.test(`${where}: delivers no events from before the subscription or after its end`, async t => {
    const events = await open(t)
    events.publish('a', 'before')
    const reader = events.subscribe('a')
    events.publish('a', 'now')
    t.same(await reader.next(), { done: false, value: 'now' })
    await reader.return?.()
    events.publish('a', 'after')
    t.same(await reader.next(), { done: true, value: undefined })
  })

  t.test(`${where}: calls a listener synchronously until it is removed`, async t => {
    const events = await open(t)
    const received: string[] = []
    const stop = events.listen('a', event => received.push(event))
    events.publish('a', '1')
    t.same(received, ['1'])
    stop()
    stop()
    events.publish('a', '2')
    t.same(received, ['1'])
  })

  t.test(`${where}: ends a slow subscription without affecting the others`, async t => {
    const events = await open(t)
    const [slow, quick] = [events.subscribe('a'), events.subscribe('a')]
    for (let count = 0; count <= 100; count++) {
      events.publish('a', `${count}`)
      t.same(await quick.next(), { done: false, value: `${count}` })
    }
    await t.rejects(slow.next(), QueueOverflowError)
  })

  t.test(`${where}: accepts any topic name`, async t => {
    const events = await open(t)
    for (const topic of ['error', 'constructor', '__proto__', '']) {
      events.publish(topic, 'nobody listens')
      const reader = events.subscribe(topic)
      events.publish(topic, 'heard')
      t.same(await reader.next(), { done: false, value: 'heard' })
    }
  })
}

const redis = process.env.TEST_REDIS_URL
if (redis !== undefined) {
  /** Waits until the events of one instance arrive at the other. */
  async function areConnected(from: Events, to: Events): Promise<void> {
    const topic = randomUUID()
    const received: string[] = []
    const stop = to.listen(topic, event => received.push(event))
    while (received.length === 0) {
      from.publish(topic, '')
      await turn()
    }
    stop()
  }

  t.test('delivers each event once to every instance through Redis', async t => {
    const [here, there] = [await connected(redis), await connected(redis)]
    for (const { close } of [here, there]) t.teardown(close)
    await areConnected(here, there)
    await areConnected(there, here)
    const topic = randomUUID()
    const [reader, remote] = [here.subscribe(topic), there.subscribe(topic)]
    for (const value of ['1', '2', '3']) here.publish(topic, value)
    for (const one of [reader, remote])
      for (const value of ['1', '2', '3']) t.same(await one.next(), { done: false, value })
    there.publish(topic, '4')
    for (const one of [reader, remote]) t.same(await one.next(), { done: false, value: '4' })
  })

  t.test('ignores foreign messages in the Redis channel', async t => {
    const [here, there] = [await connected(redis), await connected(redis)]
    for (const { close } of [here, there]) t.teardown(close)
    await areConnected(here, there)
    const intruder = new Redis(redis)
    for (const text of ['', '{', 'null', '[]', '{"topic":"a"}', '{"topic":1,"event":{},"from":"x"}'])
      await intruder.publish('fitness:events', text)
    intruder.disconnect()
    await areConnected(here, there)
  })

  t.test('delivers its own events while Redis is unavailable', async t => {
    const { url, cut } = await startTcpProxy(t, redis, 6379)
    const errors: Error[] = []
    const [here, there] = [await connected(url.href, error => errors.push(error)), await connected(redis)]
    for (const { close } of [here, there]) t.teardown(close)
    await areConnected(here, there)
    cut()
    const reader = here.subscribe('a')
    while (errors.length === 0) {
      here.publish('a', 'still here')
      t.same(await reader.next(), { done: false, value: 'still here' })
      await turn()
    }
  })
}

/** A server that acts like Redis, reports subscriptions, and responds to them on request. */
async function fakeRedis(t: Pick<Test, 'teardown'>) {
  const commands = new EventEmitter()
  const state = { answers: true, sockets: new Set<Socket>() }
  const server = createServer(socket => {
    state.sockets.add(socket.on('error', () => undefined))
    socket.on('data', data => {
      const text = data.toString().toLowerCase()
      for (const [, command] of text.matchAll(/^(info|subscribe|client|hello)\r$/gm)) {
        if (command !== 'subscribe')
          socket.write(command === 'info' ? '$15\r\nredis_version:7\r\n' : '+OK\r\n')
        else if (state.answers) socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\nfitness:events\r\n:1\r\n')
        if (command === 'subscribe') commands.emit('subscribe')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => state.sockets.forEach(socket => socket.destroy())
  t.teardown(() => {
    drop()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `redis://127.0.0.1:${port}`, asked: commands, state, drop }
}

t.test(
  'reports a Redis that disconnects during a new subscription, without unhandled rejections',
  async t => {
    const unhandled: unknown[] = []
    const record = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', record)
    t.teardown(() => process.off('unhandledRejection', record))
    const { url, asked, state, drop } = await fakeRedis(t)
    const first = once(asked, 'subscribe')
    const events = await connected(url)
    await first
    await turn()

    state.answers = false
    const again = once(asked, 'subscribe')
    drop()
    await again
    await events.close()
    for (let turns = 0; turns < 10; turns++) await turn()
    t.same(unhandled, [])
  },
)

t.test('reports an unreachable Redis without throwing', async t => {
  const errors = new EventTarget()
  const reported = once(errors, 'error')
  const events = await connected(closedPort, () => errors.dispatchEvent(new Event('error')))
  t.teardown(events.close)
  await reported
  t.pass('the error was reported')
})
