import t from 'tap'
import { inOrder, inSlices, pauses } from '../../src/lib/turns.js'

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

t.test('pieces of work come one after the other, each in a turn of its own', async t => {
  const inTurn = inOrder(1000, () => new Error('too late'))
  const stop = countTurns()
  const running: string[] = []
  const piece = async (name: string) => {
    running.push(`${name} begins`)
    await Promise.resolve()
    running.push(`${name} ends`)
    return name
  }
  const names = await Promise.all(['a', 'b', 'c'].map(name => inTurn(() => piece(name))))
  t.strictSame(names, ['a', 'b', 'c'])
  t.strictSame(running, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  t.ok(stop() >= 2)
})

t.test('one that fails does not keep the others from their turn', async t => {
  const inTurn = inOrder(1000, () => new Error('too late'))
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'next')
  await t.rejects(failing, { message: 'no' })
  t.equal(await next, 'next')
})

t.test('a piece of work that would come too late is not done', async t => {
  const inTurn = inOrder(10, () => new Error('too late'))
  const first = inTurn(async () => work(20))
  let isDone = false
  const late = inTurn(async () => (isDone = true))
  await first
  await t.rejects(late, { message: 'too late' })
  t.notOk(isDone)
  t.equal(await inTurn(async () => 'next'), 'next')
})

t.test('long work pauses, short work does not', async t => {
  const stop = countTurns()
  const pause = pauses()
  await pause()
  t.equal(stop(), 0, 'nothing was done yet')

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
