import { buildSync } from 'esbuild'
import t from 'tap'
import type * as Calendar from '../../src/web/app/training/calendar.js'
import type * as Exercises from '../../src/web/app/training/exercises.js'
import type * as Goals from '../../src/web/app/training/goals.js'
import type * as Measurements from '../../src/web/app/training/measurements.js'

/** Loads a module of the app, whose sources only the build of the app compiles. */
async function load<Module>(name: string): Promise<Module> {
  const source = new URL(`../../../src/web/app/training/${name}.ts`, import.meta.url)
  const { outputFiles } = buildSync({
    ...{ entryPoints: [source.pathname], bundle: true, format: 'esm', write: false },
  })
  return (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  )) as Module
}

t.test('lists the weeks of a month from Monday to Sunday', async t => {
  const { addMonths, weeksOf } = await load<typeof Calendar>('calendar')
  const february = weeksOf('2027-02')
  t.same([february.length, february[0]![0], february.at(-1)!.at(-1)], [4, '2027-02-01', '2027-02-28'])
  const august = weeksOf('2026-08')
  t.same([august.length, august[0]![0], august.at(-1)!.at(-1)], [6, '2026-07-27', '2026-09-06'])
  t.ok(august.every(week => week.length === 7))
  t.equal(addMonths('2026-01', -1), '2025-12')
  t.equal(addMonths('2026-12', 1), '2027-01')
})

t.test('keeps the other values of a measurement when its weight changes', async t => {
  const { isBodyWeight, weightsIn, withoutWeight, withWeight } =
    await load<typeof Measurements>('measurements')
  const stored = { id: 'a', date: '2026-01-02', waist: { value: 80, unit: 'CM' as const } }
  const changed = withWeight([stored], '2026-01-02', { value: 80, unit: 'KG' })
  t.same(changed, { ...stored, weight: { value: 80, unit: 'KG' } })
  t.same(withoutWeight(changed), { ...stored, weight: null })
  const added = withWeight([stored], '2026-01-01', { value: 176.37, unit: 'LB' })
  t.not(added.id, 'a')
  t.equal(withoutWeight({ ...added, bodyFatPercent: null }), null)
  t.same(
    weightsIn([changed, added, stored], 'KG').map(({ date, value }) => [date, Math.round(value)]),
    [
      ['2026-01-01', 80],
      ['2026-01-02', 80],
    ],
  )
  t.same(
    [isBodyWeight(20, 'KG'), isBodyWeight(20, 'LB'), isBodyWeight(651, 'KG'), isBodyWeight(651, 'LB')],
    [true, false, false, true],
  )
})

t.test('reads goals, and says what is missing', async t => {
  const { fits, readGoal } = await load<typeof Goals>('goals')
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
  t.notOk(fits('LOAD', 'DURATION') || fits('DISTANCE', 'WEIGHT_REPS'))
})

t.test('shows an own exercise like those of the catalogue', async t => {
  const { asListed, newOwnExercise, toOwnExercise, toSteps } = await load<typeof Exercises>('exercises')
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
  t.same(toSteps(' one \n\n two'), ['one', 'two'])
})
