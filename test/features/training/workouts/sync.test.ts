import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  newId,
  planned,
  save,
  workout,
  type Input,
} from './workouts.js'

const mutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results { recordId status version conflict record { id version ... on Workout { workoutTitle } } error { code path message } }
  }
}`

const trySync = (app: App, user: TestUser, operations: Input[]) =>
  queryGraphQL<{ sync: { results: Input[] } }>(app, mutation, { operations }, user)

async function sync(app: App, user: TestUser, operations: Input[]) {
  const { data, errors } = await trySync(app, user, operations)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

t.test('writes the workouts of a sync independently, and ignores repeated ones', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const [first, running, theirs] = [completed({ title: 'first' }), workout(), completed()]
  await save(app, stranger, theirs)
  const unknown = newId()
  const operations = [
    { saveWorkout: first },
    {
      saveWorkout: {
        ...first,
        title: 'second',
        expectedVersion: 1,
        exercises: [entry(bench, [done({ reps: 1 })])],
      },
    },
    { saveWorkout: running },
    { saveWorkout: workout() },
    { saveWorkout: completed({ exercises: [entry(bench), entry(unknown)] }) },
    { saveWorkout: completed({ rating: 9 }) },
    { saveWorkout: theirs },
    { deleteWorkout: { id: running.id, expectedVersion: 7 } },
    { deleteWorkout: { id: running.id.toUpperCase() } },
    { deleteWorkout: { id: 'x' } },
  ]
  const expected = [
    { recordId: first.id, status: 'APPLIED', version: 1, record: { version: 2, workoutTitle: 'second' } },
    { status: 'APPLIED', version: 2, record: { version: 2 } },
    { status: 'APPLIED', version: 1 },
    { status: 'CONFLICT', conflict: 'ACTIVE' },
    { status: 'REFUSED', error: { path: 'operations[4].saveWorkout.exercises[1].exerciseId' } },
    { status: 'REFUSED', error: { path: 'operations[5].saveWorkout.rating', code: 'BAD_USER_INPUT' } },
    { recordId: theirs.id, status: 'CONFLICT', conflict: 'ID_TAKEN', record: null },
    { recordId: running.id, status: 'CONFLICT', conflict: 'VERSION', version: 1 },
    { recordId: running.id, status: 'APPLIED', version: 2, record: null },
    { status: 'REFUSED', error: { path: 'operations[9].deleteWorkout.id' } },
  ]
  t.match(await sync(app, user, operations), expected)
  const again = await sync(app, user, operations.slice(0, 3))
  t.match(again, [
    { status: 'UNCHANGED', version: 1, record: { version: 2, workoutTitle: 'second' } },
    { status: 'UNCHANGED', version: 2 },
    { status: 'UNCHANGED', version: 1, record: null },
  ])
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, user), {
    data: { workouts: { totalCount: 1 } },
  })
})

t.test('limits a sync to five thousand sets', async t => {
  const { app, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const sets = (count: number) => Array.from({ length: count }, () => planned())
  const large = () => completed({ exercises: Array.from({ length: 25 }, () => entry(plank, sets(40))) })
  const response = await trySync(app, user, [
    ...Array.from({ length: 5 }, () => ({ saveWorkout: large() })),
    { saveWorkout: completed({ exercises: [entry(plank, sets(1))] }) },
  ])
  t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
  t.match(response.errors?.[0]?.message, /^operations /)
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, user), {
    data: { workouts: { totalCount: 0 } },
  })
})
