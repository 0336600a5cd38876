import t from 'tap'
import type { App } from '../../../../src/app.js'
import { errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import {
  buildWithExercises,
  kg,
  newId,
  planned,
  read,
  save,
  today,
  workout,
  type Input,
} from '../../progress/enrollments/enrollments.js'

const fields = `id version title notes folderId position
  exercises { entryId exerciseId sets { type minReps load { value unit } restSeconds } }`

interface RoutineNode extends Input {
  id: string
  version: number
  title: string
  folderId: string | null
}

const tryMutate = (app: App, user: TestUser, name: string, type: string, result: string, input: Input) =>
  queryGraphQL<Record<string, Record<string, unknown> | null>>(
    app,
    `mutation($input: ${type}!) { ${name}(input: $input) { conflict ${result} } }`,
    { input },
    user,
  )

const trySaveRoutine = (app: App, user: TestUser, input: Input) =>
  tryMutate(app, user, 'saveRoutine', 'RoutineInput', `routine { ${fields} }`, {
    ...{ id: newId(), title: 'Legs', exercises: [] },
    ...input,
  })

async function saveRoutine(app: App, user: TestUser, input: Input) {
  const { data, errors } = await trySaveRoutine(app, user, input)
  if (!data?.['saveRoutine']) throw new Error(JSON.stringify(errors))
  return data['saveRoutine'] as { conflict: string | null; routine: RoutineNode | null }
}

const saveFolder = (app: App, user: TestUser, input: Input) =>
  tryMutate(app, user, 'saveRoutineFolder', 'RoutineFolderInput', 'routineFolder { id title }', {
    title: 'Folder',
    ...input,
  })

const remove = (app: App, user: TestUser, name: string, id: string) =>
  read(app, user, `mutation($id: ID!) { ${name}(input: { id: $id }) { conflict } }`, { id })

const routinesOf = async (app: App, user: TestUser, folderId: string | null = null) => {
  const { routines } = await read<{ routines: { totalCount: number; edges: { node: RoutineNode }[] } }>(
    app,
    user,
    `query($folderId: ID) { routines(folderId: $folderId) { totalCount edges { node { ${fields} } } } }`,
    { folderId },
  )
  return routines.edges.map(({ node }) => node)
}

t.test('saves, orders and deletes routines', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const id = newId()
  const exercises = [planned(squat, null, { load: kg(100), restSeconds: 120 }), planned(bench, null, {})]
  t.match(await saveRoutine(app, person, { id, title: 'Legs', notes: 'Slowly', position: 2, exercises }), {
    conflict: null,
    routine: {
      ...{ id, version: 1, title: 'Legs', notes: 'Slowly', folderId: null, position: 2 },
      exercises: [
        { exerciseId: squat, sets: [{ type: 'NORMAL', minReps: 5, load: kg(100), restSeconds: 120 }] },
        { exerciseId: bench, sets: [{ load: null }] },
      ],
    },
  })
  await saveRoutine(app, person, { title: 'Push', position: 1 })
  await saveRoutine(app, person, { title: 'First' })
  t.same(
    (await routinesOf(app, person)).map(({ title }) => title),
    ['First', 'Push', 'Legs'],
  )
  t.same(await routinesOf(app, stranger), [])
  t.match(await saveRoutine(app, person, { id, title: 'Lower body', expectedVersion: 1, exercises }), {
    routine: { version: 2, title: 'Lower body', notes: null, position: 0 },
  })
  t.match(await saveRoutine(app, stranger, { id }), { conflict: 'ID_TAKEN', routine: null })
  await remove(app, person, 'deleteRoutine', id)
  t.equal((await routinesOf(app, person)).length, 2)
})

t.test('keeps the routines of a deleted folder without changing their versions', async t => {
  const { app, person } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const [folder, other, id] = [newId(), newId(), newId()]
  await saveFolder(app, person, { id: folder, title: 'Gym', position: 2 })
  await saveFolder(app, person, { id: other, title: 'Home', position: 1 })
  t.match(await read(app, person, '{ routineFolders { title } }'), {
    routineFolders: [{ title: 'Home' }, { title: 'Gym' }],
  })
  await saveRoutine(app, person, { id, title: 'In the gym', folderId: folder })
  await saveRoutine(app, person, { title: 'At home', folderId: other })
  t.match(await routinesOf(app, person, folder), [{ title: 'In the gym' }])

  interface Feed {
    changes: { cursor: string; changes: { recordId: string; record: Input | null }[] }
  }
  const changes = async (since: string | null) =>
    (
      await read<Feed>(
        app,
        person,
        `query($since: String) {
          changes(since: $since) { cursor changes { recordId record { ... on Routine { id folderId } } } }
        }`,
        { since },
      )
    ).changes
  const { cursor } = await changes(null)
  await remove(app, person, 'deleteRoutineFolder', folder)
  t.match((await changes(cursor)).changes, [
    { recordId: folder },
    { recordId: id, record: { folderId: null } },
  ])
  t.match(
    (await routinesOf(app, person)).find(routine => routine.id === id),
    { version: 1, folderId: null },
  )
  t.same(await routinesOf(app, person, folder), [])

  const offline = { id, title: 'Edited offline', folderId: folder, expectedVersion: 1 }
  t.match(await saveRoutine(app, person, offline), {
    conflict: null,
    routine: { version: 2, title: 'Edited offline', folderId: null },
  })
  for (const [user, folderId] of [
    [person, newId()],
    [stranger, other],
  ] as const)
    t.match(
      (await trySaveRoutine(app, user, { folderId })).errors,
      [{ extensions: { code: 'BAD_USER_INPUT', field: 'input.folderId' } }],
      'an unknown folder',
    )
})

t.test('starts a workout from a routine, with the loads that were used last', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const startedAt = new Date(today.getTime() - 50 * 3_600_000)
  const sets: [string, ...string[]][] = [[squat, '100x5', '105x3']]
  const { programDay: _, ...earlier } = workout({ startedAt, enrollmentId: newId(), at: [1, 1], sets })
  await save(app, person, earlier)
  const routineId = newId()
  await saveRoutine(app, person, {
    id: routineId,
    title: 'Mixed',
    exercises: [
      planned(squat, null, { type: 'WARMUP' }, {}, {}, {}, { load: kg(80) }),
      planned(bench, null, { restSeconds: 60 }),
    ],
  })
  const start = (from: Input, id = newId()) =>
    queryGraphQL<{ startWorkout: { workout: Input } | null }>(
      app,
      `mutation($input: StartWorkoutInput!) {
        startWorkout(input: $input) { conflict workout {
          id workoutTitle routineId
          exercises { exerciseId sets { type load { value } restSeconds target { load { value } minReps } } }
        } }
      }`,
      { input: { id, from, startedAt: today, timezone: 'UTC' } },
      person,
    )
  const id = newId()
  const { data } = await start({ routine: routineId }, id)
  const loadsOf = (values: (number | null)[]) =>
    values.map(value => ({ target: { load: value === null ? null : { value }, minReps: 5 } }))
  t.match(data?.startWorkout?.workout, {
    id,
    workoutTitle: 'Mixed',
    routineId,
    exercises: [
      { exerciseId: squat, sets: loadsOf([null, 100, 105, 105, 80]) },
      { exerciseId: bench, sets: [{ restSeconds: 60, target: { load: null } }] },
    ],
  })
  await remove(app, person, 'deleteRoutine', routineId)
  t.match(
    await read(app, person, 'query($id: ID!) { workout(id: $id) { routineId } }', { id }),
    { workout: { routineId } },
    'the workout outlives its routine',
  )
  const { errors } = await start({ routine: routineId })
  t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'input.from.routine' } }])
})

t.test('starts a workout from a routine with the loads of warm-up sets', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const startedAt = new Date(today.getTime() - 50 * 3_600_000)
  const sets: [string, ...string[]][] = [[squat, '102.5x5']]
  const { programDay: _, ...earlier } = workout({ startedAt, enrollmentId: newId(), at: [1, 1], sets })
  await save(app, person, earlier)
  const settings = { id: newId(), exerciseId: bench, increment: kg(1) }
  await tryMutate(app, person, 'saveExerciseSettings', 'ExerciseSettingsInput', '', settings)
  const pounds = (value: number) => ({ value, unit: 'LB' })
  const warmups = [40, 65].map(warmupPercent => ({ type: 'WARMUP', warmupPercent }))
  const startFrom = async (exercises: Input[]) => {
    const [routineId, id] = [newId(), newId()]
    await saveRoutine(app, person, { id: routineId, title: 'Ramps', exercises })
    const { startWorkout } = await read<{ startWorkout: { workout: { exercises: Entry[] } } }>(
      app,
      person,
      `mutation($input: StartWorkoutInput!) { startWorkout(input: $input) {
        workout { exercises { sets { target { load { value unit } } } } }
      } }`,
      { input: { id, from: { routine: routineId }, startedAt: today, timezone: 'UTC' } },
    )
    await remove(app, person, 'deleteWorkout', id)
    return startWorkout.workout.exercises.map(entry => entry.sets.map(({ target }) => target.load))
  }
  interface Entry {
    sets: { target: { load: unknown } }[]
  }
  const progression = { type: 'LINEAR', increment: kg(5) }
  t.strictSame(
    await startFrom([
      planned(squat, null, ...warmups, {}),
      planned(squat, progression, ...warmups, { load: kg(100) }),
      planned(bench, null, ...warmups, { load: kg(63) }),
      planned(squat, null, ...warmups, { load: pounds(225) }),
    ]),
    [
      [kg(40), kg(67.5), kg(102.5)],
      [kg(40), kg(65), kg(100)],
      [kg(25), kg(41), kg(63)],
      [pounds(90), pounds(145), pounds(225)],
    ],
    'rounds to the increment of the rule, of the settings, or of the unit',
  )
  t.strictSame(
    await startFrom([planned(bench, null, ...warmups, {})]),
    [[null, null, null]],
    'without a load of the working sets',
  )
})

t.test('creates a routine from a workout', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const sets: [string, ...string[]][] = [
    [squat, '100x5', '105x3'],
    [bench, '60x8'],
  ]
  const { programDay: _, ...logged } = workout({ startedAt: today, enrollmentId: newId(), at: [1, 1], sets })
  await save(app, person, { ...logged, title: 'Monday' })
  const create = (user: TestUser, input: Input) =>
    tryMutate(
      app,
      user,
      'createRoutineFromWorkout',
      'CreateRoutineFromWorkoutInput',
      `routine { ${fields} }`,
      { workoutId: logged.id, ...input },
    )
  const id = newId()
  const created = await create(person, { id })
  t.match(created.data, {
    createRoutineFromWorkout: {
      conflict: null,
      routine: {
        ...{ id, version: 1, title: 'Monday' },
        exercises: [
          {
            exerciseId: squat,
            sets: [
              { minReps: 5, load: kg(100) },
              { minReps: 3, load: kg(105) },
            ],
          },
          { exerciseId: bench, sets: [{ minReps: 8, load: kg(60) }] },
        ],
      },
    },
  })
  await remove(app, person, 'deleteWorkout', logged.id)
  t.same((await create(person, { id })).data, created.data, 'the same again, even without the workout')
  for (const user of [person, stranger])
    t.match((await create(user, { id: newId() })).errors, [
      { extensions: { code: 'BAD_USER_INPUT', field: 'input.workoutId' } },
    ])
})

t.test('rejects invalid routines with the path, and limits their number', async t => {
  const { app, person, squat } = await buildWithExercises(t)
  const twice = planned(squat, null, {})
  const invalid: [field: string, input: Input][] = [
    ['input.title', { title: ' ' }],
    ['input.position', { position: -1 }],
    ['input.notes', { notes: 'a'.repeat(5001) }],
    ['input.exercises', { exercises: Array.from({ length: 31 }, () => planned(squat, null, {})) }],
    ['input.exercises[0].sets', { exercises: [planned(squat, null)] }],
    ['input.exercises[1].id', { exercises: [twice, twice] }],
    ['input.exercises[0].exerciseId', { exercises: [planned(newId(), null, {})] }],
    ['input.exercises[0].sets[0].minReps', { exercises: [planned(squat, null, { minReps: 0 })] }],
  ]
  for (const [field, input] of invalid) {
    const { data, errors } = await trySaveRoutine(app, person, input)
    t.equal(data?.['saveRoutine'], null)
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field } }], field)
  }
  for (let count = 0; count < 50; count++) await saveFolder(app, person, { id: newId() })
  t.equal(errorCodeOf(await saveFolder(app, person, { id: newId() })), 'CONFLICT')
  for (let count = 0; count < 200; count++) await saveRoutine(app, person, {})
  t.equal(errorCodeOf(await trySaveRoutine(app, person, {})), 'CONFLICT')
})
