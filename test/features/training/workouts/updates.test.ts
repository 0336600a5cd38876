import t from 'tap'
import { signUp, isolatedSettings } from '../../../helper.js'
import {
  responseOf,
  follow,
  startListening,
  socketClient,
  sseClient,
} from '../../../graphql/subscriptions/live.js'
import { newId, remove, save, workout } from './workouts.js'

const query = 'subscription($id: ID!) { workoutUpdated(id: $id) { id version workoutTitle } }'
const anything = { query: '{ __typename }' }

t.test('sends an event for each change of a workout, and ends after its deletion', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const [sent, other] = [workout({ endedAt: '2026-05-01T11:00:00.000Z' }), workout()]
  for (const one of [sent, other]) await save(app, user, one)
  const client = socketClient(t, socketUrl, { connectionParams: user.headers })
  const { next, ended, arrived } = follow(client, { query, variables: { id: sent.id.toUpperCase() } })
  await responseOf(client, anything)

  await save(app, user, { ...other, title: 'another', expectedVersion: 1 })
  await save(app, user, { ...sent, title: 'first', expectedVersion: 1 })
  t.same(await next(), { data: { workoutUpdated: { id: sent.id, version: 2, workoutTitle: 'first' } } })
  await save(app, user, { ...sent, title: 'first', expectedVersion: 2 })
  await save(app, user, { ...sent, title: 'second', expectedVersion: 2 })
  t.same(await next(), { data: { workoutUpdated: { id: sent.id, version: 3, workoutTitle: 'second' } } })
  await remove(app, user, sent.id)
  t.same(await next(), { data: { workoutUpdated: null } })
  await ended()
  t.same(arrived, [])
})

t.test('rejects subscriptions to workouts of other users', async t => {
  const { app, httpUrl } = await startListening(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const [sent, deleted] = [workout({ endedAt: '2026-05-01T11:00:00.000Z' }), workout()]
  for (const one of [sent, deleted]) await save(app, user, one)
  await remove(app, user, deleted.id)
  const code = async (id: string, headers: Record<string, string>) => {
    const response = await responseOf(sseClient(t, httpUrl, { headers }), { query, variables: { id } })
    return (response as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code
  }
  t.equal(await code(sent.id, stranger.headers), 'NOT_FOUND')
  t.equal(await code(newId(), user.headers), 'NOT_FOUND')
  t.equal(await code(deleted.id, user.headers), 'NOT_FOUND')
  t.equal(await code('x', user.headers), 'BAD_USER_INPUT')
  t.equal(await code(sent.id, {}), 'UNAUTHENTICATED')
})

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

// Only one process can open the embedded database, so two instances require MongoDB.
if (TEST_MONGODB_URI !== undefined && TEST_REDIS_URL !== undefined)
  t.test('sends changes to subscribers on other instances', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const [here, there] = [await startListening(t, { settings }), await startListening(t, { settings })]
    const user = await signUp(here.app)
    const sent = workout()
    await save(here.app, user, sent)
    const client = socketClient(t, there.socketUrl, { connectionParams: user.headers })
    const { next } = follow(client, { query, variables: { id: sent.id } })
    await responseOf(client, anything)
    await save(here.app, user, { ...sent, title: 'here', expectedVersion: 1 })
    t.match(await next(), { data: { workoutUpdated: { version: 2, workoutTitle: 'here' } } })
  })
