import t from 'tap'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import type { LoggedDay } from '../../../../src/features/progress/enrollments/progression/log.js'
import { createPlan } from '../../../../src/features/progress/enrollments/progression/plan.js'
import { replay, statesBeforeWeek } from '../../../../src/features/progress/enrollments/progression/replay.js'
import { trackState } from '../../../../src/features/progress/enrollments/progression/state.js'
import type { LoadingConditions } from '../../../../src/features/progress/enrollments/progression/weights.js'
import { convertLoad, type Load, type WeightUnit } from '../../../../src/lib/units.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { completeDay, noInitialLoads } from './plans.js'

const exercises = new Map(starterCatalogue.map(exercise => [exercise.slug, exercise]))
const weeksTrained = 12

const plates = (unit: WeightUnit, ...values: number[]) =>
  values.map(value => ({ load: { value, unit }, count: 8 }))
const stacks = (unit: WeightUnit, value: number) => ({ machine: { value, unit }, cable: { value, unit } })

const gyms = {
  'no gym': null,
  'a gym in kilograms': {
    bars: [{ name: 'Bar', load: { value: 20, unit: 'KG' as const } }],
    plates: plates('KG', 20, 10, 5, 2.5),
    dumbbells: Array.from({ length: 30 }, (_, index) => ({ value: 2 * (index + 1), unit: 'KG' as const })),
    steps: stacks('KG', 7),
  },
  'a gym in pounds': {
    bars: [{ name: 'Bar', load: { value: 45, unit: 'LB' as const } }],
    plates: plates('LB', 45, 25, 10, 5),
    dumbbells: Array.from({ length: 30 }, (_, index) => ({ value: 5 * (index + 1), unit: 'LB' as const })),
    steps: stacks('LB', 15),
  },
}

/** The load that a lifter takes who logs in a unit: the nearest multiple of its usual step. */
function loggedIn(unit: WeightUnit, load: Load): Load {
  if (unit === load.unit) return load
  const step = unit === 'KG' ? 2.5 : 5
  return { value: Math.round(convertLoad(load, unit) / step) * step, unit }
}

for (const program of await loadBuiltInPrograms())
  for (const unit of ['KG', 'LB'] as const)
    for (const [name, equipment] of Object.entries(gyms))
      for (const logUnit of equipment === null ? (['KG', 'LB'] as const) : [unit])
        t.test(
          `${program.slug} in ${unit} with ${name}, logged in ${logUnit}: completing every set never lowers a load`,
          async t => {
            const conditions: LoadingConditions = { unit, equipment, increments: [] }
            const plan = createPlan(program, { exercises, conditions })
            const starting = new Map(
              [...plan.tracks.values()].map(({ exerciseId, rule, weights }) => {
                const typical = convertLoad({ value: 30, unit: 'KG' }, unit)
                const value = rule?.type === 'PERCENT' ? 100 : weights.nearest(typical)
                return [exerciseId, { value, unit }] as const
              }),
            )
            const initialLoads = { ...noInitialLoads, starting }
            const input = {
              periods: [{ since: null, plans: new Map([[1, plan]]) }],
              ...{ version: 1, initialLoads, adjustments: [] },
            }
            const logged: LoggedDay[] = []
            for (const [index, day] of plan.days.entries()) {
              if (day.week > weeksTrained) break
              const states = statesBeforeWeek(replay(input, logged), plan, day)
              for (const { track } of day.entries) {
                const { failures, reason } = trackState(track, states, initialLoads)
                t.equal(failures, 0, `${track.id} in week ${day.week}`)
                t.not(reason, 'DELOADED', `${track.id} in week ${day.week}`)
              }
              logged.push(completeDay(index, day, states, initialLoads, load => loggedIn(logUnit, load)))
            }
            t.ok(logged.length > 0)
          },
        )
