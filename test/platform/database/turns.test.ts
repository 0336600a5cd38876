import t from 'tap'
import { deadlineIn } from '../../../src/lib/deadline.js'
import { seconds } from '../../../src/lib/quantities.js'
import { DatabaseUnavailableError } from '../../../src/platform/database/database.js'
import { createTurns } from '../../../src/platform/database/turns.js'

const long = () => deadlineIn(10 * seconds)

void t.test('those with one key come in the order they asked, others need not wait', async t => {
  const turns = createTurns(10)
  const order: number[] = []
  const pass = async (place: number) => {
    const release = await turns.take('a', long())
    order.push(place)
    await Promise.resolve()
    release()
  }
  const first = await turns.take('a', long())
  const waiting = [1, 2, 3].map(pass)
  t.equal(turns.takeIfFree('a'), undefined)
  const other = turns.takeIfFree('b')
  t.ok(other)
  t.same(order, [])
  first()
  await Promise.all(waiting)
  t.same(order, [1, 2, 3])
  t.ok(turns.takeIfFree('a'), 'and then it is free')
})

void t.test('who waits too long is told so, and the turn goes to the next', async t => {
  const turns = createTurns(10)
  const first = await turns.take('a', long())
  const impatient = turns.take('a', deadlineIn(1))
  const patient = turns.take('a', long())
  await t.rejects(impatient, DatabaseUnavailableError)
  first()
  const release = await patient
  t.equal(turns.takeIfFree('a'), undefined)
  release()
  t.ok(turns.takeIfFree('a'))
})

void t.test('no more wait than the limit', async t => {
  const turns = createTurns(2)
  const first = await turns.take('a', long())
  const waiting = [turns.take('a', long()), turns.take('a', long())]
  await t.rejects(turns.take('a', long()), DatabaseUnavailableError)
  first()
  for (const turn of waiting) (await turn)()
})
