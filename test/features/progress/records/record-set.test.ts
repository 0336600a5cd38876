import t from 'tap'
import { queryGraphQL, signUp, isolatedSettings } from '../../../helper.js'
import { responseOf, follow, startListening, socketClient } from '../../../graphql/subscriptions/live.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { completed, done, entry, kg, now, remove } from '../../training/workouts/workouts.js'
import { exercisesOf, saved, session } from './records.js'

const query = 'subscription { recordSet { type value workoutId previous { value } exercise { slug } } }'
const anything = { query: '{ __typename }' }
const clock = () => now

t.test('publishes the current records that a save sets', async t => {
  const { app, socketUrl } = await startListening(t, { clock })
  const { jump, bench } = await exercisesOf(app)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const listen = (headers: Record<string, string>) =>
    follow(socketClient(t, socketUrl, { connectionParams: headers }), { query })
  const { next, arrived } = listen(user.headers)
  const other = listen(stranger.headers)
  const client = socketClient(t, socketUrl, { connectionParams: user.headers })
  await responseOf(client, anything)
  await new Promise(resolve => setImmediate(resolve))

  const nextRecord = async () => {
    const { data } = await next()
    const { workoutId, ...record } = (data as { recordSet: { workoutId: string } }).recordSet
    return [record, workoutId]
  }
  const record = (type: string, value: number, before: number, slug = 'box-jump') => ({
    ...{ type, value, previous: { value: before }, exercise: { slug } },
  })
  const first = session('04-01', jump, [{ reps: 10 }])
  await saved(app, user, first)
  const better = session('04-02', jump, [{ reps: 12 }])
  await saved(app, user, better)
  t.same(await nextRecord(), [record('REPS', 12, 10), better.id])
  // A past record that is already broken is not published.
  await saved(app, user, session('03-30', jump, [{ reps: 9 }]))
  await saved(app, user, session('03-31', jump, [{ reps: 11 }]))
  // A raised record is published, a lowered one is not.
  const raised = session('04-02', jump, [{ reps: 15 }], { id: better.id })
  await saved(app, user, { ...raised, expectedVersion: 1 })
  t.same(await nextRecord(), [record('REPS', 15, 11), better.id])
  await saved(app, user, session('04-02', jump, [{ reps: 13 }], { id: better.id, expectedVersion: 2 }))
  await saved(app, user, session('04-05', jump, [{ reps: 20 }]))
  t.same((await nextRecord())[0], record('REPS', 20, 13))
  // A record that becomes current again after a deletion is not published.
  await remove(app, user, better.id)

  // A batch publishes only the records that are current in the end.
  const operations = [100, 110, 120].map((load, at) => ({
    saveWorkout: session(`04-1${at}`, bench, [{ load: kg(load), reps: 1 }]),
  }))
  const sync =
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status } } }'
  await queryGraphQL(app, sync, { operations }, user)
  const set = [(await nextRecord())[0], (await nextRecord())[0], (await nextRecord())[0]]
  t.same(
    new Set(set.map(one => JSON.stringify(one))),
    new Set(
      ['WEIGHT', 'ONE_RM', 'VOLUME'].map(type =>
        JSON.stringify(record(type, 120, 110, 'barbell-bench-press')),
      ),
    ),
  )
  await responseOf(client, anything)
  t.same([arrived, other.arrived], [[], []])
})

t.test('publishes all records of a large save', async t => {
  const { app, socketUrl } = await startListening(t, { clock })
  const known = starterCatalogue.filter(({ trackingType }) => trackingType === 'WEIGHT_REPS').slice(0, 40)
  const { exercises } = app.features.services
  await exercises.import(known, 'starter')
  const ids = [...(await exercises.findBySlugs(known.map(({ slug }) => slug))).values()].map(({ id }) => id)
  const user = await signUp(app)
  const workoutOf = (day: string, value: number) =>
    completed({
      ...{ startedAt: `2026-${day}T10:00:00.000Z`, endedAt: `2026-${day}T11:00:00.000Z` },
      exercises: ids.map(id =>
        entry(id, [done({ load: kg(value), reps: 5, completedAt: `2026-${day}T10:30:00.000Z` })]),
      ),
    })
  await saved(app, user, workoutOf('04-01', 50))
  const client = socketClient(t, socketUrl, { connectionParams: user.headers })
  const { next } = follow(client, { query: 'subscription { recordSet { id } }' })
  await responseOf(client, anything)
  await saved(app, user, workoutOf('04-02', 60))
  const received = new Set<string>()
  for (let count = 0; count < 120; count++)
    received.add(((await next()).data as { recordSet: { id: string } }).recordSet.id)
  t.equal(received.size, 120)
})

t.test('requires authentication to subscribe to records', async t => {
  const { app } = await startListening(t)
  t.match(await queryGraphQL(app, query), { errors: [{}] })
})

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

// Two instances cannot share an embedded database.
if (TEST_MONGODB_URI !== undefined && TEST_REDIS_URL !== undefined)
  t.test('publishes records across instances', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const here = await startListening(t, { settings, clock })
    const { jump } = await exercisesOf(here.app)
    // Reads the catalogue when it listens, and again when its clock has moved.
    const there = await startListening(t, { settings, clock })
    const user = await signUp(here.app)
    await saved(here.app, user, session('04-01', jump, [{ reps: 10 }]))
    const client = socketClient(t, there.socketUrl, { connectionParams: user.headers })
    const { next } = follow(client, { query })
    await responseOf(client, anything)
    await saved(here.app, user, session('04-02', jump, [{ reps: 12 }]))
    t.match(await next(), { data: { recordSet: { type: 'REPS', value: 12 } } })
  })
