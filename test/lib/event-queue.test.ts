import fc from 'fast-check'
import t from 'tap'
import { eventQueue, QueueOverflowError } from '../../src/lib/event-queue.js'

const nothing = () => undefined

t.test('delivers queued and awaited events in order', async t => {
  const queue = eventQueue<number>(10, nothing)
  queue.push(1)
  queue.push(2)
  t.same(await queue.next(), { done: false, value: 1 })
  t.same(await queue.next(), { done: false, value: 2 })
  const [third, fourth] = [queue.next(), queue.next()]
  queue.push(3)
  queue.push(4)
  t.same(await third, { done: false, value: 3 })
  t.same(await fourth, { done: false, value: 4 })
})

t.test('accepts any value as an event', async t => {
  const queue = eventQueue<unknown>(10, nothing)
  for (const event of [undefined, null, 0, '']) {
    queue.push(event)
    t.same(await queue.next(), { done: false, value: event })
  }
})

t.test('ends and empties the queue when it exceeds its limit', async t => {
  let ended = 0
  const queue = eventQueue<number>(2, () => ended++)
  for (const event of [1, 2, 3, 4]) queue.push(event)
  t.equal(ended, 1, 'immediately, not at the next read')
  await t.rejects(queue.next(), new QueueOverflowError(2))
  t.same(await queue.next(), { done: true, value: undefined })
  t.same(await queue.return(), { done: true, value: undefined })
  t.equal(ended, 1)
})

t.test('ends waiting reads on return, and calls the end handler once', async t => {
  let ended = 0
  const queue = eventQueue<number>(2, () => ended++)
  const waiting = [queue.next(), queue.next()]
  await queue.return()
  await queue.return()
  for (const next of waiting) t.same(await next, { done: true, value: undefined })
  queue.push(1)
  t.same(await queue.next(), { done: true, value: undefined })
  t.equal(ended, 1)
})

t.test('ends a loop when the queue ends', async t => {
  const queue = eventQueue<number>(3, nothing)
  for (const event of [1, 2, 3]) queue.push(event)
  const read: number[] = []
  for await (const event of queue) if (read.push(event) === 3) void queue.return()
  t.same(read, [1, 2, 3])
})

type Step = 'push' | 'next' | 'return'
const steps = fc.array(fc.constantFrom<Step>('push', 'push', 'push', 'next', 'next', 'next', 'return'), {
  maxLength: 60,
})

/** Computes the expected result of each `next` by a simple implementation. */
function expected(taken: Step[], limit: number): (number | 'done' | 'overflow' | 'pending')[] {
  const results: (number | 'done' | 'overflow' | 'pending')[] = []
  let waiting: number[] = []
  let state: 'open' | 'overflown' | 'ended' = 'open'
  let pushed = 0
  for (const step of taken) {
    if (step === 'return') {
      state = 'ended'
      waiting = []
      for (const [index, result] of results.entries()) if (result === 'pending') results[index] = 'done'
    } else if (step === 'push') {
      const event = pushed++
      const reader = results.indexOf('pending')
      if (state !== 'open') continue
      if (reader >= 0) results[reader] = event
      else if (waiting.length < limit) waiting.push(event)
      else [state, waiting] = ['overflown', []]
    } else if (waiting.length > 0) results.push(waiting.shift()!)
    else if (state === 'open') results.push('pending')
    else {
      results.push(state === 'overflown' ? 'overflow' : 'done')
      state = 'ended'
    }
  }
  return results.map(result => (result === 'pending' ? 'done' : result))
}

t.test('loses, duplicates and reorders no events in any sequence of operations', async t => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (taken, limit) => {
      let ended = 0
      let pushed = 0
      const queue = eventQueue<number>(limit, () => ended++)
      const results: Promise<number | string>[] = []
      for (const step of taken)
        if (step === 'push') queue.push(pushed++)
        else if (step === 'return') void queue.return()
        else
          results.push(
            queue.next().then(
              ({ done, value }) => (done === true ? 'done' : value),
              () => 'overflow',
            ),
          )
      await queue.return()
      t.same(await Promise.all(results), expected(taken, limit))
      return ended === 1
    }),
    { numRuns: 500 },
  )
})
