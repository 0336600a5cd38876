import type { WorkoutContent, WorkoutSet } from './models.js'

/**
 * Another exercise in the place of one: what was done stays, what was planned for the old one goes.
 * @returns null where the workout has no such entry
 */
export function swapped(workout: WorkoutContent, entryId: string, exerciseId: string): WorkoutContent | null {
  const entry = workout.exercises.find(({ id }) => id === entryId)
  if (!entry) return null
  // Swapped again, nothing is taken away that was planned since.
  if (entry.exerciseId === exerciseId) return workout
  const other = { ...entry, exerciseId, sets: entry.sets.map(unlessDone) }
  return { ...workout, exercises: workout.exercises.map(one => (one === entry ? other : one)) }
}

const unlessDone = (set: WorkoutSet): WorkoutSet =>
  set.completedAt === null ? { ...set, load: null, target: null } : set
