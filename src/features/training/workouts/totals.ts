import { seconds } from '../../../lib/quantities.js'
import { convertLoad, type WeightUnit } from '../../../lib/units.js'
import { muscles, type Muscle } from '../../../lib/exercise-vocabulary.js'
import { muscleShares, type TargetedMuscles } from '../exercises/muscle-shares.js'
import { movedLoad } from './moved-load.js'
import type { PerformedExercise, PerformedWorkout } from './performed.js'
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

interface Performance extends Pick<PerformedWorkout, 'bodyWeight'> {
  exercises: readonly Pick<PerformedExercise, 'bodyweightShare' | 'sets'>[]
}

/** The sum of load × repetitions of all working sets with a known load. */
export function volumeOf({ bodyWeight, exercises }: Performance, unit: WeightUnit): number {
  let volume = 0
  for (const { bodyweightShare, sets } of exercises)
    for (const set of sets) {
      const moved = set.type === 'WARMUP' ? null : movedLoad(set, { bodyWeight, bodyweightShare })
      if (moved) volume += convertLoad(moved, unit) * (set.reps ?? 0)
    }
  return volume
}

/** Null for a workout in progress. */
export const durationSeconds = ({
  startedAt,
  endedAt,
}: Pick<WorkoutContent, 'startedAt' | 'endedAt'>): number | null =>
  endedAt && (endedAt.getTime() - startedAt.getTime()) / seconds

/** The number of working sets per muscle, in descending order. A set counts half for a secondary muscle. */
export function musclesWorked(
  { exercises }: Pick<WorkoutContent, 'exercises'>,
  exerciseOf: (exerciseId: string) => TargetedMuscles | undefined,
): { muscle: Muscle; sets: number }[] {
  const setsByMuscle = new Map<Muscle, number>()
  for (const { exerciseId, sets } of exercises) {
    const count = sets.filter(isWorkingSet).length
    const exercise = exerciseOf(exerciseId)
    for (const [muscle, share] of exercise ? muscleShares(exercise) : [])
      setsByMuscle.set(muscle, (setsByMuscle.get(muscle) ?? 0) + share * count)
  }
  return muscles
    .map(muscle => ({ muscle, sets: setsByMuscle.get(muscle) ?? 0 }))
    .filter(({ sets }) => sets > 0)
    .sort((one, other) => other.sets - one.sets)
}
