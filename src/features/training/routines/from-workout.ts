import { badUserInputAt } from '../../../errors.js'
import { derivedId } from '../../../lib/ids.js'
import { maxExercisesPerDay, maxSetsPerExercise } from '../programs/limits.js'
import type { PlannedSet } from '../programs/models.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from '../workouts/models.js'
import type { RoutineContent } from './models.js'

const defaultTitle = 'Routine'

/**
 * Plans what was done in a workout. The ids of the entries are derived from the id of the routine, so that the result is
 * reproducible.
 * @param path of the workout in the request
 * @throws AppError BAD_USER_INPUT
 */
export function routineFromWorkout(
  { id, title }: { id: string; title: string | null },
  workout: Pick<WorkoutContent, 'title' | 'exercises'>,
  path: string,
): RoutineContent {
  const entries = workout.exercises.filter(({ sets }) => sets.length > 0)
  if (entries.length > maxExercisesPerDay)
    throw badUserInputAt(path, `must be a workout with at most ${maxExercisesPerDay} exercises.`)
  if (entries.some(({ sets }) => sets.length > maxSetsPerExercise))
    throw badUserInputAt(path, `must be a workout with at most ${maxSetsPerExercise} sets of an exercise.`)
  return {
    title: title ?? workout.title ?? defaultTitle,
    notes: null,
    folderId: null,
    position: 0,
    exercises: entries.map((entry, index) => ({
      id: derivedId(`${id}:${index}`),
      exerciseId: entry.exerciseId,
      supersetId: entry.supersetId,
      progression: null,
      sets: entry.sets.map(set => plannedSet(entry, set)),
    })),
  }
}

/** What was done, or the target of a set that was not completed. */
function plannedSet(entry: WorkoutEntry, set: WorkoutSet): PlannedSet {
  const isDone = set.completedAt !== null
  const values = isDone ? { ...set, minReps: set.reps, maxReps: null } : set.target
  return {
    type: set.type,
    // Zero repetitions cannot be planned.
    minReps: values?.minReps || null,
    maxReps: values?.maxReps || null,
    isAmrap: false,
    load: values?.load ?? null,
    warmupPercent: null,
    rpe: values?.rpe ?? null,
    percentOfOneRepMax: null,
    restSeconds: set.restSeconds ?? entry.restSeconds,
    durationSeconds: values?.durationSeconds ?? null,
    distanceMeters: values?.distanceMeters ?? null,
    notes: null,
  }
}
