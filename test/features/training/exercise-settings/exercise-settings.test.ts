import t from 'tap'
import type { App } from '../../../../src/app.js'
import { errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import {
  buildWithExercises,
  enroll,
  enrollment,
  kg,
  linear,
  planned,
  publish,
} from '../../progress/enrollments/enrollments.js'
import { newId, type Input } from '../workouts/workouts.js'

const fields = 'id version exerciseId note restSeconds unit increment { value unit } barName'

interface Saved {
  saveExerciseSettings: { exerciseSettings: Input | null; conflict: string | null } | null
}

interface Planned {
  sets: { restSeconds: number | null }[]
}

const trySave = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<Saved>(
    app,
    `mutation($input: ExerciseSettingsInput!) {
      saveExerciseSettings(input: $input) { exerciseSettings { ${fields} } conflict }
    }`,
    { input },
    user,
  )

async function save(app: App, user: TestUser, input: Input) {
  const { data, errors } = await trySave(app, user, input)
  if (!data?.saveExerciseSettings) throw new Error(JSON.stringify(errors))
  return data.saveExerciseSettings
}

const settingsOf = async (app: App, user: TestUser, id: string) => {
  const { data } = await queryGraphQL<{ exercise: { settings: Input | null } }>(
    app,
    `query($id: ID!) { exercise(id: $id) { settings { ${fields} } } }`,
    { id },
    user,
  )
  return data!.exercise.settings
}

t.test('saves, lists and deletes the settings for an exercise', async t => {
  const { app, person, squat, pullUp } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const values = { note: 'Seat 4', restSeconds: 150, unit: 'LB', increment: kg(1.25), barName: 'Women’s bar' }
  const id = newId()
  t.equal(await settingsOf(app, person, squat), null)
  t.match(await save(app, person, { id, exerciseId: squat, ...values }), {
    conflict: null,
    exerciseSettings: { id, version: 1, exerciseId: squat, ...values },
  })
  t.match(await settingsOf(app, person, squat), values)
  t.equal(await settingsOf(app, stranger, squat), null)

  const changed = { id, exerciseId: squat, expectedVersion: 1, restSeconds: 60 }
  t.match(await save(app, person, changed), {
    exerciseSettings: { version: 2, note: null, restSeconds: 60, increment: null },
  })
  await save(app, person, { id: newId(), exerciseId: pullUp, note: 'Slowly' })
  const listed = `{ exerciseSettings(first: 1) {
    totalCount pageInfo { hasNextPage } edges { node { exerciseId } }
  } }`
  t.match((await queryGraphQL(app, listed, {}, person)).data, {
    exerciseSettings: {
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { exerciseId: String } }],
    },
  })
  await queryGraphQL(
    app,
    'mutation($id: ID!) { deleteExerciseSettings(input: { id: $id }) { conflict } }',
    { id },
    person,
  )
  t.equal(await settingsOf(app, person, squat), null)
})

t.test('allows one settings record per exercise', async t => {
  const { app, person, squat, pullUp } = await buildWithExercises(t)
  const [first, second] = [newId(), newId()]
  await save(app, person, { id: first, exerciseId: squat, note: 'First' })
  t.match(await save(app, person, { id: second, exerciseId: squat, note: 'Second' }), {
    conflict: 'ACTIVE',
    exerciseSettings: { id: first, note: 'First' },
  })
  await save(app, person, { id: second, exerciseId: pullUp, note: 'Second' })
  t.match(
    await save(app, person, { id: second, exerciseId: squat, note: 'Moved', expectedVersion: 1 }),
    { conflict: 'ACTIVE', exerciseSettings: { id: first } },
    'also when settings are moved to another exercise',
  )
})

t.test('rejects invalid settings with the path', async t => {
  const { app, person, squat } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const exerciseId = newId()
  await queryGraphQL(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
    { input: { id: exerciseId, name: 'Mine' } },
    stranger,
  )
  const invalid: [field: string, input: Input][] = [
    ['input', { exerciseId: squat }],
    ['input.exerciseId', { exerciseId, note: 'Belongs to another user' }],
    ['input.exerciseId', { exerciseId: newId(), note: 'Unknown' }],
    ['input.note', { exerciseId: squat, note: 'a'.repeat(2001) }],
    ['input.restSeconds', { exerciseId: squat, restSeconds: 86_401 }],
    ['input.increment.value', { exerciseId: squat, increment: kg(0) }],
    ['input.increment.value', { exerciseId: squat, increment: kg(1501) }],
    ['input.barName', { exerciseId: squat, barName: 'a'.repeat(101) }],
  ]
  for (const [field, input] of invalid) {
    const response = await trySave(app, person, { id: newId(), ...input })
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', field)
    t.equal(response.errors?.[0]?.extensions['field'], field)
  }
})

t.test('uses the rest of the settings where the plan defines none', async t => {
  const { app, person, squat, pullUp } = await buildWithExercises(t)
  const sets = [{ load: kg(100) }, { load: kg(100), restSeconds: 30 }]
  const program = await publish(app, person, {
    weeks: [{ days: [[planned(squat, linear, ...sets), planned(pullUp, null, { minReps: 8 })]] }],
  })
  const { id } = enrollment(program)
  await enroll(app, person, enrollment(program, { id }))
  await save(app, person, { id: newId(), exerciseId: squat, restSeconds: 200 })
  const next = await queryGraphQL<{ activeEnrollment: { nextDay: { exercises: Planned[] } } }>(
    app,
    '{ activeEnrollment { nextDay { exercises { sets { restSeconds } } } } }',
    {},
    person,
  )
  t.same(
    next.data!.activeEnrollment.nextDay.exercises.map(({ sets }) =>
      sets.map(({ restSeconds }) => restSeconds),
    ),
    [[200, 30], [null]],
  )
  const { data } = await queryGraphQL<{ startWorkout: { workout: { exercises: Planned[] } } }>(
    app,
    `mutation($input: StartWorkoutInput!) {
      startWorkout(input: $input) { workout { exercises { sets { restSeconds } } } }
    }`,
    {
      input: {
        ...{ id: newId(), startedAt: '2026-05-04T11:00:00.000Z', timezone: 'Europe/Berlin' },
        from: { programDay: { enrollmentId: id, week: 1, day: 1 } },
      },
    },
    person,
  )
  t.same(
    data!.startWorkout.workout.exercises.map(({ sets }) => sets.map(({ restSeconds }) => restSeconds)),
    [[200, 30], [null]],
  )
})
