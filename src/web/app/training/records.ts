import { convert } from './units.js'
import { completedSetsOf, type Workout, type WorkoutSet } from './workout.js'

/** The most repetitions from which a maximum is estimated. */
const maxReps = 15

/** Brzycki's formula below 10 repetitions, Epley's from 10 on, as the service estimates it. In kilograms; null if the set allows no estimate. */
export function estimateMax({ load, reps, rir, type, loadMode }: WorkoutSet): number | null {
  if (!load || !reps || ['WARMUP', 'PARTIAL', 'FORCED'].includes(type)) return null
  if (loadMode !== null && loadMode !== 'EXTERNAL') return null
  const all = reps + (rir ?? 0)
  if (all > maxReps) return null
  const weight = convert(load, 'KG')
  return all < 10 ? (weight * 36) / (37 - all) : weight * (1 + all / 30)
}

const weightOf = ({ load, reps, type, loadMode }: WorkoutSet): number | null =>
  load && reps && !['WARMUP', 'PARTIAL', 'FORCED'].includes(type) && loadMode !== 'ASSISTED'
    ? convert(load, 'KG')
    : null

type RecordKind = 'ONE_RM' | 'WEIGHT'

const measures: Record<RecordKind, (set: WorkoutSet) => number | null> = {
  ONE_RM: estimateMax,
  WEIGHT: weightOf,
}

export interface NewRecord {
  exerciseId: string
  setId: string
  kind: RecordKind
  /** In kilograms. */
  value: number
  /** The best value before, in kilograms. */
  previous: number
}

/** Finds what the completed sets of a workout improve on earlier workouts. A first value is no record. */
export function findRecords(workout: Workout, history: readonly Workout[]): NewRecord[] {
  const earlier = history.filter(({ id, startedAt }) => id !== workout.id && startedAt < workout.startedAt)
  const ids = [...new Set(workout.exercises.map(({ exerciseId }) => exerciseId))]
  return ids.flatMap(exerciseId =>
    (['ONE_RM', 'WEIGHT'] as const).flatMap(kind => {
      const best = bestOf(setsOf([workout], exerciseId), kind)
      const before = bestOf(setsOf(earlier, exerciseId), kind)
      // The service ignores differences of one part in a million, too.
      if (!best || !before || best.value <= before.value * 1.000001) return []
      return [{ exerciseId, setId: best.set.id, kind, value: best.value, previous: before.value }]
    }),
  )
}

const setsOf = (workouts: readonly Workout[], exerciseId: string): WorkoutSet[] =>
  workouts.flatMap(workout => completedSetsOf(workout, exerciseId))

function bestOf(sets: readonly WorkoutSet[], kind: RecordKind): { set: WorkoutSet; value: number } | null {
  let best: { set: WorkoutSet; value: number } | null = null
  for (const set of sets) {
    const value = measures[kind](set)
    if (value !== null && (!best || value > best.value)) best = { set, value }
  }
  return best
}
