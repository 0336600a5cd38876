import { createHash } from 'node:crypto'
import t, { type Test } from 'tap'
import * as documents from '../../generated/operations/client.js'
import { createClient, newId, type Fetch } from '../../src/client/index.js'
import { threeExercises } from '../features/portability/sync/exercises.js'
import { post, unlimited } from '../graphql/requests.js'
import { build, signUp } from '../helper.js'
import { appFetch } from './app-fetch.js'

const {
  ActiveWorkoutDocument,
  ChangesDocument,
  HomeScreenDocument,
  SaveWorkoutDocument,
  StartWorkoutDocument,
  SyncDocument,
} = documents

async function setUp(t: Test) {
  const service = await build(t)
  const user = await signUp(service)
  const [exerciseId = ''] = await threeExercises(service)
  let texts = 0
  const fetch: Fetch = async (url, init) => {
    if (typeof init.body === 'string' && 'query' in (JSON.parse(init.body) as object)) texts++
    return appFetch(service)(url, init)
  }
  const app = { name: 'test', version: '1.0.0' }
  const client = createClient({ baseUrl: 'http://service.example', app, fetch })
  await client.signIn(user.email, user.password)
  return { client, exerciseId, textsSent: () => texts }
}

t.test('the service knows the hash of each document', async t => {
  const app = await build(t, { settings: { ...unlimited, GRAPHQL_ONLY_REGISTERED: 'true' } })
  t.ok(Object.keys(documents).length > 80)
  for (const [name, document] of Object.entries(documents)) {
    const text = document.toString()
    const sha256Hash = createHash('sha256').update(text).digest('hex')
    const headers = { accept: text.startsWith('subscription') ? 'text/event-stream' : 'application/json' }
    const { body } = await post(app, {
      body: { extensions: { persistedQuery: { version: 1, sha256Hash } } },
      headers,
    })
    t.notMatch(body, 'PERSISTED_QUERY_NOT_FOUND', name)
    t.equal(`${/^\w+ (\w+)/.exec(text)?.[1] ?? ''}Document`, name)
  }
})

t.test('sends only hashes, and returns typed results', async t => {
  const { client, exerciseId, textsSent } = await setUp(t)
  const times = { startedAt: new Date().toISOString(), timezone: 'Europe/Berlin' }
  const id = newId()
  const { startWorkout } = await client.request(StartWorkoutDocument, { input: { id, ...times } })
  const { version } = startWorkout?.workout ?? {}
  t.equal(version, 1)
  const exercises = [{ id: newId(), exerciseId, sets: [{ id: newId(), reps: 5 }] }]
  const { saveWorkout } = await client.request(SaveWorkoutDocument, {
    input: { id, ...times, exercises, expectedVersion: version ?? null },
  })
  t.same(saveWorkout?.workout?.exercises[0]?.sets[0]?.reps, 5)
  const { activeWorkout } = await client.request(ActiveWorkoutDocument, {})
  t.same(
    activeWorkout?.exercises.map(({ exercise, sets }) => [exercise.id, sets.length]),
    [[exerciseId, 1]],
  )
  const { activeWorkout: shown } = await client.request(HomeScreenDocument, {})
  t.equal(shown?.id, id)
  t.equal(textsSent(), 0)
})

t.test('keeps typed offline records', async t => {
  const { client, textsSent } = await setUp(t)
  const records = await client.openOffline({
    documents: { sync: SyncDocument, changes: ChangesDocument },
    onProblem: ({ result }) => t.fail(result.error?.message ?? result.conflict ?? ''),
  })
  const [gymId, folderId] = [newId(), newId()]
  await records.write({ saveGym: { id: gymId, name: 'Home', unit: 'KG' } })
  await records.write({ saveRoutineFolder: { id: folderId, title: 'Summer' } })
  await records.synchronize()
  const gym = records.get(gymId)?.record
  t.equal(gym?.__typename === 'Gym' && gym.name, 'Home')
  const titles = records
    .list('ROUTINE_FOLDER')
    .flatMap(({ record }) => (record?.__typename === 'RoutineFolder' ? [record.title] : []))
  t.same(titles, ['Summer'])
  t.equal(textsSent(), 0)
})

t.test('synchronizes records of all types', async t => {
  const { client, exerciseId } = await setUp(t)
  const records = await client.openOffline({
    documents: { sync: SyncDocument, changes: ChangesDocument },
    onProblem: ({ result }) => t.fail(result.error?.message ?? result.conflict ?? ''),
  })
  const planned = [{ id: newId(), exerciseId, sets: [{ minReps: 5, maxReps: 8 }] }]
  const input = { kind: 'BODY_MEASUREMENTS' as const }
  await client.request(documents.GiveConsentDocument, { input })
  const operations = {
    saveExercise: { name: 'Rope pull', primaryMuscles: ['LATS'], trackingType: 'WEIGHT_REPS' },
    saveExerciseSettings: { exerciseId, unit: 'KG' },
    saveGym: { name: 'Home', unit: 'KG' },
    saveMeasurement: { date: '2026-05-01', weight: { value: 80, unit: 'KG' } },
    savePause: { from: '2026-05-01', to: '2026-05-02', reason: 'ILLNESS' },
    saveProgram: { title: 'Mine', weeks: [{ days: [{ name: 'A', exercises: planned }] }] },
    saveRoutine: { title: 'Upper body', exercises: planned },
    saveRoutineFolder: { title: 'Summer' },
    saveGoal: { kind: 'SESSIONS_PER_WEEK', target: 3, startsOn: '2026-05-01' },
    saveWorkout: { startedAt: '2026-05-01T12:00:00.000Z', timezone: 'UTC', exercises: [] },
  }
  for (const [name, input] of Object.entries(operations))
    await records.write({ [name]: { id: newId(), ...input } })
  await records.write({ updateProfile: { firstName: 'Anna' } })
  await records.synchronize()
  t.same(records.pending(), [])
  for (const type of ['EXERCISE', 'EXERCISE_SETTINGS', 'GYM', 'MEASUREMENT', 'PAUSE', 'PROGRAM'])
    t.equal(records.list(type).length, 1, type)
  for (const type of ['ROUTINE', 'ROUTINE_FOLDER', 'GOAL', 'WORKOUT', 'PROFILE'])
    t.equal(records.list(type).length, 1, type)
})
