import { seconds } from '../../../lib/quantities.js'
import { convertLoad, type Load, type WeightUnit } from '../../../lib/units.js'
import { muscles, type ExerciseEntry, type Muscle } from '../../../lib/exercise-vocabulary.js'
import { movedLoad } from './moved-load.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from './models.js'

/** Working sets are completed sets that are not warm-ups. */
export const isWorkingSet = ({ type, completedAt }: Pick<WorkoutSet, 'type' | 'completedAt'>): boolean =>
  type !== 'WARMUP' && completedAt !== null

interface Entries {
  exercises: readonly Pick<WorkoutEntry, 'sets'>[]
}

const workingSets = ({ exercises }: Entries): WorkoutSet[] =>
  exercises.flatMap(({ sets }) => sets.filter(isWorkingSet))

/** Counts the working sets and their repetitions. */
export function setsAndReps(workout: Entries): { sets: number; reps: number } {
  const working = workingSets(workout)
  return { sets: working.length, reps: working.reduce((sum, { reps }) => sum + (reps ?? 0), 0) }
}

/** The sum of load × repetitions of all working sets with a known load. @param unit kilograms by default */
export function volumeOf(workout: Entries, bodyWeight: Load | null, unit: WeightUnit | null): number {
  return workingSets(workout).reduce((sum, set) => {
    const moved = movedLoad(set, bodyWeight)
    return moved === null ? sum : sum + convertLoad(moved, unit ?? 'KG') * (set.reps ?? 0)
  }, 0)
}

/** Null for a workout in progress. */
export const durationSeconds = ({
  startedAt,
  endedAt,
}: Pick<WorkoutContent, 'startedAt' | 'endedAt'>): number | null =>
  endedAt && (endedAt.getTime() - startedAt.getTime()) / seconds

type TargetedMuscles = Pick<ExerciseEntry, 'primaryMuscles' | 'secondaryMuscles'>

/** The number of working sets per muscle, in descending order. A set counts half for a secondary muscle. */
export function musclesWorked(
  { exercises }: Pick<WorkoutContent, 'exercises'>,
  exerciseOf: (exerciseId: string) => TargetedMuscles | undefined,
): { muscle: Muscle; sets: number }[] {
  const setsByMuscle = new Map<Muscle, number>()
  for (const { exerciseId, sets } of exercises) {
    const count = sets.filter(isWorkingSet).length
    const { primaryMuscles = [], secondaryMuscles = [] } = exerciseOf(exerciseId) ?? {}
    const shares = new Map<Muscle, number>(secondaryMuscles.map(muscle => [muscle, 0.5]))
    for (const muscle of primaryMuscles) shares.set(muscle, 1)
    for (const [muscle, share] of shares)
      setsByMuscle.set(muscle, (setsByMuscle.get(muscle) ?? 0) + share * count)
  }
  return muscles
    .map(muscle => ({ muscle, sets: setsByMuscle.get(muscle) ?? 0 }))
    .filter(({ sets }) => sets > 0)
    .sort((one, other) => other.sets - one.sets)
}
