import type { Load } from '../../../lib/units.js'
import type { Exercise } from '../exercises/models.js'
import type { PerformedExercise, PerformedWorkout } from '../../progress/records/models.js'
import type { WorkoutContent, WorkoutEntry } from './models.js'

/** A workout as what is derived from it sees it. */
export function performedWorkout(
  id: string,
  { startedAt, endedAt, programDay, exercises }: WorkoutContent,
  bodyWeight: Load | null,
  known: ReadonlyMap<string, Exercise>,
): PerformedWorkout {
  return {
    ...{ id, startedAt, programDay, bodyWeight },
    isCompleted: endedAt !== null,
    exercises: exercises.flatMap(entry => performedExercise(entry, known.get(entry.exerciseId)) ?? []),
  }
}

function performedExercise(
  { id, exerciseId, sets }: WorkoutEntry,
  exercise: Exercise | undefined,
): PerformedExercise | null {
  if (!exercise) return null
  const done = sets.filter(({ completedAt }) => completedAt !== null)
  return { entryId: id, exerciseId, trackingType: exercise.trackingType, sets: done }
}

/** The exercises of a completed workout of which a set was done. */
export function performedExercises({ endedAt, exercises }: WorkoutContent): string[] {
  if (endedAt === null) return []
  const done = exercises.filter(({ sets }) => sets.some(({ completedAt }) => completedAt !== null))
  return [...new Set(done.map(({ exerciseId }) => exerciseId))]
}
