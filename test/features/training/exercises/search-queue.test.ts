import t from 'tap'
import { searchQueue } from '../../../../src/features/training/exercises/search/search-queue.js'
import { seconds } from '../../../../src/lib/quantities.js'
import { createLatch } from '../../../latch.js'

const of = (client: string) => ({ client, isClientWaiting: () => true })

/** A queue with a manual clock, and the searches that it has run. */
function watchedQueue() {
  let time = 0
  const done: string[] = []
  const queue = searchQueue({ maxWait: () => 1000 * seconds, now: () => time })
  const search = (client: string, name: string, takes = 1) =>
    queue(of(client), async () => {
      time += takes
      done.push(name)
      return name
    })
  return { queue, search, done, pass: (milliseconds: number) => (time += milliseconds) }
}

t.test('lets clients take turns, and runs the searches of a client in order', async t => {
  const { search, done } = watchedQueue()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name => search(name.charAt(0), name))
  t.strictSame(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  t.strictSame(done, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

t.test('runs one search at a time, and continues after a failed one', async t => {
  const { queue, search, done } = watchedQueue()
  const { open, passed } = createLatch()
  const failing = queue(of('a'), async () => {
    await passed
    done.push('fails')
    throw new Error('no')
  })
  const next = search('b', 'next')
  open()
  await t.rejects(failing, { message: 'no' })
  await next
  t.strictSame(done, ['fails', 'next'])
})

t.test('rejects a search immediately that would wait too long, but not one of another client', async t => {
  const { search, done } = watchedQueue()
  // Let the queue measure that searches take long.
  for (let at = 0; at < 30; at++) await search('a', `slow ${at}`, 300 * seconds)
  done.length = 0
  const admitted = ['1', '2', '3', '4'].map(name => search('a', name, 300 * seconds))
  await t.rejects(search('a', '5'), { code: 'SERVICE_UNAVAILABLE', retryAfter: 1199 })
  t.strictSame(done, [], 'rejects before any search has ended')
  await search('stranger', 'of a stranger', 300 * seconds)
  t.strictSame(done, ['1', 'of a stranger'])
  await Promise.all(admitted)
})

t.test('rejects a search that has waited too long without running it', async t => {
  let maxWait = 1000 * seconds
  const queue = searchQueue({ maxWait: () => maxWait })
  const { open, passed } = createLatch()
  const running = queue(of('a'), () => passed)
  maxWait = 5
  let isDone = false
  const waiting = queue(of('b'), async () => void (isDone = true))
  await t.rejects(waiting, { code: 'SERVICE_UNAVAILABLE' })
  maxWait = 1000 * seconds
  open()
  await running
  await queue(of('a'), async () => undefined)
  t.notOk(isDone)
})

t.test('drops searches of disconnected clients, and aborts those that are running', async t => {
  const { queue, search, done } = watchedQueue()
  const { open, passed } = createLatch()
  let isThere = true
  const leaving = { client: 'a', isClientWaiting: () => isThere }
  const begun = queue(leaving, async pause => {
    await passed
    isThere = false
    const end = performance.now() + 6
    while (performance.now() < end);
    await pause()
    done.push('begun')
  })
  const queued = queue(leaving, async () => void done.push('queued'))
  const next = search('a', 'next')
  open()
  await t.rejects(begun, { code: 'SERVICE_UNAVAILABLE' })
  await t.rejects(queued, { code: 'SERVICE_UNAVAILABLE' })
  await next
  t.strictSame(done, ['next'])
})
