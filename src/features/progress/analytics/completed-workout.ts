import { localTime } from '../../../lib/local-time.js'
import type { Load } from '../../../lib/units.js'
import type { WorkoutVersion } from '../../training/workouts/listeners.js'
import type { PerformedExercise } from '../../training/workouts/performed.js'
import { volumeOf } from '../../training/workouts/totals.js'
import { bestEstimate, repetitionLoad, type RepetitionLoad } from '../records/bests.js'
import { heaviestLoads } from './heaviest-loads.js'
import type { CompletedExercise, CompletedWorkout } from './models.js'

/** Returns null for a workout that is not completed. */
export function completedWorkout({
  content: { timezone },
  performed: { startedAt, isCompleted, bodyWeight, exercises },
}: Pick<WorkoutVersion, 'content' | 'performed'>): CompletedWorkout | null {
  if (!isCompleted) return null
  const trained = new Map<string, Pick<PerformedExercise, 'trackingType' | 'bodyweightShare' | 'sets'>>()
  for (const { exerciseId, trackingType, bodyweightShare, sets } of exercises) {
    const working = sets.filter(({ type }) => type !== 'WARMUP')
    const earlier = trained.get(exerciseId)?.sets ?? []
    if (working.length > 0)
      trained.set(exerciseId, { trackingType, bodyweightShare, sets: [...earlier, ...working] })
  }
  return {
    startedAt,
    day: localTime(timezone).dayAt(startedAt),
    exercises: [...trained].map(([exerciseId, exercise]): CompletedExercise => ({
      exerciseId,
      sets: exercise.sets.length,
      volume: volumeOf({ bodyWeight, exercises: [exercise] }, 'KG'),
      estimate: bestEstimate(exercise.sets, { bodyWeight, bodyweightShare: exercise.bodyweightShare }),
      repetitionLoads: repetitionLoadsOf(exercise, bodyWeight),
      distance: Math.max(0, ...exercise.sets.map(({ distanceMeters }) => distanceMeters ?? 0)) || null,
    })),
  }
}

function repetitionLoadsOf(
  { trackingType, sets }: Pick<PerformedExercise, 'trackingType' | 'sets'>,
  bodyWeight: Load | null,
): RepetitionLoad[] {
  const heaviest = heaviestLoads()
  for (const set of sets) {
    const lift = repetitionLoad(set, trackingType, bodyWeight)
    if (lift) heaviest.add(lift)
  }
  return heaviest.all()
}
