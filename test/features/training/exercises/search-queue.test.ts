import t from 'tap'
import { searchQueue } from '../../../../src/features/training/exercises/search/search-queue.js'
import { seconds } from '../../../../src/lib/quantities.js'
import { createLatch } from '../../../latch.js'

const of = (client: string) => ({ client, isClientWaiting: () => true })

/** A queue by a clock of its own, and what was searched in it. */
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

t.test('turns go round by client, and those of one come in their order', async t => {
  const { search, done } = watchedQueue()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name => search(name.charAt(0), name))
  t.strictSame(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  t.strictSame(done, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

t.test('one search runs at a time, and one that fails does not keep the others from their turn', async t => {
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

t.test('who would wait too long is turned away at once, and that is no stranger', async t => {
  const { search, done } = watchedQueue()
  // It has been learnt here that a search takes long.
  for (let at = 0; at < 30; at++) await search('a', `slow ${at}`, 300 * seconds)
  done.length = 0
  const admitted = ['1', '2', '3', '4'].map(name => search('a', name, 300 * seconds))
  await t.rejects(search('a', '5'), { code: 'SERVICE_UNAVAILABLE', retryAfter: 1199 })
  t.strictSame(done, [], 'at once')
  await search('stranger', 'of a stranger', 300 * seconds)
  t.strictSame(done, ['1', 'of a stranger'])
  await Promise.all(admitted)
})

t.test('whose time is up while they wait is turned away, and not searched for', async t => {
  let patience = 1000 * seconds
  const queue = searchQueue({ maxWait: () => patience })
  const { open, passed } = createLatch()
  const running = queue(of('a'), () => passed)
  patience = 5
  let isDone = false
  const waiting = queue(of('b'), async () => void (isDone = true))
  await t.rejects(waiting, { code: 'SERVICE_UNAVAILABLE' })
  patience = 1000 * seconds
  open()
  await running
  await queue(of('a'), async () => undefined)
  t.notOk(isDone)
})

t.test('what nobody waits for any more takes no turn, and ends where it has begun', async t => {
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
