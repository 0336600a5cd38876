import fc from 'fast-check'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { imported } from '../../portability/imports/imports.js'
import { buildWithExercises, completed, newId, remove, save, workout, type Input } from './workouts.js'

const query = `{
  me { workoutsCompleted }
  workouts(first: 100, filter: { status: COMPLETED }) { edges { cursor } }
}`

/** Reads the number in the profile, and counts the workouts in the history. */
async function counts(app: App, user: TestUser) {
  const { data } = await queryGraphQL<{
    me: { workoutsCompleted: number }
    workouts: { edges: object[] }
  }>(app, query, {}, user)
  return { inProfile: data!.me.workoutsCompleted, inHistory: data!.workouts.edges.length }
}

const syncMutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) { results { recordId version status } }
}`
interface SyncResult {
  recordId: string
  version: number | null
  status: string
}

type Change = 'complete' | 'start' | 'delete'
const changes = fc.record({
  change: fc.constantFrom<Change>('complete', 'complete', 'start', 'delete'),
  target: fc.integer({ min: 0, max: 5 }),
})
const batches = fc.array(fc.array(changes, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

const toOperation = (change: Change, id: string, expectedVersion: number | null): Input =>
  change === 'delete'
    ? { deleteWorkout: { id } }
    : { saveWorkout: { ...(change === 'start' ? workout() : completed()), id, expectedVersion } }

t.test('the number of completed workouts in the profile equals that in the history', async t => {
  const { app } = await buildWithExercises(t)
  const applied = new Set<string>()
  await fc.assert(
    fc.asyncProperty(batches, async sent => {
      const user = await signUp(app)
      const ids = Array.from({ length: 6 }, newId)
      const versions = new Map<string, number | null>()
      for (const batch of sent) {
        const operations = batch.map(({ change, target }) => {
          const id = ids[target]!
          const version = versions.get(id) ?? null
          // Some of these versions are wrong, because an earlier operation of the batch is refused.
          versions.set(id, (version ?? 0) + 1)
          return toOperation(change, id, version)
        })
        const { data, errors } = await queryGraphQL<{ sync: { results: SyncResult[] } }>(
          app,
          syncMutation,
          { operations },
          user,
        )
        if (!data) throw new Error(JSON.stringify(errors))
        data.sync.results.forEach(({ recordId, version, status }, index) => {
          versions.set(recordId, version)
          if (status === 'APPLIED') applied.add(batch[index]!.change)
        })
        const { inProfile, inHistory } = await counts(app, user)
        if (inProfile !== inHistory)
          throw new Error(`${inProfile} in the profile, ${inHistory} in the history`)
      }
    }),
    { numRuns: 30 },
  )
  t.same([...applied].sort(), ['complete', 'delete', 'start'])
})

t.test('completed, reopened, deleted and imported workouts change the number in the profile', async t => {
  const { app } = await buildWithExercises(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const seen = async () => (await counts(app, user)).inProfile
  const running = workout()
  await save(app, user, running)
  t.equal(await seen(), 0, 'a workout in progress does not count')
  const finished = { ...running, endedAt: '2026-05-01T11:00:00.000Z' }
  await save(app, user, { ...finished, expectedVersion: 1 })
  t.equal(await seen(), 1)
  await save(app, user, { ...finished, title: 'renamed', expectedVersion: 2 })
  t.equal(await seen(), 1)
  await save(app, user, { ...running, expectedVersion: 3 })
  t.equal(await seen(), 0)
  await save(app, user, { ...finished, expectedVersion: 4 })
  await remove(app, user, running.id)
  t.equal(await seen(), 0)

  const file = [
    'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Seconds',
    '2026-04-01 18:00:00,Push,1h,Bench Press (Barbell),1,60,5,0',
    '2026-04-02 18:00:00,Push,1h,Bench Press (Barbell),1,60,5,0',
  ]
  t.match(await imported(app, user, file.join('\n')), { importStatus: 'COMPLETED' })
  t.same(await counts(app, user), { inProfile: 2, inHistory: 2 })
  t.same(await counts(app, other), { inProfile: 0, inHistory: 0 })
})
