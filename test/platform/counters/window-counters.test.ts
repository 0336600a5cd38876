import t from 'tap'
import { createWindowCounters } from '../../../src/platform/counters/window-counters.js'

/** Counters with a manual clock. */
function counted(most = 100) {
  const time = { now: 0 }
  return { time, counts: createWindowCounters(most, () => time.now) }
}

t.test('adds up the units of a rule and key until their window ends', async t => {
  const { time, counts } = counted()
  t.same(counts.add('rule', 'a', 1, 1000), [1, 1000])
  time.now = 400
  t.same(counts.add('rule', 'a', 2, 1000), [3, 600])
  t.same(counts.add('other', 'a', 1, 1000), [1, 1000], 'counts other rules separately')
  t.same(counts.peek('rule', 'a'), [3, 600])
  time.now = 1000
  t.equal(counts.peek('rule', 'a'), null)
  t.same(counts.add('rule', 'a', 1, 1000), [1, 1000])
})

t.test('drops windows that have ended, and resets others on request', async t => {
  const { time, counts } = counted()
  for (let key = 0; key < 10; key++) counts.add('rule', `old ${key}`, 1, 1000)
  time.now = 2000
  for (let key = 0; key < 5; key++) counts.add('rule', `new ${key}`, 1, 1000)
  t.equal(counts.size(), 5)
  counts.reset('rule', 'new 0')
  t.equal(counts.peek('rule', 'new 0'), null)
  t.equal(counts.size(), 4)
})

t.test('drops the windows of a rule that were counted least recently if it has too many keys', async t => {
  const { counts } = counted(3)
  counts.add('other', 'kept', 1, 1000)
  for (const key of ['a', 'b', 'c', 'a', 'd']) counts.add('rule', key, 1, 1000)
  t.equal(counts.peek('rule', 'b'), null)
  t.same(counts.peek('rule', 'a'), [2, 1000])
  t.same(counts.peek('other', 'kept'), [1, 1000])
})
