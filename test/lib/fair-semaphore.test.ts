import t from 'tap'
import { fairSemaphore } from '../../src/lib/fair-semaphore.js'
import { yieldToEventLoop } from '../../src/lib/event-loop.js'
import { createLatch } from '../latch.js'

/** Runs tasks that end when the test ends them. */
function runTasks(entrance: ReturnType<typeof fairSemaphore>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  function start(name: string) {
    const end = createLatch()
    ends.set(name, end.open)
    return entrance.run(name.slice(0, 1), async () => {
      begun.push(name)
      await end.passed
      return name
    })
  }
  async function end(name: string): Promise<void> {
    ends.get(name)?.()
    await yieldToEventLoop()
  }
  return { begun, start, end }
}

t.test('limits the running tasks in total and per key', async t => {
  const entrance = fairSemaphore({ permits: 3, permitsPerKey: 2 })
  const { begun, start, end } = runTasks(entrance)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map(start)
  await yieldToEventLoop()
  t.same(begun, ['a1', 'a2', 'b1'])
  t.equal(entrance.waiting(), 2)
  await end('a1')
  t.same(begun.slice(3), ['a3'])
  await end('b1')
  t.same(begun.slice(4), ['b2'])
  for (const name of ['a2', 'a3', 'b2']) await end(name)
  t.same(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2'])
  t.equal(entrance.waiting(), 0)
})

t.test('alternates between keys regardless of their number of tasks', async t => {
  const { begun, start, end } = runTasks(fairSemaphore({ permits: 1, permitsPerKey: 1 }))
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map(start)
  await yieldToEventLoop()
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  await Promise.all(all)
  t.same(begun, ['a1', 'a2', 'b1', 'c1', 'a3'])
})

t.test('releases the place of a failed task', async t => {
  const entrance = fairSemaphore({ permits: 1, permitsPerKey: 1 })
  const failed = entrance.run('a', () => Promise.reject(new Error('broken')))
  const next = entrance.run('b', async () => 'done')
  await t.rejects(failed, { message: 'broken' })
  t.equal(await next, 'done')
})
