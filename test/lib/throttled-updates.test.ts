import t from 'tap'
import { throttledUpdates } from '../../src/lib/throttled-updates.js'
import { stoppedClock } from '../stopped-clock.js'

function counter(pause: number) {
  let count = 0
  let happened: () => void = () => undefined
  let isHeard = false
  const values = throttledUpdates(
    async () => count,
    notify => {
      happened = notify
      isHeard = true
      return () => (isHeard = false)
    },
    pause,
  )
  const add = () => {
    count++
    happened()
  }
  return { values, add, isHeard: () => isHeard }
}

t.test('yields the current value at once, and later values after changes', async t => {
  const { values, add } = counter(0)
  t.same(await values.next(), { done: false, value: 0 })
  const next = values.next()
  add()
  t.same(await next, { done: false, value: 1 })
})

t.test('skips all but the last of several changes', async t => {
  const { values, add } = counter(20)
  await values.next()
  for (let times = 0; times < 5; times++) add()
  t.same(await values.next(), { done: false, value: 5 })
})

t.test('waits for the interval between two values', async t => {
  const pause = 1_000_000
  const clock = stoppedClock(t)
  const { values, add } = counter(pause)
  await values.next()
  clock.advance(pause)
  add()
  t.match(await values.next(), { value: 1 }, 'does not wait if the pause has passed')

  clock.advance(pause - 1)
  for (let times = 0; times < 3; times++) add()
  t.match(await values.next(), { value: 4 }, 'waits for the rest of the pause')

  add()
  const next = values.next()
  for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate)
  t.equal(await Promise.race([next, Promise.resolve('still to come')]), 'still to come')
  await values.return?.()
  t.match(await next, { done: true })
})

t.test('ends at once while waiting, during the interval and before the start', async t => {
  const done = { done: true, value: undefined }
  const waiting = counter(0)
  await waiting.values.next()
  const next = waiting.values.next()
  t.same(await waiting.values.return?.(), done)
  t.same(await next, done)
  t.equal(waiting.isHeard(), false, 'removes the listener')

  const paused = counter(1_000_000)
  await paused.values.next()
  const later = paused.values.next()
  await paused.values.return?.()
  t.same(await later, done)

  const fresh = counter(0)
  await fresh.values.return?.()
  t.same(await fresh.values.next(), done)
})
