import fc from 'fast-check'
import t from 'tap'
import { inSlices, pauses, sortedInSlices } from '../../src/lib/turns.js'

/** Counts the turns of the event loop until it is told to stop. */
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

/** Keeps the processor busy for so many milliseconds. */
function work(duration: number): void {
  const end = performance.now() + duration
  while (performance.now() < end);
}

t.test('long work pauses, short work does not', async t => {
  let turns = Infinity
  // The machine may have something else to do between two lines.
  for (let tries = 0; turns > 0 && tries < 50; tries++) {
    const stop = countTurns()
    await pauses()()
    turns = stop()
  }
  t.equal(turns, 0, 'nothing was done yet')

  const stopLong = countTurns()
  const done: number[] = []
  await inSlices(
    Array.from({ length: 640 }, (_, at) => at),
    at => {
      work(0.1)
      done.push(at)
    },
  )
  t.ok(stopLong() >= 5)
  t.strictSame(
    done,
    Array.from({ length: 640 }, (_, at) => at),
  )
})

t.test('long work can end at a pause', async t => {
  const pause = pauses(() => {
    throw new Error('enough')
  })
  await pause()
  work(6)
  await t.rejects(pause(), { message: 'enough' })
})

t.test('texts are sorted as if at once', async t => {
  const text = fc.string({ maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.nat(600), async (texts, times) => {
      const many = Array.from({ length: times }, (_, at) =>
        texts.map(one => `${one}${(at * 7919) % 1000}`),
      ).flat()
      t.strictSame((await sortedInSlices(many)).join(), many.toSorted().join())
    }),
    { numRuns: 20 },
  )
})
