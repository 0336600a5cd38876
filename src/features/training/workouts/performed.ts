import type { Load } from '../../../lib/units.js'
import type { Exercise } from '../exercises/models.js'
import type { LoadMode, SetType, TrackingType } from '../exercises/vocabulary.js'
import type { WorkoutContent, WorkoutEntry } from './models.js'

/** A completed set: one with `completedAt`. */
export interface DoneSet {
  id: string
  type: SetType
  loadMode: LoadMode
  load: Load | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  /** Repetitions in reserve. */
  rir: number | null
}

/** An entry of a workout with its completed sets. An exercise may have several entries in one workout. */
export interface PerformedExercise {
  entryId: string
  exerciseId: string
  trackingType: TrackingType
  /** In their order. */
  sets: DoneSet[]
}

/** A workout reduced to what was done in it, which data is derived from. */
export interface PerformedWorkout {
  id: string
  startedAt: Date
  isCompleted: boolean
  /** The body weight that counts in the workout, as of the last time that it was determined. */
  bodyWeight: Load | null
  /** Includes entries without a completed set. */
  exercises: PerformedExercise[]
  programDay: { enrollmentId: string; week: number; day: number } | null
}

/** @param known the exercises that the workout names; entries of others are left out */
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
