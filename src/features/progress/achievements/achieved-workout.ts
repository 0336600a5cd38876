import type { WorkoutVersion } from '../../training/workouts/listeners.js'
import { isWorkingSet, setsAndReps, volumeOf } from '../../training/workouts/totals.js'
import type { AchievedWorkout } from './models.js'

/** Returns null for a workout that is not completed. */
export function achievedWorkout({
  content,
  bodyWeight,
}: Pick<WorkoutVersion, 'content' | 'bodyWeight'>): AchievedWorkout | null {
  const { startedAt, endedAt, timezone, exercises } = content
  if (endedAt === null) return null
  const trained = exercises.filter(({ sets }) => sets.some(isWorkingSet))
  return {
    startedAt,
    endedAt,
    timezone,
    ...setsAndReps(content),
    volume: volumeOf(content, bodyWeight, 'KG'),
    exercises: new Set(trained.map(({ exerciseId }) => exerciseId)).size,
  }
}
