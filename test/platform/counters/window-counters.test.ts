import t from 'tap'
import { createWindowCounters } from '../../../src/platform/counters/window-counters.js'

/** Counts by a clock that is set by hand. */
function counted(most = 100) {
  const time = { now: 0 }
  return { time, counts: createWindowCounters(most, () => time.now) }
}

t.test('units of a rule and key add up until the window of the first is over', async t => {
  const { time, counts } = counted()
  t.same(counts.add('rule', 'a', 1, 1000), [1, 1000])
  time.now = 400
  t.same(counts.add('rule', 'a', 2, 1000), [3, 600])
  t.same(counts.add('other', 'a', 1, 1000), [1, 1000], 'another rule')
  t.same(counts.peek('rule', 'a'), [3, 600])
  time.now = 1000
  t.equal(counts.peek('rule', 'a'), null)
  t.same(counts.add('rule', 'a', 1, 1000), [1, 1000])
})

t.test('what is over is not remembered for long, what is not may be forgotten at once', async t => {
  const { time, counts } = counted()
  for (let key = 0; key < 10; key++) counts.add('rule', `old ${key}`, 1, 1000)
  time.now = 2000
  for (let key = 0; key < 5; key++) counts.add('rule', `new ${key}`, 1, 1000)
  t.equal(counts.size(), 5)
  counts.reset('rule', 'new 0')
  t.equal(counts.peek('rule', 'new 0'), null)
  t.equal(counts.size(), 4)
})

t.test('of more keys than are remembered the oldest windows go, of that rule alone', async t => {
  const { counts } = counted(3)
  counts.add('other', 'kept', 1, 1000)
  for (const key of ['a', 'b', 'c', 'a', 'd']) counts.add('rule', key, 1, 1000)
  t.equal(counts.peek('rule', 'a'), null)
  t.same(counts.peek('rule', 'b'), [1, 1000])
  t.same(counts.peek('other', 'kept'), [1, 1000])
})
