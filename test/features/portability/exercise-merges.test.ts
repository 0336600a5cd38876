import t from 'tap'
import type { App } from '../../../src/app.js'
import { build, queryGraphQL, signUp, type TestUser } from '../../helper.js'
import { publish, planned, enroll, setLoads } from '../progress/enrollments/enrollments.js'
import { starterCatalogue } from '../training/exercises/starter-catalogue.js'
import { completed, done, entry, kg, newId, save as saveWorkout } from '../training/workouts/workouts.js'

const now = new Date('2026-06-01T12:00:00.000Z')

async function read<Data>(app: App, user: TestUser, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await queryGraphQL<Data>(app, query, variables, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

async function write(app: App, user: TestUser, mutation: string, type: string, input: object) {
  const query = `mutation($input: ${type}!) { ${mutation}(input: $input) { conflict } }`
  const data = await read<Record<string, { conflict: string | null }>>(app, user, query, { input })
  if (data[mutation]?.conflict) throw new Error(data[mutation].conflict)
}

const merge = (app: App, user: TestUser, fromId: string, intoId: string, id = newId()) =>
  queryGraphQL<{ mergeExercises: { exercise: { id: string } } | null }>(
    app,
    'mutation($input: MergeExercisesInput!) { mergeExercises(input: $input) { exercise { id } } }',
    { input: { id, fromId, intoId } },
    user,
  )

const startOf = (day: number) => new Date(Date.UTC(2026, 2, day, 10)).toISOString()

/** A workout of an hour with some sets of one exercise. */
const training = (day: number, exerciseId: string, loads: number[], more: object = {}) =>
  completed({
    startedAt: startOf(day),
    endedAt: new Date(Date.parse(startOf(day)) + 3_600_000).toISOString(),
    exercises: [
      entry(
        exerciseId,
        loads.map(load => done({ load: kg(load), reps: 5, completedAt: startOf(day) })),
      ),
    ],
    ...more,
  })

/** Everything that names the exercise or is derived from what does. */
const state = `query($id: ID!) {
  exercise(id: $id) { timesPerformed lastPerformedAt settings { note }
    personalRecords { type value unit achievedAt } repetitionRecords { reps load achievedAt } }
  analytics(range: { from: "2026-02-01", to: "2026-05-31" }, timezone: "UTC") {
    comparison { volume { current } sets { current } } volumeByMuscle { muscle volume }
    setsByMuscleAndWeek { muscle weeks { date value } } oneRepMaxSeries(exerciseId: $id) { date value } }
  achievements { key progress { value } timesEarned }
  goals { kind progress { value percent } achievedAt exercise { name } }
  routines { edges { node { title exercises { exercise { name } } } } }
  programs(filter: { scope: MINE }) { edges { node { weeks { days { exercises { exercise { name } } } } } } }
  activeEnrollment { completedDays nextDay { week day exercises { exercise { name } reason sets { target { minReps load { value } } } } } }
  workouts { edges { node { totals { volume sets } exercises { exercise { name } previous { reps load { value } } } } } }
}`

interface Options {
  /** The exercise that half of the data names. */
  half: string
  into: string
}

/** Writes records of each type. Every second one names the exercise `half`. */
async function writeAll(app: App, user: TestUser, { half, into }: Options) {
  const rule = (exerciseId: string, key: string | null) =>
    planned(exerciseId, { type: 'LINEAR', increment: kg(2.5), key }, {})
  const program = await publish(app, user, {
    weeks: [1, 2, 3].map(() => ({ days: [[rule(half, 'half')], [rule(into, null)]] })),
  })
  const enrollment = newId()
  await enroll(app, user, {
    ...{ id: enrollment, programId: program, startDate: '2026-03-01', timezone: 'UTC' },
    startingLoads: [{ exerciseId: half, load: kg(50) }],
  })
  const day = (week: number, day: number) => ({ programDay: { enrollmentId: enrollment, week, day } })
  const workouts = [
    training(1, half, [100, 90]),
    training(2, into, [95]),
    training(3, half, [120]),
    training(4, half, [50], day(1, 1)),
    training(5, into, [60], day(1, 2)),
    training(6, half, [52.5], day(2, 1)),
  ]
  for (const workout of workouts) t.match(await saveWorkout(app, user, workout), { conflict: null })
  await setLoads(app, user, enrollment, [{ exerciseId: half, key: 'half', load: kg(70) }])
  const settings = { id: newId(), exerciseId: half, note: 'Seat 4' }
  await write(app, user, 'saveExerciseSettings', 'ExerciseSettingsInput', settings)
  for (const [position, exerciseId] of [half, into].entries())
    await write(app, user, 'saveRoutine', 'RoutineInput', {
      ...{ id: newId(), title: 'Routine', position },
      exercises: [{ id: newId(), exerciseId, sets: [{ minReps: 5 }] }],
    })
  const goal = { id: newId(), kind: 'LOAD', target: 110, unit: 'KG', startsOn: '2026-02-01' }
  await write(app, user, 'saveGoal', 'GoalInput', { ...goal, exerciseId: half })
}

const createExercise = async (app: App, user: TestUser, more: object = {}) => {
  const id = newId()
  await write(app, user, 'saveExercise', 'ExerciseInput', {
    ...{ id, name: 'Own bench', primaryMuscles: ['CHEST'], bodyweightShare: 0 },
    ...more,
  })
  return id
}

t.test('mergeExercises', async t => {
  const app = await build(t, { clock: () => now, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' } })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const user = await signUp(app)
  const { exercise } = await read<{ exercise: { id: string } }>(
    app,
    user,
    '{ exercise(slug: "barbell-bench-press") { id } }',
  )
  const bench = exercise.id

  t.test('leaves everything as if only the other exercise had been used', async t => {
    const [merged, expected] = [await signUp(app), await signUp(app)]
    const from = await createExercise(app, merged)
    await writeAll(app, merged, { half: from, into: bench })
    await writeAll(app, expected, { half: bench, into: bench })
    const before = await read<Feed>(app, merged, feed)
    t.match(await merge(app, merged, from, bench), { data: { mergeExercises: { exercise: { id: bench } } } })
    const [actual, wanted] = [
      await read(app, merged, state, { id: bench }),
      await read(app, expected, state, { id: bench }),
    ]
    t.same(actual, wanted)

    const after = await read<Feed>(app, merged, feedSince, { since: before.changes.cursor })
    const changed = after.changes.changes.map(({ type, version, deletedAt }) => [
      type,
      version,
      deletedAt !== null,
    ])
    t.same(
      changed.map(change => change.join(' ')).sort(),
      [
        ...['ENROLLMENT 3 false', 'EXERCISE 2 true', 'EXERCISE_SETTINGS 2 false', 'GOAL 2 false'],
        ...['PROGRAM 3 false', 'ROUTINE 2 false', ...Array<string>(4).fill('WORKOUT 2 false')],
        // Their records depend on the merged workouts.
        ...Array<string>(2).fill('WORKOUT 1 false'),
      ].sort(),
    )
  })

  t.test('refuses later writes that name the merged exercise, at their field', async t => {
    const from = await createExercise(app, user)
    await saveWorkout(app, user, training(1, from, [60]))
    await merge(app, user, from, bench)
    const { errors } = await queryGraphQL(
      app,
      'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }',
      { input: training(2, from, [60]) },
      user,
    )
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'input.exercises[0].exerciseId' } }])
    const query = 'query($id: ID!) { exercise(id: $id) { id } }'
    t.match(await queryGraphQL(app, query, { id: from }, user), {
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    })
  })

  t.test('changes nothing when it is sent again', async t => {
    const [from, id] = [await createExercise(app, user), newId()]
    await merge(app, user, from, bench, id)
    const { changes } = await read<Feed>(app, user, feed)
    t.match(await merge(app, user, from, bench, id), {
      data: { mergeExercises: { exercise: { id: bench } } },
    })
    t.equal((await read<Feed>(app, user, feed)).changes.cursor, changes.cursor)
    const other = await createExercise(app, user)
    t.match(await merge(app, user, other, bench, id), { errors: [{ extensions: { field: 'input.id' } }] })
  })

  t.test('is done once if it is sent twice at the same time', async t => {
    const [from, id] = [await createExercise(app, user), newId()]
    await saveWorkout(app, user, training(3, from, [60]))
    const results = await Promise.all([merge(app, user, from, bench, id), merge(app, user, from, bench, id)])
    for (const { errors } of results) t.notOk(errors)
  })

  t.test('refuses what cannot be merged, and changes nothing', async t => {
    const [stranger, from] = [await signUp(app), await createExercise(app, user)]
    const [timed, deleted] = [
      await createExercise(app, user, { trackingType: 'DURATION' }),
      await createExercise(app, user),
    ]
    await write(app, user, 'deleteExercise', 'DeleteInput', { id: deleted })
    const foreign = await createExercise(app, stranger)
    const cases: [string, string, string][] = [
      ['x', bench, 'input.fromId'],
      [from, 'x', 'input.intoId'],
      [bench, from, 'input.fromId'],
      [newId(), bench, 'input.fromId'],
      [deleted, bench, 'input.fromId'],
      [foreign, bench, 'input.fromId'],
      [from, foreign, 'input.intoId'],
      [from, newId(), 'input.intoId'],
      [from, deleted, 'input.intoId'],
      [from, from, 'input.intoId'],
      [from, timed, 'input.intoId'],
    ]
    for (const [fromId, intoId, field] of cases) {
      const { errors } = await merge(app, user, fromId, intoId)
      t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field } }], `${fromId} into ${intoId}`)
    }

    await saveWorkout(app, user, training(4, from, [60]))
    for (const exerciseId of [from, bench])
      await write(app, user, 'saveExerciseSettings', 'ExerciseSettingsInput', {
        id: newId(),
        exerciseId,
        note: 'x',
      })
    const { changes } = await read<Feed>(app, user, feed)
    t.match(await merge(app, user, from, bench), { errors: [{ extensions: { field: 'input.intoId' } }] })
    t.equal((await read<Feed>(app, user, feed)).changes.cursor, changes.cursor)
  })

  t.test('refuses two rules for one exercise in a program, and changes nothing', async t => {
    const owner = await signUp(app)
    const from = await createExercise(app, owner)
    const rule = (exerciseId: string, successes: number) =>
      planned(exerciseId, { type: 'LINEAR', successes }, {})
    await publish(app, owner, { weeks: [{ days: [[rule(from, 1), rule(bench, 2)]] }] })
    const { changes } = await read<Feed>(app, owner, feed)
    const { errors } = await merge(app, owner, from, bench)
    t.match(errors, [
      { message: /"Of my own"/, extensions: { code: 'BAD_USER_INPUT', field: 'input.intoId' } },
    ])
    t.equal((await read<Feed>(app, owner, feed)).changes.cursor, changes.cursor)
  })
})

interface Feed {
  changes: { cursor: string; changes: { type: string; version: number; deletedAt: string | null }[] }
}

const changes = 'cursor changes { type version deletedAt }'
const feed = `{ changes(first: 100) { ${changes} } }`
const feedSince = `query($since: String) { changes(since: $since, first: 100) { ${changes} } }`
