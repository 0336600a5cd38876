import t from 'tap'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import { logDay, type LoggedDay } from '../../../../src/features/progress/enrollments/progression/log.js'
import {
  createPlan,
  type TrainingDay,
} from '../../../../src/features/progress/enrollments/progression/plan.js'
import { replay, statesBeforeWeek } from '../../../../src/features/progress/enrollments/progression/replay.js'
import { trackState } from '../../../../src/features/progress/enrollments/progression/state.js'
import { targetOf } from '../../../../src/features/progress/enrollments/progression/targets.js'
import type { LoadingConditions } from '../../../../src/features/progress/enrollments/progression/weights.js'
import type { PerformedWorkout } from '../../../../src/features/training/workouts/performed.js'
import { convertLoad, type Load, type WeightUnit } from '../../../../src/lib/units.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { dayLong, noInitialLoads } from './plans.js'

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
          `${program.slug} in ${unit} with ${name}, logged in ${logUnit}: nobody who completes everything is held back`,
          async t => {
            const conditions: LoadingConditions = { unit, equipment, increments: [] }
            const { days, daysByPosition, tracks } = createPlan(program, { exercises, conditions })
            t.ok(daysByPosition.size > 0)
            const starting = new Map(
              [...tracks.values()].map(({ exerciseId, rule, weights }) => {
                const value =
                  rule?.type === 'PERCENT'
                    ? 100
                    : weights.nearest(convertLoad({ value: 30, unit: 'KG' }, unit))
                return [exerciseId, { value, unit }] as const
              }),
            )
            const initialLoads = { ...noInitialLoads, starting }
            const plan = createPlan(program, { exercises, conditions })
            const input = {
              periods: [{ since: null, plans: new Map([[1, plan]]) }],
              ...{ version: 1, initialLoads, adjustments: [] },
            }
            const logged: LoggedDay[] = []
            for (const [index, planned] of days.entries()) {
              if (planned.week > weeksTrained) break
              const day = plan.daysByPosition.get(`${planned.week}/${planned.day}`) as TrainingDay
              const states = statesBeforeWeek(replay(input, logged), plan, day)
              for (const { track } of day.entries) {
                const { failures, reason } = trackState(track, states, initialLoads)
                t.equal(failures, 0, `${track.id} in week ${day.week}`)
                if (track.rule?.type !== 'PERCENT')
                  t.not(reason, 'DELOADED', `${track.id} in week ${day.week}`)
              }
              logged.push(logDay(completed(index, day), day, 1))

              function completed(position: number, { entries, isDeload }: TrainingDay): PerformedWorkout {
                return {
                  id: String(position).padStart(24, '0'),
                  startedAt: new Date(position * dayLong),
                  isCompleted: true,
                  bodyWeight: null,
                  programDay: null,
                  exercises: entries.map(({ exercise, track }, at) => ({
                    entryId: String(at),
                    exerciseId: exercise.exerciseId,
                    trackingType: track.trackingType,
                    bodyweightShare: 0,
                    sets: exercise.sets.map((set, setAt) => {
                      const target = targetOf(track, trackState(track, states, initialLoads), set, isDeload)
                      const isAssisted = track.isAssistance
                      return {
                        ...{ id: String(setAt), type: set.type, rpe: null, rir: null },
                        loadMode: isAssisted
                          ? 'ASSISTED'
                          : track.trackingType === 'BODYWEIGHT_REPS'
                            ? 'BODYWEIGHT'
                            : 'EXTERNAL',
                        load: target.load && loggedIn(logUnit, target.load),
                        reps: target.maxReps ?? target.minReps,
                        durationSeconds: target.durationSeconds,
                        distanceMeters: target.distanceMeters,
                      }
                    }),
                  })),
                }
              }
            }
          },
        )
