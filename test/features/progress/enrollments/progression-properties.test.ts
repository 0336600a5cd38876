import fc from 'fast-check'
import tap from 'tap'
import type { Progression } from '../../../../src/features/training/programs/models.js'
import { done, entry, kg, rule, set, createTrial, weeksOf, type Session } from './plans.js'

const days = 30
const exercise = 'squat'

/** Sessions of one exercise, with loads in quarters of a kilogram. */
const sessions = fc.array(
  fc.array(fc.record({ quarters: fc.integer({ min: 0, max: 800 }), reps: fc.nat(12) }), { maxLength: 5 }),
  { maxLength: days - 1 },
)
type Rule = typeof rules extends fc.Arbitrary<infer R> ? R : never
type Sets = { quarters: number; reps: number }[]

const sessionOf = (sets: Sets): Session => [
  [exercise, ...sets.map(({ quarters, reps }) => done(`${quarters / 4}x${reps}`))],
]

const rules = fc.record({
  type: fc.constantFrom('LINEAR' as const, 'DOUBLE' as const),
  step: fc.constantFrom(4, 5, 10, 20),
  successes: fc.integer({ min: 1, max: 3 }),
  failures: fc.integer({ min: 1, max: 3 }),
  deloadPercent: fc.integer({ min: 1, max: 90 }),
  minReps: fc.integer({ min: 3, max: 6 }),
  range: fc.nat(4),
})

const planned = 3
const first = 240

/** Implements the rules for three equal sets independently, in quarters of a kilogram. */
function expectedTargets(
  { type, step, successes, failures, deloadPercent, minReps, range }: Rule,
  history: Sets[],
): [quarters: number, reps: number] {
  let [load, target, successCount, failureCount] = [first, minReps, 0, 0]
  const roundedUp = (quarters: number) => Math.ceil(quarters / step) * step
  for (const sets of history) {
    if (sets.length === 0) continue
    const compared = sets.slice(0, planned)
    const isHeavyEnough = (quarters: number) => quarters * 1000 >= load * 995
    const isSuccess =
      compared.length === planned && compared.every(one => one.reps >= target && isHeavyEnough(one.quarters))
    if (isSuccess) {
      failureCount = 0
      const least = Math.min(...compared.map(one => one.quarters))
      if (least >= load + step) load = least
      if (type === 'LINEAR') {
        successCount += 1
        if (successCount === successes) [load, successCount] = [roundedUp(load + step), 0]
      } else {
        const reps = Math.min(...compared.map(one => one.reps))
        if (reps >= minReps + range) [load, target] = [roundedUp(load + step), minReps]
        else target = reps + 1
      }
    } else {
      successCount = 0
      failureCount += 1
      if (failureCount === failures) {
        failureCount = 0
        const less = load * (100 - deloadPercent)
        const down = Math.floor(less / (step * 100)) * step
        const nearest = less - down * 100 > step * 50 ? down + step : down
        load = Math.max(0, Math.min(nearest, Math.floor((load - step) / step) * step))
        target = minReps
      }
    }
  }
  return [load, target]
}

tap.test('matches an independent implementation of the rules', t => {
  fc.assert(
    fc.property(rules, sessions, (made, history) => {
      const { type, step, successes, failures, deloadPercent, minReps, range } = made
      const progression = rule(type, {
        ...{ increment: kg(step / 4), successes, failures, deloadPercent },
        ...(type === 'DOUBLE' && { minReps, maxReps: minReps + range }),
      } satisfies Partial<Progression>)
      const load = kg(first / 4)
      const sets = Array.from({ length: planned }, () => set({ load, minReps }))
      const trained = createTrial({ weeks: weeksOf(days, [[entry(exercise, progression, sets)]]) })
      const [targets = ''] = trained.next(history.map(sessionOf))
      const [, one = ''] = targets.split(' ')
      const [quarters, reps] = expectedTargets(made, history)
      return one === `${quarters / 4}x${reps}`
    }),
    { numRuns: 500 },
  )
  t.end()
})

const anyRule = fc.record({
  type: fc.constantFrom('LINEAR' as const, 'DOUBLE' as const, 'REP_SUM' as const, 'PERCENT' as const),
  trackingType: fc.constantFrom(
    'WEIGHT_REPS' as const,
    'REPS_ONLY' as const,
    'BODYWEIGHT_REPS' as const,
    'BODYWEIGHT_ASSISTED_REPS' as const,
  ),
  increment: fc.option(
    fc.record({
      value: fc.constantFrom(0.1, 1, 2.5, 5),
      unit: fc.constantFrom('KG' as const, 'LB' as const),
    }),
  ),
  load: fc.option(
    fc.record({
      value: fc.integer({ min: 0, max: 200 }),
      unit: fc.constantFrom('KG' as const, 'LB' as const),
    }),
  ),
  failures: fc.integer({ min: 1, max: 2 }),
})

const anySets = fc.array(
  fc.array(
    fc.record({
      load: fc.option(fc.record({ value: fc.nat(300), unit: fc.constantFrom('KG' as const, 'LB' as const) })),
      loadMode: fc.constantFrom('EXTERNAL' as const, 'BODYWEIGHT' as const, 'ASSISTED' as const),
      reps: fc.option(fc.nat(20)),
    }),
    { maxLength: 4 },
  ),
  { maxLength: days - 1 },
)

tap.test('never prescribes a negative load or less than one repetition', t => {
  fc.assert(
    fc.property(anyRule, anySets, ({ type, trackingType, increment, load, failures }, history) => {
      const progression = rule(type, { increment, failures, minReps: 5, maxReps: 8, reps: 20 })
      const sets = [set({ load, percentOfOneRepMax: 80 }), set({ percentOfOneRepMax: 60 })]
      const weeks = weeksOf(days, [[entry(exercise, progression, sets)]], [5, 10])
      const trained = createTrial({ weeks, types: { [exercise]: trackingType } })
      const trainings = history.map((sets): Session => [
        [exercise, ...sets.map(more => ({ ...done('x0'), ...more }))],
      ])
      const targets = trained.next(trainings).join(' ').split(' ').slice(1)
      return targets.every(one => {
        const [load = '', reps = ''] = one.split('x')
        return (load === '' || Number.parseFloat(load) >= 0) && Number(reps) >= 1
      })
    }),
    { numRuns: 500 },
  )
  t.end()
})
