import { defaultLoadMode } from '../../../lib/exercise-vocabulary.js'
import type { ExerciseService } from '../exercises/service.js'
import type { PlannedRoutine } from '../workouts/template.js'
import type { RoutineStore } from './store.js'

interface Dependencies {
  routines: Pick<RoutineStore, 'find'>
  exercises: Pick<ExerciseService, 'findMany'>
}

/** Plans a workout as a routine of the user prescribes it. */
export const routinePlanner =
  ({ routines, exercises }: Dependencies) =>
  /** @returns null if the routine does not exist */
  async (userId: string, routineId: string): Promise<PlannedRoutine | null> => {
    const content = (await routines.find(userId, routineId))?.content
    if (!content) return null
    const exercisesById = await exercises.findMany(
      userId,
      content.exercises.map(({ exerciseId }) => exerciseId),
    )
    return {
      name: content.title,
      exercises: content.exercises.map(({ exerciseId, supersetId, sets, progression }) => ({
        exerciseId,
        supersetId,
        increment: progression?.increment ?? null,
        sets: sets.map(({ type, restSeconds, notes, warmupPercent = null, ...set }) => ({
          type,
          restSeconds,
          notes,
          warmupPercent,
          loadMode: defaultLoadMode(exercisesById.get(exerciseId)?.trackingType ?? 'WEIGHT_REPS'),
          target: {
            load: set.load,
            minReps: set.minReps,
            maxReps: set.maxReps,
            rpe: set.rpe,
            durationSeconds: set.durationSeconds,
            distanceMeters: set.distanceMeters,
          },
        })),
      })),
    }
  }
