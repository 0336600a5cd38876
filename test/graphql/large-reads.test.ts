import { once } from 'node:events'
import { request } from 'node:http'
import t from 'tap'
import type { Collection, Database, Entity, Index } from '../../src/platform/database/database.js'
import { yieldToEventLoop } from '../../src/lib/event-loop.js'
import { queryGraphQL, build, signUp } from '../helper.js'
import { createLatch } from '../latch.js'
import { unlimited } from './requests.js'

/** Holds back all queries of a collection while armed, and counts them. */
function heldFinds(name: string) {
  const held = { isArmed: false, waiting: 0, all: 0, ...createLatch() }
  const observe = (database: Database): Database => ({
    ...database,
    collection: <T extends Entity>(own: string, indexes?: Index[]) => {
      const collection = database.collection<T>(own, indexes)
      const find: Collection<T>['find'] = async (filter, options) => {
        if (held.isArmed && own === name) {
          held.waiting++
          held.all++
          await held.passed
          held.waiting--
        }
        return collection.find(filter, options)
      }
      return { ...collection, find }
    },
  })
  return { held, observe }
}

const workouts = '{ workouts(first: 1) { edges { node { id } } } }'
const queries = [
  workouts,
  '{ changes(first: 1) { changes { recordId } } }',
  '{ exerciseHistory(exerciseId: "000000000000000000000001") { edges { node { workout { id } } } } }',
]

t.test('reads large records for a few queries at a time, two of them of one user', async t => {
  const { held, observe } = heldFinds('ownedRecords')
  const app = await build(t, { wrapDatabase: observe, settings: unlimited })
  const users = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
  const [first, second] = users
  held.isArmed = true
  const requests = Array.from({ length: 5 }, () => queryGraphQL(app, workouts, {}, first))
  t.equal(await untilHeld(held, 2), 2, 'two reads of one user run at once')
  requests.push(queryGraphQL(app, workouts, {}, second))
  t.equal(await untilHeld(held, 3), 3, 'a read of another user does not wait for them')
  t.match(
    await queryGraphQL(app, '{ me { id } }', {}, first),
    { data: { me: {} } },
    'small records are read at once',
  )
  for (const user of users)
    for (let at = 0; at < 3; at++) requests.push(queryGraphQL(app, workouts, {}, user))
  t.equal(await untilHeld(held, 8), 8, 'eight reads of all users run at once')
  held.isArmed = false
  held.open()
  for (const { errors } of await Promise.all(requests)) t.notOk(errors)
})

t.test('detects queries of large records regardless of their selection', async t => {
  const { held, observe } = heldFinds('ownedRecords')
  const app = await build(t, { wrapDatabase: observe, settings: unlimited })
  for (const query of queries) {
    const user = await signUp(app)
    Object.assign(held, { isArmed: true, ...createLatch() })
    const requests = Array.from({ length: 3 }, () => queryGraphQL(app, query, {}, user))
    t.equal(await untilHeld(held, 2), 2, query)
    held.isArmed = false
    held.open()
    await Promise.all(requests)
  }
})

t.test('reads nothing for a waiting query whose client has disconnected', async t => {
  const { held, observe } = heldFinds('ownedRecords')
  const app = await build(t, { wrapDatabase: observe, settings: unlimited })
  const url = await app.listen({ port: 0 })
  const user = await signUp(app)
  const requests = Array.from({ length: 3 }, () => {
    const client = request(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...user.headers },
    })
    return client.on('error', () => undefined)
  })
  held.isArmed = true
  const body = JSON.stringify({ query: workouts })
  const [first, second, third] = requests
  for (const client of [first, second]) client?.end(body)
  await untilHeld(held, 2)
  third?.end(body)
  await untilHeld(held, 2)
  third?.destroy()
  await untilHeld(held, 2)
  const responses = requests.slice(0, 2).map(client => once(client, 'response'))
  held.open()
  await Promise.all(responses)
  await untilHeld(held, 0)
  t.equal(held.all, 2)
})

/** Waits until this many queries are held back, and then for a number of turns in which more could arrive. */
async function untilHeld(held: { waiting: number }, count: number): Promise<number> {
  while (held.waiting < count) await yieldToEventLoop()
  for (let turn = 0; turn < 200; turn++) await yieldToEventLoop()
  return held.waiting
}
