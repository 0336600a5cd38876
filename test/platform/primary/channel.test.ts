import t from 'tap'
import { DeadlineError } from '../../../src/lib/deadline.js'
import { createChannel } from '../../../src/platform/primary/channel.js'
import { wire } from './wire.js'

const timeout = 5000

t.test('sends requests and notifications in both directions', async t => {
  const { here, there } = wire()
  const [one, other] = [createChannel(here), createChannel(there)]
  other.on('double', number => Number(number) * 2)
  one.on('greet', async name => `Hello, ${String(name)}`)
  t.equal(await one.request('double', 21, timeout), 42)
  t.equal(await other.request('greet', 'Ada', timeout), 'Hello, Ada')
  const received = new Promise(resolve => one.on('news', resolve))
  other.notify('news', { of: 'today' })
  t.same(await received, { of: 'today' })
})

t.test('combines the items of one turn of the event loop, and their responses, into one message', async t => {
  const { here, there, state } = wire()
  const [one, other] = [createChannel(here), createChannel(there)]
  other.on('same', content => content)
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  t.same(await Promise.all(numbers.map(number => one.request('same', number, timeout))), numbers)
  t.equal(state.messages, 2)
})

t.test('rejects unknown methods and failed requests with the reason', async t => {
  const { here, there } = wire()
  const [one, other] = [createChannel(here), createChannel(there)]
  other.on('fail', () => {
    throw new Error('not today')
  })
  await t.rejects(one.request('fail', null, timeout), { message: 'not today' })
  await t.rejects(one.request('fly', null, timeout), { message: 'unknown method "fly"' })
  one.notify('fly', null)
  other.on('same', content => content)
  t.equal(await one.request('same', 1, timeout), 1, 'an unknown notification does not close the channel')
})

t.test('times out requests, and limits the items that wait for an unresponsive end', async t => {
  const { here, there, state } = wire()
  const [one, other] = [createChannel(here, 3), createChannel(there)]
  other.on('same', content => content)
  state.isStuck = true
  const waits = [1, 2, 3].map(number => t.rejects(one.request('same', number, 10), DeadlineError))
  await t.rejects(one.request('same', 4, timeout), {
    message: 'the other process is overloaded or disconnected',
  })
  await Promise.all(waits)
  one.notify('same', 5)
  await t.rejects(one.request('same', 6, timeout), /overloaded/, 'the waiting notification was not sent yet')
})

t.test('rejects requests to a closed end', async t => {
  const { here, state } = wire()
  const one = createChannel(here)
  state.isStuck = true
  const pending = one.request('same', 1, timeout)
  one.close()
  await t.rejects(pending, { message: 'the other process has disconnected' })
  await t.rejects(one.request('same', 2, timeout), Error)
})

t.test('ignores other messages of the process', async t => {
  const { here, there, inject } = wire()
  const [one, other] = [createChannel(here), createChannel(there)]
  other.on('same', content => content)
  for (const message of [null, 'text', {}, { fitness: 1 }, { type: 'prom-client:getMetricsReq' }])
    inject(message)
  t.equal(await one.request('same', 1, timeout), 1)
})
