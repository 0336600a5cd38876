import t from 'tap'
import type * as Calendar from '../../src/web/app/training/calendar.js'
import type * as Exercises from '../../src/web/app/training/exercises.js'
import type * as Goals from '../../src/web/app/training/goals.js'
import type * as Gyms from '../../src/web/app/training/gyms.js'
import type * as Names from '../../src/web/app/training/names.js'
import type * as Pauses from '../../src/web/app/training/pauses.js'
import type * as Plates from '../../src/web/app/training/plates.js'
import type * as LocalTime from '../../src/web/app/training/local-time.js'
import type * as Measurements from '../../src/web/app/training/measurements.js'
import type * as Workouts from '../../src/web/app/training/workout.js'
import type * as Lines from '../../src/web/shared/to-lines.js'
import { loadWebModule } from './load-web-module.js'

const load = <Module>(name: string): Promise<Module> => loadWebModule(`app/training/${name}`)

t.test('lists the weeks of a month from Monday to Sunday', async t => {
  const { addMonths, weekOf, weeksOf } = await load<typeof Calendar>('calendar')
  const february = weeksOf('2027-02')
  t.same([february.length, february[0]![0], february.at(-1)!.at(-1)], [4, '2027-02-01', '2027-02-28'])
  const august = weeksOf('2026-08')
  t.same([august.length, august[0]![0], august.at(-1)!.at(-1)], [6, '2026-07-27', '2026-09-06'])
  t.ok(august.every(week => week.length === 7))
  t.equal(addMonths('2026-01', -1), '2025-12')
  t.equal(addMonths('2026-12', 1), '2027-01')
  for (const date of ['2026-07-27', '2026-08-02']) t.same(weekOf(date), august[0])
})

t.test('keeps the other values of a measurement when one changes', async t => {
  const { valuesOf, withoutValue, withValue } = await load<typeof Measurements>('measurements')
  const stored = { id: 'a', date: '2026-01-02', waist: { value: 80, unit: 'CM' as const } }
  const changed = withValue([stored], '2026-01-02', 'weight', 80, 'KG')
  t.same(changed, { ...stored, weight: { value: 80, unit: 'KG' } })
  t.same(withoutValue(changed, 'weight'), { ...stored, weight: null })
  const added = withValue([stored], '2026-01-01', 'weight', 176.37, 'LB')
  t.not(added.id, 'a')
  t.equal(withoutValue({ ...added, bodyFatPercent: null }, 'weight'), null)
  t.same(
    valuesOf([changed, added, stored], 'weight', 'KG').map(({ date, value }) => [date, Math.round(value)]),
    [
      ['2026-01-01', 80],
      ['2026-01-02', 80],
    ],
  )
  const fat = withValue([changed], '2026-01-02', 'bodyFatPercent', 0, 'PERCENT')
  t.same(valuesOf([fat, added], 'bodyFatPercent', 'PERCENT'), [{ id: 'a', date: '2026-01-02', value: 0 }])
  t.match(withoutValue(fat, 'waist'), { bodyFatPercent: 0, weight: { value: 80 }, waist: null })
  t.match(valuesOf([stored], 'waist', 'IN'), [{ value: 80 / 2.54 }])
})

t.test('measures in the units of the user, and only what the service accepts', async t => {
  const { measures, acceptedRange, unitOf } = await load<typeof Measurements>('measurements')
  const unitsWith = (units: Measurements.MeasureUnits) => [
    ...new Set(measures.map(measure => unitOf(measure, units))),
  ]
  t.same(unitsWith({ weight: 'KG', length: 'CM' }), ['KG', 'PERCENT', 'CM'])
  t.same(unitsWith({ weight: 'LB', length: 'IN' }), ['LB', 'PERCENT', 'IN'])
  t.same(acceptedRange('weight', 'KG'), [20, 650])
  t.same(acceptedRange('weight', 'LB'), [44.1, 1433])
  t.same(acceptedRange('bodyFatPercent', 'PERCENT'), [1, 75])
  t.same(
    [acceptedRange('neck', 'CM'), acceptedRange('leftCalf', 'IN')],
    [
      [5, 300],
      [2, 118.1],
    ],
  )
})

t.test('reads goals, and says what is missing', async t => {
  const { readGoal, recordsGoalValue } = await load<typeof Goals>('goals')
  const draft = { kind: 'LOAD' as const, exerciseId: 'e', target: 100, reps: 5, endsOn: null }
  const read = (change: Partial<Goals.GoalDraft>) => readGoal({ ...draft, ...change }, 'KG', '2026-03-01')
  t.match(read({}), {
    goal: { kind: 'LOAD', exerciseId: 'e', target: 100, unit: 'KG', reps: 5, startsOn: '2026-03-01' },
  })
  t.match(read({ kind: 'SESSIONS_PER_WEEK', target: 3 }), {
    goal: { exerciseId: null, target: 3, unit: null, reps: null },
  })
  t.same(read({ exerciseId: null }), { problem: 'exercise' })
  t.same(read({ kind: 'DISTANCE', exerciseId: null }), { problem: 'exercise' })
  for (const target of [null, 0, 1501]) t.same(read({ target }), { problem: 'target' })
  for (const target of [2.5, 15]) t.same(read({ kind: 'SESSIONS_PER_WEEK', target }), { problem: 'target' })
  t.same(readGoal({ ...draft, kind: 'BODY_WEIGHT', target: 40 }, 'LB', '2026-03-01'), { problem: 'target' })
  for (const reps of [null, 0, 1.5, 16]) t.same(read({ reps }), { problem: 'reps' })
  t.same(read({ endsOn: '2026-02-28' }), { problem: 'end' })
  const edited = { id: 'g', startsOn: '2026-01-01', endsOn: '2026-02-01' }
  const change = (endsOn: string | null) => readGoal({ ...draft, endsOn }, 'LB', '2026-03-01', edited)
  t.match(change('2026-02-01'), {
    goal: { id: 'g', unit: 'LB', startsOn: '2026-01-01', endsOn: '2026-02-01' },
  })
  t.match(change('2036-01-01'), { goal: { endsOn: '2036-01-01' } })
  for (const endsOn of ['2026-02-02', '2036-01-02']) t.same(change(endsOn), { problem: 'end' })
  t.notOk(recordsGoalValue('LOAD', 'DURATION') || recordsGoalValue('DISTANCE', 'WEIGHT_REPS'))
})

t.test('shows an own exercise like those of the catalogue', async t => {
  const { asListed, newOwnExercise, toOwnExercise } = await load<typeof Exercises>('exercises')
  const own = {
    ...newOwnExercise(),
    ...{ name: 'Sled', primaryMuscles: ['CHEST' as const], secondaryMuscles: ['CHEST', 'LATS'] as const },
  }
  const saved: Exercises.OwnExercise = { ...own, secondaryMuscles: [...own.secondaryMuscles] }
  t.match(asListed(saved), {
    names: [{ name: 'Sled' }, { name: 'Sled' }, { name: 'Sled' }],
    muscleMapUrl: '/api/muscle-map.svg?primary=CHEST&secondary=LATS',
    isCustom: true,
  })
  const record = { ...saved, ...asListed(saved), version: 3 } as Parameters<typeof toOwnExercise>[0]
  t.same(toOwnExercise(record), saved)
})

t.test('names a user without a generated username', async t => {
  const { chosenUsername, fullName, shortName } = await load<typeof Names>('names')
  for (const generated of ['guest-4k2m9x0qpa', 'user-0000000000']) t.equal(chosenUsername(generated), null)
  for (const chosen of ['ada', 'user-1', 'guest-4k2m9x0qpab', 'users-4k2m9x0qpa'])
    t.equal(chosenUsername(chosen), chosen)
  const unnamed = { firstName: null, lastName: null, username: 'user-4k2m9x0qpa' }
  const namesOf = (names: Partial<Parameters<typeof fullName>[0]>) =>
    [shortName, fullName].map(nameOf => nameOf({ ...unnamed, ...names }))
  t.same(namesOf({}), [null, null])
  t.same(namesOf({ username: 'ada' }), ['ada', 'ada'])
  t.same(namesOf({ firstName: 'Ada' }), ['Ada', 'Ada'])
  t.same(namesOf({ firstName: 'Ada', lastName: 'King' }), ['Ada', 'Ada King'])
  t.same(namesOf({ lastName: 'King', username: 'ada' }), ['ada', 'King'])
})

t.test('loads a bar with the plates of a gym', async t => {
  const { barsOf, newGym, parseWeights, platesOf, problemOf } = await load<typeof Gyms>('gyms')
  const { loadBar } = await load<typeof Plates>('plates')
  const usual = platesOf(undefined, 'KG')
  t.same(loadBar(142.5, 20, usual), { side: [25, 25, 10, 1.25], total: 142.5 })
  t.same(loadBar(10, 20, usual), { side: [], total: 20 })
  t.same(loadBar(60.1, 20, usual), { side: [20], total: 60 })
  t.equal(loadBar(99_999.9, 20, usual).total, 99_997.5)
  const gym = {
    ...newGym('KG', 'Bar'),
    name: 'Home',
    plates: [
      ...[20, 15].map(value => ({ load: { value, unit: 'KG' as const }, count: value === 20 ? 3 : 4 })),
      { load: { value: 10, unit: 'LB' as const }, count: 2 },
    ],
  }
  const stock = platesOf(gym, 'KG')
  t.same(stock, [
    { weight: 20, count: 1 },
    { weight: 15, count: 2 },
    { weight: 4.54, count: 1 },
  ])
  t.same(loadBar(80, 20, stock), { side: [15, 15], total: 80 }, 'the heaviest plate first would miss it')
  t.same(loadBar(200, 20, stock).side, [20, 15, 15, 4.54], 'uses no plate that the gym lacks')
  t.same(barsOf(gym, 'KG'), [20])
  t.same(barsOf({ bars: [] }, 'LB'), [45, 35, 15])
  t.equal(problemOf(gym), null)
  t.equal(problemOf({ ...gym, name: ' ' }), 'name')
  t.equal(problemOf({ ...gym, dumbbells: [{ value: 0, unit: 'KG' }] }), 'weight')
  t.equal(problemOf({ ...gym, plates: [...gym.plates, gym.plates[0]!] }), 'weight')
  t.equal(problemOf({ ...gym, plates: [{ ...gym.plates[0]!, count: 1.5 }] }), 'count')
  t.same([parseWeights('10 12,5; 15 10'), parseWeights(''), parseWeights('10 x')], [[10, 12.5, 15], [], null])
})

t.test('reads a text with an item in each line', async t => {
  const { toLines } = await loadWebModule<typeof Lines>('shared/to-lines')
  t.same(toLines(' one \n\n two'), ['one', 'two'])
})

t.test('reads the nearest RPE, and compares sets with those of the same type', async t => {
  const { comparedSet, completeSet, loadModeOf, nearestRpe, newSet, suggestionAt } =
    await load<typeof Workouts>('workout')
  t.same([null, 0, 7.2, 7.3, 8.75, 99].map(nearestRpe), [null, 1, 7, 7.5, 9, 10])
  const loaded = (type: 'NORMAL' | 'WARMUP', value: number) => newSet({ type, load: { value, unit: 'KG' } })
  const previous = [loaded('WARMUP', 40), loaded('NORMAL', 80), loaded('NORMAL', 90)]
  const sets = [newSet(), newSet({ type: 'WARMUP' }), newSet(), newSet(), newSet({ type: 'DROPSET' })]
  t.same(
    sets.map((_, index) => comparedSet(sets, index, previous)?.load?.value),
    [80, 40, 90, 90, undefined],
  )
  const nothing = { load: null, reps: null, durationSeconds: null, distanceMeters: null }
  t.same(suggestionAt(sets, 4, previous), nothing)
  t.same(suggestionAt([], -1, []), nothing)
  const done = completeSet(loaded('NORMAL', 10), nothing, 'BODYWEIGHT_REPS')
  t.equal(done.loadMode, 'BODYWEIGHT')
  t.equal(suggestionAt([done, newSet()], 1, []).load?.value, 10, 'the set above')
  t.same(suggestionAt([loaded('NORMAL', 10), newSet()], 1, []), nothing, 'not one that is not done')
  t.equal(loadModeOf('BODYWEIGHT_ASSISTED_REPS'), 'ASSISTED')
  t.equal(loadModeOf(undefined), 'EXTERNAL')
})

t.test('reads local times, also on the day on which clocks change', async t => {
  const { fromLocalTime, toLocalTime } = await load<typeof LocalTime>('local-time')
  const instants = [
    ['2026-01-31T18:30', 'Europe/Berlin', '2026-01-31T17:30:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-11-01T23:59', 'America/New_York', '2026-11-02T04:59:00.000Z'],
    ['2026-07-01T00:00', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
  ] as const
  for (const [local, timezone, instant] of instants) {
    t.equal(fromLocalTime(local, timezone), instant)
    t.equal(toLocalTime(instant, timezone), local)
  }
  t.equal(fromLocalTime('', 'UTC'), null)
})

t.test('moves a workout with its sets, to an end that is not later than now', async t => {
  const { durationOf, newEntry, newSet, newWorkout, withStart } = await load<typeof Workouts>('workout')
  const set = { ...newSet(), completedAt: '2026-01-31T18:00:00.000Z' }
  const workout = {
    ...newWorkout('UTC', { exercises: [newEntry('e', [set, newSet()])] }),
    ...{ startedAt: '2026-01-31T17:30:00.000Z', endedAt: '2026-01-31T18:30:00.000Z' },
  }
  const moved = withStart(workout, '2026-01-30T06:00:00.000Z')
  t.match(moved, { startedAt: '2026-01-30T06:00:00.000Z', endedAt: '2026-01-30T07:00:00.000Z' })
  t.same(
    moved.exercises[0]!.sets.map(({ completedAt }) => completedAt),
    ['2026-01-30T06:30:00.000Z', null],
  )
  const latest = withStart(workout, new Date(Date.now() + 1e9).toISOString())
  t.ok(Date.parse(latest.endedAt!) <= Date.now())
  t.equal(durationOf(latest), 3600)
})

t.test('accepts pauses of 1 to 90 days that do not overlap', async t => {
  const { pauseProblem } = await load<typeof Pauses>('pauses')
  const pause = (from: string, to: string, id = 'new') => ({ id, from, to, reason: 'OTHER' as const })
  const stored = [pause('2026-03-10', '2026-03-20', 'stored')]
  const problem = (from: string, to: string, id?: string) => pauseProblem(pause(from, to, id), stored)
  t.equal(problem('2026-03-21', '2026-03-21'), null)
  t.equal(problem('2026-04-01', '2026-06-29'), null)
  t.equal(problem('2026-04-01', '2026-06-30'), 'dates')
  for (const to of ['2026-03-31', '']) t.equal(problem('2026-04-01', to), 'dates')
  for (const from of ['2026-03-01', '2026-03-20']) t.equal(problem(from, '2026-03-25'), 'overlap')
  t.equal(problem('2026-03-01', '2026-03-25', 'stored'), null, 'the pause itself')
})
