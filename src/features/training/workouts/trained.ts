import type { Load } from '../../../lib/units.js'
import type { AchievedWorkout } from '../../progress/achievements/models.js'
import type { TrainedExercise, TrainedWorkout } from '../../progress/analytics/models.js'
import { bestEstimate } from '../../progress/records/bests.js'
import type { WorkoutContent, WorkoutSet } from './models.js'
import { isWorking, setsAndReps, volumeOf } from './totals.js'

/** A workout as analytics see it; null where it is not completed. */
export function trainedWorkout(
  { startedAt, endedAt, exercises }: WorkoutContent,
  bodyWeight: Load | null,
): TrainedWorkout | null {
  if (endedAt === null) return null
  const done = new Map<string, WorkoutSet[]>()
  for (const { exerciseId, sets } of exercises) {
    const working = sets.filter(isWorking)
    if (working.length > 0) done.set(exerciseId, [...(done.get(exerciseId) ?? []), ...working])
  }
  const trained = [...done].map(([exerciseId, sets]): TrainedExercise => ({
    ...{ exerciseId, sets: sets.length },
    volume: volumeOf({ exercises: [{ sets }] }, bodyWeight, 'KG'),
    estimate: bestEstimate(sets, bodyWeight),
  }))
  return { startedAt, exercises: trained }
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
