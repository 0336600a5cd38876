import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import {
  active,
  enroll,
  enrollment,
  buildWithExercises,
  kg,
  linear,
  planned,
  publish,
  weeksOf,
} from '../../progress/enrollments/enrollments.js'
import { completed, newId, save, trySave, workoutFields, type Input, type SavedWorkout } from './workouts.js'

const startMutation = `mutation($input: StartWorkoutInput!) {
  startWorkout(input: $input) { conflict workout { ${workoutFields} } }
}`

const tryStart = (app: App, user: TestUser, programDay: Input, fields: Input = {}) =>
  queryGraphQL<{ startWorkout: { conflict: string | null; workout: SavedWorkout } }>(
    app,
    startMutation,
    {
      input: {
        ...{ id: newId(), startedAt: '2026-05-04T11:00:00.000Z', timezone: 'Europe/Berlin' },
        ...{ from: { programDay }, ...fields },
      },
    },
    user,
  )

t.test('starts a workout from a program day, and advances the enrollment when it is finished', async t => {
  const { app, person, squat, pullUp } = await buildWithExercises(t)
  const program = await publish(app, person, {
    weeks: [
      {
        days: [
          [
            planned(
              squat,
              linear,
              { type: 'WARMUP', load: kg(50), restSeconds: 60, notes: 'Slow.' },
              { load: kg(100), maxReps: 6, rpe: 8, restSeconds: 180, notes: 'Deep.' },
              { load: kg(100), restSeconds: 180, notes: 'Deep.' },
            ),
            { ...planned(pullUp, null, { minReps: 8 }), supersetId: 'A' },
          ],
          [planned(squat, linear, { load: kg(100) })],
        ],
      },
    ],
  })
  const input = enrollment(program)
  await enroll(app, person, input)
  const programDay = { enrollmentId: input.id, week: 1, day: 1 }
  const id = newId()
  const { data } = await tryStart(app, person, programDay, { id })
  const { conflict, workout: begun } = data!.startWorkout
  t.equal(conflict, null)
  t.match(begun, {
    ...{ id, workoutTitle: 'Day 1', programDay, workoutStatus: 'IN_PROGRESS' },
    exercises: [
      {
        ...{ exerciseId: squat, supersetId: null, notes: 'Slow.\nDeep.', restSeconds: null },
        sets: [
          { type: 'WARMUP', restSeconds: 60, target: { load: kg(50), minReps: 5 } },
          { type: 'NORMAL', restSeconds: 180, target: { load: kg(100), minReps: 5, maxReps: 6, rpe: 8 } },
          { loadMode: 'EXTERNAL', load: null, reps: null, completedAt: null, target: { load: kg(100) } },
        ],
      },
      {
        exerciseId: pullUp,
        supersetId: 'A',
        notes: null,
        sets: [{ loadMode: 'BODYWEIGHT', target: { minReps: 8 } }],
      },
    ],
  })
  t.same((await tryStart(app, person, programDay, { id })).data?.startWorkout, data!.startWorkout, 'repeated')

  const done = begun.exercises.map(({ entryId, sets, ...entry }) => ({
    ...entry,
    id: entryId,
    sets: sets.map(({ setId, ...set }) => ({
      ...set,
      id: setId,
      load: kg(100),
      reps: 8,
      completedAt: '2026-05-04T11:30:00.000Z',
    })),
  }))
  const finish = {
    ...{ id, programDay, exercises: done, expectedVersion: 1 },
    ...{ startedAt: begun['startedAt'], endedAt: '2026-05-04T11:45:00.000Z', timezone: begun['timezone'] },
  }
  t.match(await save(app, person, finish), { conflict: null })
  t.match(await active(app, person), {
    ...{ completedDays: 1, currentDay: 2 },
    nextDay: { exercises: [{ reason: 'RAISED', sets: [{ target: { load: kg(102.5) } }] }] },
  })
  const filtered = await queryGraphQL<{ workouts: { edges: { node: Input }[] } }>(
    app,
    'query($filter: WorkoutFilter) { workouts(filter: $filter) { edges { node { id } } } }',
    { filter: { enrollmentId: input.id } },
    person,
  )
  t.same(filtered.data?.workouts.edges, [{ node: { id } }])
  t.match(await save(app, person, { ...finish, endedAt: null, expectedVersion: 2 }), { conflict: null })
  t.match(await active(app, person), { completedDays: 0, currentDay: 1 }, 'a reopened day is not completed')
})

t.test('omits deleted custom exercises when a program day is started', async t => {
  const { app, person, squat } = await buildWithExercises(t)
  const own = newId()
  const exercise = { id: own, name: 'Sled Drag', category: 'STRENGTH', level: 'BEGINNER' }
  const made = await queryGraphQL<{ saveExercise: { conflict: string | null } }>(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
    { input: { ...exercise, primaryMuscles: ['QUADRICEPS'], trackingType: 'WEIGHT_REPS' } },
    person,
  )
  t.equal(made.data?.saveExercise.conflict, null, JSON.stringify(made.errors))
  const days = [[planned(own, null, { load: kg(50) }), planned(squat, linear, { load: kg(100) })]]
  const input = enrollment(await publish(app, person, { weeks: [{ days }] }))
  await enroll(app, person, input)
  const notFound = await queryGraphQL(
    app,
    `mutation { deleteExercise(input: { id: "${own}" }) { conflict } }`,
    {},
    person,
  )
  t.equal(notFound.errors, undefined)
  const { data, errors } = await tryStart(app, person, { enrollmentId: input.id, week: 1, day: 1 })
  t.equal(errors, undefined)
  t.same(
    data?.startWorkout.workout.exercises.map(({ exerciseId }) => exerciseId),
    [squat],
  )
})

t.test('rejects program days of other users by path, and writes nothing', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const input = enrollment(await publish(app, person, { weeks: weeksOf(squat, bench) }))
  await enroll(app, person, input)
  const day = { enrollmentId: input.id, week: 1, day: 1 }
  const started = 'input.from.programDay'
  const cases: [path: string, saved: string, programDay: Input, context?: TestUser][] = [
    [started, 'input.programDay.enrollmentId', { ...day, enrollmentId: newId() }],
    [started, 'input.programDay.enrollmentId', day, stranger],
    [started, 'input.programDay.day', { ...day, day: 2 }],
    [started, 'input.programDay.day', { ...day, week: 3 }],
    [`${started}.week`, 'input.programDay.week', { ...day, week: 0 }],
    [`${started}.enrollmentId`, 'input.programDay.enrollmentId', { ...day, enrollmentId: 'x' }],
  ]
  for (const [startPath, savePath, programDay, context = person] of cases) {
    const responses: [string, Awaited<ReturnType<typeof trySave | typeof tryStart>>][] = [
      [startPath, await tryStart(app, context, programDay)],
      [savePath, await trySave(app, context, completed({ programDay }))],
    ]
    for (const [path, response] of responses) {
      t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
      t.equal(response.errors?.[0]?.message.split(' ')[0], path)
    }
  }
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, person), {
    data: { workouts: { totalCount: 0 } },
  })
  t.match(await save(app, person, completed({ programDay: day })), {
    conflict: null,
    workout: { programDay: day },
  })
})

t.test('returns the enrollment of the program day', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const program = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const input = enrollment(program)
  await enroll(app, person, input)
  const programDay = { enrollmentId: input.id, week: 1, day: 1 }
  const id = newId()
  await tryStart(app, person, programDay, { id })
  const query = `query($id: ID!) {
    workout(id: $id) { programDay { enrollmentId enrollment { id enrollmentStatus program { id } } } }
  }`
  t.same((await queryGraphQL(app, query, { id }, person)).data, {
    workout: {
      programDay: {
        enrollmentId: input.id,
        enrollment: { id: input.id, enrollmentStatus: 'ACTIVE', program: { id: program } },
      },
    },
  })
  t.equal(errorCodeOf(await queryGraphQL(app, query, { id }, await signUp(app))), 'NOT_FOUND')
  t.same((await queryGraphQL(app, query, { id: await savedWithout(app, person) }, person)).data, {
    workout: { programDay: null },
  })
})

async function savedWithout(app: App, user: TestUser): Promise<string> {
  const input = completed()
  await save(app, user, input)
  return input.id
}
