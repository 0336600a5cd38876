import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  inputOf,
  kg,
  newId,
  planned,
  remove,
  save,
  workout,
  workoutFields,
  type Input,
  type SavedWorkout,
} from './workouts.js'

interface Payload {
  conflict: string | null
  workout: SavedWorkout | null
}

const startMutation = `mutation($input: StartWorkoutInput!) {
  startWorkout(input: $input) { conflict workout { ${workoutFields} } }
}`

const tryStart = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<{ startWorkout: Payload }>(app, startMutation, { input }, user)

async function start(app: App, user: TestUser, input: Input) {
  const { data, errors } = await tryStart(app, user, input)
  if (!data?.startWorkout) throw new Error(JSON.stringify(errors))
  return data.startWorkout
}

const begin = (fields: Input = {}) => ({
  ...{ id: newId(), startedAt: '2026-05-01T11:30:00.000Z', timezone: 'Europe/Berlin' },
  ...fields,
})

t.test('starts an empty workout', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  const input = begin()
  const { conflict, workout: begun } = await start(app, user, input)
  t.equal(conflict, null)
  t.match(begun, { ...input, version: 1, workoutStatus: 'IN_PROGRESS', workoutTitle: null, exercises: [] })
  t.match(await start(app, user, begin({ from: null })), { conflict: 'ACTIVE', workout: { id: input.id } })
  t.match(await start(app, await signUp(app), input), { conflict: 'ID_TAKEN', workout: null })
})

t.test('starts a workout from a past one, with its sets as targets', async t => {
  const { app, bench, plank } = await buildWithExercises(t)
  const user = await signUp(app)
  const past = completed({
    ...{ title: 'Push', notes: 'Great.', rating: 5 },
    exercises: [
      entry(
        bench,
        [
          done({ type: 'WARMUP', load: kg(40), reps: 10, restSeconds: 30, rir: 5 }),
          done({ load: kg(100), reps: 5, rpe: 8.5, target: { minReps: 8 } }),
          planned({ type: 'DROPSET', loadMode: 'ASSISTED', load: kg(80), target: { minReps: 12 } }),
          done(),
        ],
        { supersetId: 'A', notes: 'Elbow hurt.', restSeconds: 120 },
      ),
      entry(plank, [done({ durationSeconds: 60 })]),
    ],
  })
  await save(app, user, past)
  const input = begin({ from: { workout: past.id } })
  const { conflict, workout: begun } = await start(app, user, input)
  t.equal(conflict, null)
  const none = {
    load: null,
    minReps: null,
    maxReps: null,
    rpe: null,
    durationSeconds: null,
    distanceMeters: null,
  }
  t.match(begun, {
    ...{ id: input.id, workoutTitle: 'Push', notes: null, rating: null, endedAt: null, programDay: null },
    exercises: [
      {
        ...{ exerciseId: bench, supersetId: 'A', notes: null, restSeconds: 120 },
        sets: [
          { type: 'WARMUP', restSeconds: 30, target: { ...none, load: kg(40), minReps: 10 } },
          { type: 'NORMAL', loadMode: 'EXTERNAL', target: { ...none, load: kg(100), minReps: 5, rpe: 8.5 } },
          { type: 'DROPSET', loadMode: 'ASSISTED', target: { ...none, minReps: 12 } },
          { target: null },
        ],
      },
      { exerciseId: plank, sets: [{ target: { ...none, durationSeconds: 60 } }] },
    ],
  })
  const sets = begun!.exercises.flatMap(({ sets }) => sets)
  t.ok(
    sets.every(set =>
      ['load', 'reps', 'rpe', 'rir', 'durationSeconds', 'completedAt'].every(name => set[name] === null),
    ),
  )
  const ids = [...begun!.exercises.map(({ entryId }) => entryId), ...sets.map(({ setId }) => setId as string)]
  t.equal(new Set(ids).size, 7)
  t.ok(ids.every(id => /^[0-9a-f]{24}$/.test(id)))

  await save(app, user, { ...past, exercises: [], expectedVersion: 1 })
  t.same(
    await start(app, user, input),
    { conflict, workout: begun },
    'a repeated start returns the same workout',
  )
  const logged = { ...begun!, ...inputOf(begun!), expectedVersion: 1, title: 'Push!' } as Input
  for (const name of ['version', 'createdAt', 'updatedAt', 'workoutTitle', 'workoutStatus', 'bodyWeight'])
    Reflect.deleteProperty(logged, name)
  t.match(await save(app, user, logged), { conflict: null, workout: { version: 2 } })
  t.match(
    await start(app, user, input),
    { conflict: null, workout: { version: 2, workoutTitle: 'Push!' } },
    'the workout is unchanged',
  )
  t.match(await start(app, user, { ...input, startedAt: '2026-05-01T11:31:00.000Z' }), {
    conflict: 'VERSION',
  })
  await remove(app, user, input.id)
  t.match(await start(app, user, begin({ from: { workout: past.id } })), { workout: { exercises: [] } })
  await remove(app, user, past.id)
  t.match(
    await start(app, user, input),
    { conflict: null, workout: null },
    'a repeated start returns no workout after both were deleted',
  )
  t.match(await start(app, user, { ...input, from: null }), { conflict: 'DELETED', workout: null })
})

t.test('generates new ids for the entries and sets of a copied workout', async t => {
  const { app, bench } = await buildWithExercises(t)
  const users = [await signUp(app), await signUp(app)]
  const ids: unknown[] = []
  for (const user of users) {
    const past = completed({ exercises: [entry(bench, [done()])] })
    await save(app, user, past)
    const input = begin({ from: { workout: past.id } })
    const { workout: first } = await start(app, user, input)
    ids.push(first?.exercises[0]?.entryId)
  }
  t.not(ids[0], ids[1])
})

t.test('rejects invalid starts with the reason', async t => {
  const { app } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const theirs = completed()
  await save(app, stranger, theirs)
  const cases: [path: string, input: Input][] = [
    ['input.id', begin({ id: 'x' })],
    ['input.timezone', begin({ timezone: 'Mars/Phobos' })],
    ['input.startedAt', begin({ startedAt: '2026-05-03T00:00:00.000Z' })],
    ['input.from.workout', begin({ from: { workout: 'x' } })],
    ['input.from.workout', begin({ from: { workout: newId() } })],
    ['input.from.workout', begin({ from: { workout: theirs.id } })],
  ]
  for (const [path, input] of cases) {
    const response = await tryStart(app, user, input)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
    t.equal(response.errors?.[0]?.message.split(' ')[0], path)
  }
  t.equal(errorCodeOf(await tryStart(app, user, begin({ from: {} }))), 'BAD_USER_INPUT')
  t.match(await queryGraphQL(app, '{ activeWorkout { id } }', {}, user), { data: { activeWorkout: null } })
})

const swapMutation = `mutation($workoutId: ID!, $exerciseEntryId: ID!, $exerciseId: ID!, $expectedVersion: Int) {
  swapExercise(
    input: { workoutId: $workoutId, exerciseEntryId: $exerciseEntryId, exerciseId: $exerciseId, expectedVersion: $expectedVersion }
  ) { conflict workout { ${workoutFields} } }
}`

t.test(
  'keeps completed sets when an exercise is swapped, and removes load and target of the others',
  async t => {
    const { app, bench, pullUp, plank } = await buildWithExercises(t)
    const [user, stranger] = [await signUp(app), await signUp(app)]
    const kept = entry(plank, [planned({ load: kg(5) })])
    const ready = planned({ load: kg(100), reps: 5, restSeconds: 60, target: { minReps: 5 } })
    const finished = done({ load: kg(100), reps: 5, target: { minReps: 5 } })
    const old = entry(bench, [finished, ready], { supersetId: 'A', restSeconds: 90, notes: 'Slow.' })
    const sent = workout({ exercises: [kept, old] })
    const { workout: before } = await save(app, user, sent)
    const swap = (fields: Input = {}, context = user) =>
      queryGraphQL<{ swapExercise: Payload }>(
        app,
        swapMutation,
        { workoutId: sent.id, exerciseEntryId: old['id'], exerciseId: pullUp, expectedVersion: 1, ...fields },
        context,
      )
    const refusals: [code: string, message: RegExp, fields: Input, context?: TestUser][] = [
      ['BAD_USER_INPUT', /^input\.workoutId must/, { workoutId: 'x' }],
      ['BAD_USER_INPUT', /^input\.exerciseEntryId must/, { exerciseEntryId: 'x' }],
      ['BAD_USER_INPUT', /^input\.exerciseEntryId must/, { exerciseEntryId: newId() }],
      ['BAD_USER_INPUT', /^input\.exerciseId must/, { exerciseId: 'x' }],
      ['BAD_USER_INPUT', /^input\.exerciseId must/, { exerciseId: newId() }],
      ['NOT_FOUND', /workout/, { workoutId: newId() }],
      ['NOT_FOUND', /workout/, {}, stranger],
    ]
    for (const [code, message, fields, context] of refusals) {
      const response = await swap(fields, context)
      t.equal(errorCodeOf(response), code)
      t.match(response.errors?.[0]?.message, message)
    }

    const response = await swap()
    const [plankBefore, benchBefore] = before!.exercises
    const expected = {
      ...before,
      version: 2,
      exercises: [
        plankBefore,
        {
          ...{ ...benchBefore, exerciseId: pullUp },
          sets: [benchBefore!.sets[0], { ...benchBefore!.sets[1], load: null, target: null }],
        },
      ],
    }
    const { updatedAt: _, ...swapped } = response.data!.swapExercise.workout!
    t.match(swapped, { ...expected, updatedAt: undefined })
    t.equal(response.data!.swapExercise.conflict, null)
    t.match(
      await swap(),
      { data: { swapExercise: { conflict: null, workout: { version: 2 } } } },
      'a repeated swap changes nothing',
    )
    t.match(await swap({ exerciseId: bench }), {
      data: { swapExercise: { conflict: 'VERSION', workout: { version: 2 } } },
    })
    t.match(await swap({ exerciseId: bench, expectedVersion: null }), {
      data: {
        swapExercise: { conflict: null, workout: { version: 3, exercises: [{}, { exerciseId: bench }] } },
      },
    })
    const replanned = { ...old, sets: [finished, { ...ready, load: kg(90) }] }
    await save(app, user, { ...sent, exercises: [kept, replanned], expectedVersion: 3 })
    t.match(
      await swap({ exerciseId: bench, expectedVersion: null }),
      {
        data: {
          swapExercise: { workout: { version: 4, exercises: [{}, { sets: [{}, { load: kg(90) }] }] } },
        },
      },
      'keeps targets that were planned since',
    )
    const first = { data: { swapExercise: { conflict: null, workout: { version: 4 } } } }
    t.match(await swap(), first, 'the first request repeated afterwards')
    await remove(app, user, sent.id)
    t.match(await swap(), { data: { swapExercise: { conflict: null, workout: null } } })
    t.equal(errorCodeOf(await swap({ expectedVersion: 4 })), 'NOT_FOUND')
  },
)
