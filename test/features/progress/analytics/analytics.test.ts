import t, { type Test } from 'tap'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  lb,
  newId,
  remove,
  save,
  type Input,
} from '../../training/workouts/workouts.js'
import { analytics, analyticsFields, describePoints, tryAnalytics } from './analytics.js'

// A Friday.
const now = new Date('2026-05-01T12:00:00.000Z')

async function buildWithCommandCount(t: Test) {
  const commands = countCommands(t)
  const fixture = await buildWithExercises(t, () => now, { observe: commands.observe })
  return { ...fixture, commands }
}

/** Creates a completed workout that lasts one hour. */
const at = (startedAt: string, exercises: Input[], fields: Input = {}) =>
  completed({
    startedAt,
    endedAt: new Date(Date.parse(startedAt) + 3_600_000).toISOString(),
    exercises,
    ...fields,
  })

t.test('computes analytics of a range', async t => {
  const { app, bench, pullUp, commands } = await buildWithCommandCount(t)
  const sets = (count: number, fields: Input = {}) =>
    Array.from({ length: count }, () => done({ completedAt: null, load: kg(100), reps: 5, ...fields }))
  const doneAt = (startedAt: string, count: number, fields: Input = {}) =>
    sets(count, { completedAt: startedAt, ...fields })
  const bout = (startedAt: string, exerciseId = bench, count = 1, fields: Input = {}) =>
    at(startedAt, [entry(exerciseId, doneAt(startedAt, count, fields))])
  const savedBy = async (user: TestUser, ...inputs: Input[]) => {
    for (const input of inputs) t.match(await save(app, user, input), { conflict: null })
  }

  t.test(
    'groups by weeks that start on Monday, fills empty ones with 0 and ignores incomplete sets and workouts',
    async t => {
      const user = await signUp(app)
      await savedBy(
        user,
        bout('2026-04-05T10:00:00.000Z'), // Sunday, the day before the range
        bout('2026-04-06T10:00:00.000Z', bench, 2), // Monday
        bout('2026-04-12T10:00:00.000Z', bench, 3), // Sunday
        bout('2026-04-20T10:00:00.000Z', bench, 1, { type: 'WARMUP' }),
        at('2026-04-21T10:00:00.000Z', [entry(bench, sets(2))]),
        bout('2026-04-22T10:00:00.000Z', pullUp, 1, { loadMode: 'BODYWEIGHT', load: null }),
        bout('2026-04-27T10:00:00.000Z'), // Monday, the day after the range
      )
      await savedBy(user, { ...bout('2026-04-23T10:00:00.000Z', bench, 9), endedAt: null })
      const shown = await analytics(app, user, { from: '2026-04-06', to: '2026-04-26' })
      t.same(describePoints(shown.workoutsByWeek), ['2026-04-06 2', '2026-04-13 0', '2026-04-20 3'])
      t.same(describePoints(shown.volumeByWeek), ['2026-04-06 2500', '2026-04-13 0', '2026-04-20 0'])
      t.same(shown.comparison, {
        workouts: { current: 5, previous: 1 },
        volume: { current: 2500, previous: 500 },
        sets: { current: 6, previous: 1 },
      })
      const chest = shown.setsByMuscleAndWeek.find(({ muscle }) => muscle === 'CHEST')
      t.same(describePoints(chest!.weeks), ['2026-04-06 5', '2026-04-13 0', '2026-04-20 0'])
      t.same(
        shown.volumeByMuscle.map(({ muscle, volume }) => `${muscle} ${volume}`),
        ['CHEST 2500', 'SHOULDERS 1250', 'TRICEPS 1250'],
      )
      const lats = shown.setsByMuscleAndWeek.find(({ muscle }) => muscle === 'LATS')
      t.same(describePoints(lats!.weeks), ['2026-04-06 0', '2026-04-13 0', '2026-04-20 1'])
    },
  )

  t.test('counts only the days in the range of partial weeks, by their Monday', async t => {
    const user = await signUp(app)
    await savedBy(user, bout('2026-04-07T10:00:00.000Z'), bout('2026-04-09T10:00:00.000Z'))
    await savedBy(user, bout('2026-04-14T10:00:00.000Z'), bout('2026-04-15T10:00:00.000Z'))
    const shown = await analytics(app, user, { from: '2026-04-08', to: '2026-04-14' })
    t.same(describePoints(shown.workoutsByWeek), ['2026-04-06 1', '2026-04-13 1'])
    t.same(shown.comparison.workouts, { current: 2, previous: 1 })
    const one = await analytics(app, user, { from: '2026-04-09', to: '2026-04-09' })
    t.same(describePoints(one.workoutsByWeek), ['2026-04-06 1'])
  })

  t.test('determines days in the requested time zone, also across clock changes', async t => {
    const user = await signUp(app)
    // In Berlin, clocks go forward on Sunday, March 29. Midnight is at 22:00 UTC from then on.
    await savedBy(user, bout('2026-03-28T22:59:59.999Z'), bout('2026-03-28T23:00:00.000Z'))
    await savedBy(user, bout('2026-03-29T21:59:59.999Z'), bout('2026-03-29T22:00:00.000Z'))
    const dayIn = async (timezone: string, day: string) => {
      const shown = await analytics(app, user, { from: day, to: day, timezone }, 'workoutsByWeek { value }')
      return shown.workoutsByWeek[0]?.value
    }
    t.same(await dayIn('Europe/Berlin', '2026-03-28'), 1)
    t.same(await dayIn('Europe/Berlin', '2026-03-29'), 2)
    t.same(await dayIn('Europe/Berlin', '2026-03-30'), 1)
    t.same(await dayIn('UTC', '2026-03-28'), 2)
    t.same(await dayIn('Pacific/Kiritimati', '2026-03-30'), 2)
  })

  t.test('returns volumes in the requested unit', async t => {
    const user = await signUp(app)
    await savedBy(user, bout('2026-04-06T10:00:00.000Z', bench, 1, { load: lb(135), reps: 10 }))
    const range = { from: '2026-04-06', to: '2026-04-12' }
    t.equal((await analytics(app, user, { ...range, unit: 'LB' })).volumeByWeek[0]?.value, 1350)
    t.equal((await analytics(app, user, range)).volumeByWeek[0]?.value, 612.3497)
  })

  t.test('updates when workouts are edited, reopened or deleted', async t => {
    const user = await signUp(app)
    const range = { from: '2025-12-22', to: '2026-01-11' }
    const count = async () =>
      describePoints((await analytics(app, user, range)).volumeByWeek).map(text => text.slice(11))
    const first = bout('2025-12-31T10:00:00.000Z')
    const second = bout('2026-01-06T10:00:00.000Z')
    await savedBy(user, first, second)
    t.same(await count(), ['0', '500', '500'])
    await savedBy(user, {
      ...bout('2025-12-24T10:00:00.000Z', bench, 2),
      id: second.id,
      expectedVersion: 1,
    })
    t.same(await count(), ['1000', '500', '0'])
    await savedBy(user, { ...first, endedAt: null, expectedVersion: 1 })
    t.same(await count(), ['1000', '0', '0'])
    await remove(app, user, second.id)
    t.same(await count(), ['0', '0', '0'])
    await savedBy(user, { ...first, expectedVersion: 2 })
    t.same(await count(), ['0', '500', '0'])
  })

  t.test('attributes sets to the current muscles of an exercise', async t => {
    const user = await signUp(app)
    const id = newId()
    const saveExercise = (primaryMuscles: string[], expectedVersion: number | null) =>
      queryGraphQL(
        app,
        'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
        { input: { id, expectedVersion, name: 'Mine', primaryMuscles, trackingType: 'WEIGHT_REPS' } },
        user,
      )
    await saveExercise(['CHEST'], null)
    await savedBy(user, bout('2026-04-06T10:00:00.000Z', id))
    await saveExercise(['NECK'], 1)
    const range = { from: '2026-04-06', to: '2026-04-12' }
    t.same((await analytics(app, user, range)).volumeByMuscle, [{ muscle: 'NECK', volume: 500 }])
    await queryGraphQL(
      app,
      'mutation($id: ID!) { deleteExercise(input: { id: $id }) { conflict } }',
      { id },
      user,
    )
    t.same((await analytics(app, user, range)).volumeByMuscle, [{ muscle: 'NECK', volume: 500 }])
  })

  t.test('counts the sets of deltoid heads like those of the shoulders', async t => {
    const user = await signUp(app)
    const create = async (fields: Input) => {
      const id = newId()
      const { errors } = await queryGraphQL(
        app,
        'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
        { input: { id, name: 'Shoulder exercise', ...fields } },
        user,
      )
      t.notOk(errors)
      return id
    }
    const press = await create({ primaryMuscles: ['SHOULDERS'], deltoids: ['SIDE', 'FRONT'] })
    const raise = await create({ primaryMuscles: ['SHOULDERS'], deltoids: ['SIDE'] })
    const row = await create({ secondaryMuscles: ['SHOULDERS'], deltoids: ['REAR', 'SIDE', 'REAR'] })
    const curl = await create({ primaryMuscles: ['BICEPS'], deltoids: ['FRONT'] })
    await savedBy(
      user,
      bout('2026-04-07T10:00:00.000Z', press, 3),
      bout('2026-04-08T10:00:00.000Z', raise, 2),
      bout('2026-04-14T10:00:00.000Z', row, 1),
      bout('2026-04-15T10:00:00.000Z', curl, 1),
    )
    const range = { from: '2026-04-06', to: '2026-04-19' }
    const seen = await analytics(app, user, range, 'setsByDeltoidAndWeek { deltoid weeks { date value } }')
    t.same(
      seen.setsByDeltoidAndWeek.map(({ deltoid, weeks }) => [deltoid, ...describePoints(weeks)]),
      [
        ['FRONT', '2026-04-06 3', '2026-04-13 0'],
        ['SIDE', '2026-04-06 5', '2026-04-13 0.5'],
        ['REAR', '2026-04-06 0', '2026-04-13 0.5'],
      ],
    )
  })

  t.test('returns the best estimate of each week, and null for weeks without one', async t => {
    const user = await signUp(app)
    await savedBy(
      user,
      bout('2026-04-05T10:00:00.000Z', bench, 1, { load: kg(300), reps: 1 }),
      bout('2026-04-06T10:00:00.000Z', bench, 1, { load: kg(100), reps: 1 }),
      bout('2026-04-08T10:00:00.000Z', bench, 1, { load: kg(90), reps: 1 }),
      bout('2026-04-20T10:00:00.000Z', bench, 1, { load: lb(200), reps: 1 }),
      bout('2026-04-21T10:00:00.000Z', bench, 1, { load: kg(200), reps: 16 }),
    )
    const fields = `oneRepMaxSeries(exerciseId: "${bench}") { date value }`
    const range = { from: '2026-04-06', to: '2026-04-26' }
    const seen = await analytics(app, user, { ...range, unit: 'LB' }, fields)
    t.same(describePoints(seen.oneRepMaxSeries), [
      `2026-04-06 ${100 / 0.45359237}`,
      '2026-04-13 null',
      '2026-04-20 200',
    ])
    const others = await analytics(app, await signUp(app), range, fields)
    t.ok(others.oneRepMaxSeries.every(({ value }) => value === null))
    t.equal(
      errorCodeOf(await tryAnalytics(app, user, range, 'oneRepMaxSeries(exerciseId: "x") { date }')),
      'BAD_USER_INPUT',
    )
  })

  t.test('returns the body weight of dates with a measurement, and null for other dates', async t => {
    const user = await signUp(app)
    const write = (mutation: string, variables: object = {}) => queryGraphQL(app, mutation, variables, user)
    await write('mutation { giveConsent(input: { kind: BODY_MEASUREMENTS }) { __typename } }')
    const input = { id: newId(), date: '2026-04-07', weight: kg(80) }
    const { errors } = await write(
      'mutation($input: MeasurementInput!) { saveMeasurement(input: $input) { conflict } }',
      { input },
    )
    t.notOk(errors, JSON.stringify(errors))
    const days = async (from: string, unit: 'KG' | 'LB' = 'KG') => {
      const expected = { from, to: '2026-04-08', unit }
      return describePoints(
        (await analytics(app, user, expected, 'bodyWeightSeries { date value }')).bodyWeightSeries,
      )
    }
    t.same(await days('2026-04-06'), ['2026-04-06 null', '2026-04-07 80', '2026-04-08 null'])
    t.same(await days('2026-04-08'), ['2026-04-08 null'])
    t.same((await days('2026-04-07', 'LB'))[0], '2026-04-07 176.36981')
  })

  t.test('computes the streak from the whole history with the current frequency of the profile', async t => {
    const user = await signUp(app)
    const streak = async (timezone = 'UTC') =>
      (await analytics(app, user, { from: '2026-05-01', to: '2026-05-01', timezone })).streak
    t.same(await streak(), { current: 0, longest: 0, unit: 'WEEK' })
    await savedBy(
      user,
      ...['2025-01-06', '2025-01-15', '2025-01-26', '2025-02-02'].map(day => bout(`${day}T10:00:00.000Z`)),
      ...['2026-04-13', '2026-04-14', '2026-04-21', '2026-04-23'].map(day => bout(`${day}T10:00:00.000Z`)),
    )
    t.same(await streak(), { current: 2, longest: 4, unit: 'WEEK' })
    await savedBy(user, bout('2026-04-29T10:00:00.000Z'))
    t.same(await streak(), { current: 3, longest: 4, unit: 'WEEK' })
    const frequency = (value: number) =>
      queryGraphQL(
        app,
        'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }',
        { input: { profile: { frequency: value } } },
        user,
      )
    await frequency(2)
    t.same(await streak(), { current: 2, longest: 2, unit: 'WEEK' })
    await frequency(3)
    t.same(await streak(), { current: 0, longest: 0, unit: 'WEEK' })
  })

  t.test('reads the data of all requested fields together', async t => {
    const user = await signUp(app)
    await savedBy(user, bout('2018-04-06T10:00:00.000Z'), bout('2026-04-06T10:00:00.000Z'))
    const series = [bench, pullUp].map((id, at) => `of${at}: oneRepMaxSeries(exerciseId: "${id}") { value }`)
    const sent = async (from: string, fields: string) => {
      const expected = { from, to: '2026-04-12' }
      const { commands: all } = await commands.during(() => analytics(app, user, expected, fields))
      return all
        .filter(command => command.startsWith('trainingYears') || command.startsWith('ownedRecords'))
        .sort()
    }
    const read = ['ownedRecords.findById', 'trainingYears.find']
    t.same(await sent('2026-04-06', `workoutsByWeek { value } ${series[0]}`), read)
    t.same(await sent('2010-04-06', `${analyticsFields} ${series.join(' ')}`), read)
    t.same(await sent('2010-04-06', `${series[1]} comparison { sets { current } } streak { longest }`), read)
  })

  t.test('rejects invalid input with its path', async t => {
    const own = await signUp(app)
    const range = { from: '2026-04-06', to: '2026-04-12' }
    const refused = [
      [{ ...range, to: '2026-04-05' }, /^range\.to must not be before/],
      [{ from: '2006-04-06', to: '2026-04-06' }, /^range\.to must be less than 20 years/],
      [{ from: '0000-01-01', to: '0000-01-02' }, /^range\.from must be 0001-01-01 or later/],
      [{ ...range, timezone: 'Mars/Olympus' }, /^timezone must be/],
      [{ ...range, to: '2026-02-30' }, /2026-02-30/],
    ] as const
    for (const [expected, message] of refused) {
      const response = await tryAnalytics(app, own, expected)
      t.equal(errorCodeOf(response), 'BAD_USER_INPUT', JSON.stringify(expected))
      t.match(response.errors?.[0]?.message, message)
    }
    t.match(await tryAnalytics(app, own, { from: '2006-04-06', to: '2026-04-05' }), {
      data: { analytics: {} },
    })
    const { errors } = await queryGraphQL(
      app,
      '{ analytics(range: { from: "2026-01-01", to: "2026-01-02" }, timezone: "UTC") { streak { current } } }',
    )
    t.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED')
  })
})
