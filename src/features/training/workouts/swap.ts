import type { WorkoutContent, WorkoutSet } from './models.js'

/**
 * Replaces the exercise of an entry. Completed sets stay; loads and targets of the other sets are removed, because they
 * were planned for the old exercise.
 * @returns null if the workout has no such entry
 */
export function swapExercise(
  workout: WorkoutContent,
  entryId: string,
  exerciseId: string,
): WorkoutContent | null {
  const entry = workout.exercises.find(({ id }) => id === entryId)
  if (!entry) return null
  // A repeated swap must not remove targets that were planned since.
  if (entry.exerciseId === exerciseId) return workout
  const swapped = { ...entry, exerciseId, sets: entry.sets.map(withoutPlan) }
  return { ...workout, exercises: workout.exercises.map(other => (other === entry ? swapped : other)) }
}

const withoutPlan = (set: WorkoutSet): WorkoutSet =>
  set.completedAt === null ? { ...set, load: null, target: null } : set
