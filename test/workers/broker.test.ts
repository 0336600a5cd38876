import t from 'tap'
import { openEvents } from '../../src/platform/events/events.js'
import { createBroker } from '../../src/workers/broker.js'
import { channelPair } from '../platform/primary/wire.js'

t.test('delivers each event once to every worker until it exits', async t => {
  const connect = createBroker()
  const workers = [1, 2, 3].map(() => {
    const [worker, primary] = channelPair()
    const events = openEvents(undefined, worker)
    return { end: connect(primary), events, reader: events.subscribe('topic') }
  })
  const [first, second, third] = workers
  first!.events.publish('topic', 'one')
  first!.events.publish('other', 'two')
  for (const { reader } of workers) t.same(await reader.next(), { done: false, value: 'one' })
  third!.end()
  second!.events.publish('topic', 'three')
  for (const { reader } of [first!, second!]) t.same(await reader.next(), { done: false, value: 'three' })
  third!.events.publish('topic', 'four')
  t.same(
    await third!.reader.next(),
    { done: false, value: 'four' },
    'receives nothing that was published after it disconnected',
  )
})
