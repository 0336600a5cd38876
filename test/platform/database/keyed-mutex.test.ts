import t from 'tap'
import { deadlineIn } from '../../../src/lib/deadline.js'
import { seconds } from '../../../src/lib/quantities.js'
import { DatabaseUnavailableError } from '../../../src/platform/database/database.js'
import { createKeyedMutex } from '../../../src/platform/database/keyed-mutex.js'

const long = () => deadlineIn(10 * seconds)

void t.test('admits callers of one key in order, and callers of other keys at once', async t => {
  const turns = createKeyedMutex(10)
  const order: number[] = []
  const pass = async (place: number) => {
    const release = await turns.acquire('a', long())
    order.push(place)
    await Promise.resolve()
    release()
  }
  const first = await turns.acquire('a', long())
  const waiting = [1, 2, 3].map(pass)
  t.equal(turns.tryAcquire('a'), undefined)
  const other = turns.tryAcquire('b')
  t.ok(other)
  t.same(order, [])
  first()
  await Promise.all(waiting)
  t.same(order, [1, 2, 3])
  t.ok(turns.tryAcquire('a'), 'the mutex is free')
})

void t.test('rejects a caller that waits too long, and admits the next one', async t => {
  const turns = createKeyedMutex(10)
  const first = await turns.acquire('a', long())
  const impatient = turns.acquire('a', deadlineIn(1))
  const patient = turns.acquire('a', long())
  await t.rejects(impatient, DatabaseUnavailableError)
  first()
  const release = await patient
  t.equal(turns.tryAcquire('a'), undefined)
  release()
  t.ok(turns.tryAcquire('a'))
})

void t.test('limits the number of waiting callers', async t => {
  const turns = createKeyedMutex(2)
  const first = await turns.acquire('a', long())
  const waiting = [turns.acquire('a', long()), turns.acquire('a', long())]
  await t.rejects(turns.acquire('a', long()), DatabaseUnavailableError)
  first()
  for (const turn of waiting) (await turn)()
})
