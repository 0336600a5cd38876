import fc from 'fast-check'
import t from 'tap'
import { forEachYielding, createYielder, sortYielding } from '../../src/lib/event-loop.js'
import { stoppedClock } from '../stopped-clock.js'

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  return () => {
    clearImmediate(next)
    return turns
  }
}

t.test('yields during long work but not during short work', async t => {
  const clock = stoppedClock(t)
  const stop = countTurns()
  await createYielder()()
  t.equal(stop(), 0, 'does not yield before any work')

  const stopLong = countTurns()
  const done: number[] = []
  await forEachYielding(
    Array.from({ length: 640 }, (_, at) => at),
    at => {
      clock.advance(0.1)
      done.push(at)
    },
  )
  t.ok(stopLong() >= 5)
  t.strictSame(
    done,
    Array.from({ length: 640 }, (_, at) => at),
  )
})

t.test('stops long work when it yields', async t => {
  const clock = stoppedClock(t)
  const pause = createYielder(() => {
    throw new Error('enough')
  })
  await pause()
  clock.advance(6)
  await t.rejects(pause(), { message: 'enough' })
})

t.test('sorts texts like Array.prototype.sort', async t => {
  const text = fc.string({ maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.nat(600), async (texts, times) => {
      const many = Array.from({ length: times }, (_, at) =>
        texts.map(one => `${one}${(at * 7919) % 1000}`),
      ).flat()
      t.strictSame((await sortYielding(many)).join(), many.toSorted().join())
    }),
    { numRuns: 20 },
  )
})
