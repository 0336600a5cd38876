import type { Load } from '../../lib/units.js'
import type { AchievedWorkout } from '../achievements/models.js'
import type { TrainedExercise, TrainedWorkout } from '../analytics/models.js'
import type { WorkoutContent } from './models.js'
import { isWorking, setsAndReps, volumeOf } from './totals.js'

/** A workout as analytics see it; null where it is not completed. */
export function trainedWorkout(
  { startedAt, endedAt, exercises }: WorkoutContent,
  bodyWeight: Load | null,
): TrainedWorkout | null {
  if (endedAt === null) return null
  const all = new Map<string, TrainedExercise>()
  for (const entry of exercises) {
    const { exerciseId } = entry
    const known = all.get(exerciseId) ?? { exerciseId, sets: 0, volume: 0 }
    known.sets += entry.sets.filter(isWorking).length
    known.volume += volumeOf({ exercises: [entry] }, bodyWeight, 'KG')
    if (known.sets > 0) all.set(exerciseId, known)
  }
  return { startedAt, exercises: [...all.values()] }
}

/** A workout as achievements see it; null where it is not completed. */
export function achievedWorkout(content: WorkoutContent, bodyWeight: Load | null): AchievedWorkout | null {
  const { startedAt, endedAt, timezone, exercises } = content
  if (endedAt === null) return null
  const trained = exercises.filter(({ sets }) => sets.some(isWorking))
  return {
    ...{ startedAt, endedAt, timezone },
    ...setsAndReps(content),
    volume: volumeOf(content, bodyWeight, 'KG'),
    exercises: new Set(trained.map(({ exerciseId }) => exerciseId)).size,
  }
}
