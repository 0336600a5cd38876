import type { ExerciseEntry, Muscle } from '../../../lib/exercise-vocabulary.js'

export type TargetedMuscles = Pick<ExerciseEntry, 'category' | 'primaryMuscles' | 'secondaryMuscles'>

/**
 * The muscles that an exercise trains, with the share of a set that counts for each: 1 for primary and 0.5 for secondary
 * muscles. Stretching and cardio exercises train no muscle.
 */
export function muscleShares({
  category,
  primaryMuscles,
  secondaryMuscles,
}: TargetedMuscles): ReadonlyMap<Muscle, number> {
  const shares = new Map<Muscle, number>()
  if (category === 'STRETCHING' || category === 'CARDIO') return shares
  for (const muscle of secondaryMuscles) shares.set(muscle, 0.5)
  for (const muscle of primaryMuscles) shares.set(muscle, 1)
  return shares
}
