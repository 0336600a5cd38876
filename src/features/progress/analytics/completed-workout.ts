import type { WorkoutVersion } from '../../training/workouts/listeners.js'
import type { WorkoutSet } from '../../training/workouts/models.js'
import { isWorkingSet, volumeOf } from '../../training/workouts/totals.js'
import { bestEstimate } from '../records/bests.js'
import type { CompletedExercise, CompletedWorkout } from './models.js'

/** Returns null for a workout that is not completed. */
export function completedWorkout({
  content: { startedAt, endedAt, exercises },
  bodyWeight,
}: Pick<WorkoutVersion, 'content' | 'bodyWeight'>): CompletedWorkout | null {
  if (endedAt === null) return null
  const done = new Map<string, WorkoutSet[]>()
  for (const { exerciseId, sets } of exercises) {
    const working = sets.filter(isWorkingSet)
    if (working.length > 0) done.set(exerciseId, [...(done.get(exerciseId) ?? []), ...working])
  }
  const trained = [...done].map(([exerciseId, sets]): CompletedExercise => ({
    exerciseId,
    sets: sets.length,
    volume: volumeOf({ exercises: [{ sets }] }, bodyWeight, 'KG'),
    estimate: bestEstimate(sets, bodyWeight),
  }))
  return { startedAt, exercises: trained }
}
