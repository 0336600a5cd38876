import { setImmediate as nextTick } from 'node:timers/promises'
import t from 'tap'
import { AppError } from '../../../../src/errors.js'
import { hashQueue } from '../../../../src/features/people/auth/passwords/hash-queue.js'

const seconds = 1000
const iterations = 2 ** 10

/**
 * A queue that computes one hash at a time, each of which ends when the test ends it. The measured duration of a hash
 * is one second.
 */
async function queueOfOne({ took = 1 * seconds } = {}) {
  let time = 0
  const queue = hashQueue({ concurrency: 1, now: () => time })
  await queue.run(iterations, async () => ({ value: null, iterations, duration: took }))
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, timeLeft = 2 * seconds) =>
    queue.run(
      iterations,
      async () => {
        begun.push(name)
        await new Promise<void>(resolve => ends.set(name, resolve))
        return { value: name, iterations, duration: took }
      },
      { left: () => timeLeft },
    )
  const end = async (name: string, running: Promise<unknown>) => {
    while (!ends.has(name)) await nextTick()
    ends.get(name)!()
    await running
  }
  return { start, end, begun, pass: (milliseconds: number) => (time += milliseconds) }
}

/** Returns the `Retry-After` of a rejected request, in seconds. */
const retryAfterOf = (work: Promise<unknown>) =>
  work.then(
    () => 'not at all',
    (error: unknown) => (error instanceof AppError && error.statusCode === 503 ? error.retryAfter : error),
  )

t.test('rejects immediately if the expected wait exceeds two seconds', async t => {
  const { start, end, begun, pass } = await queueOfOne()
  const [first, second, third] = [start('first'), start('second'), start('third')]
  t.equal(await retryAfterOf(start('fourth')), 3, '`Retry-After` counts one second for each waiting hash')
  pass(0.5 * seconds)
  t.equal(await retryAfterOf(start('fourth')), 3, 'half a second is rounded up')
  pass(0.5 * seconds)
  const fourth = start('fourth')
  await end('first', first)
  await end('second', second)
  await end('third', third)
  await end('fourth', fourth)
  t.same(begun, ['first', 'second', 'third', 'fourth'], 'in order')
})

t.test('never rejects with an empty queue, however slow the hashes are', async t => {
  const { start, end } = await queueOfOne({ took: 100 * seconds })
  const alone = start('alone')
  t.equal(await retryAfterOf(start('second')), 100)
  await end('alone', alone)
  await end('again', start('again'))
})

t.test('updates the measured duration of hashes', async t => {
  const { start, end } = await queueOfOne({ took: 1 })
  const several = Array.from({ length: 1000 }, (_, index) => start(`${index}`))
  t.equal(await retryAfterOf(start('one of many', 900)), 1)
  for (const [index, one] of several.entries()) await end(`${index}`, one)
})

t.test('rejects a request that has waited too long, but not the next one', async t => {
  const { start, end, begun } = await queueOfOne({ took: 0.001 })
  const first = start('first')
  t.equal(await retryAfterOf(start('second', 1)), 1)
  const third = start('third')
  await end('first', first)
  await end('third', third)
  t.same(begun, ['first', 'third'])
})

t.test('frees the place of a failed hash', async t => {
  const queue = hashQueue({ concurrency: 1 })
  await t.rejects(
    queue.run(1, () => Promise.reject(new Error('the worker died'))),
    /the worker died/,
  )
  t.equal(await queue.run(1, async () => ({ value: 'next', iterations: 1, duration: 1 })), 'next')
})
