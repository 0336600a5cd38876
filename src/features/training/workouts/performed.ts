import type { Load } from '../../../lib/units.js'
import type { Exercise } from '../exercises/models.js'
import type { TrackingType } from '../../../lib/exercise-vocabulary.js'
import type { WorkoutContent, WorkoutEntry, WorkoutSet } from './models.js'

/** A set with `completedAt`, reduced to what was done. */
export type CompletedSet = Omit<WorkoutSet, 'restSeconds' | 'target' | 'completedAt'>

/** Partial and forced repetitions do not show what a user can lift. */
export const isUnaided = ({ type }: Pick<CompletedSet, 'type'>): boolean =>
  type !== 'PARTIAL' && type !== 'FORCED'

/** An entry of a workout with its completed sets. An exercise may have several entries in one workout. */
export interface PerformedExercise {
  entryId: string
  exerciseId: string
  trackingType: TrackingType
  /** The share of the body weight that it moves, 0 to 1. */
  bodyweightShare: number
  /** In their order. */
  sets: CompletedSet[]
}

/** A workout reduced to its completed sets, from which data is derived. */
export interface PerformedWorkout {
  id: string
  startedAt: Date
  isCompleted: boolean
  /** The body weight used in the workout, as last determined. */
  bodyWeight: Load | null
  /** Includes entries without a completed set. */
  exercises: PerformedExercise[]
  programDay: { enrollmentId: string; week: number; day: number } | null
}

/** @param exercisesById the exercises of the workout; entries of other exercises are omitted */
export function performedWorkout(
  id: string,
  { startedAt, endedAt, programDay, exercises }: WorkoutContent,
  bodyWeight: Load | null,
  exercisesById: ReadonlyMap<string, Exercise>,
): PerformedWorkout {
  return {
    id,
    startedAt,
    programDay,
    bodyWeight,
    isCompleted: endedAt !== null,
    exercises: exercises.flatMap(
      entry => performedExercise(entry, exercisesById.get(entry.exerciseId)) ?? [],
    ),
  }
}

function performedExercise(
  { id, exerciseId, sets }: WorkoutEntry,
  exercise: Exercise | undefined,
): PerformedExercise | null {
  if (!exercise) return null
  const { trackingType, bodyweightShare } = exercise
  return {
    entryId: id,
    exerciseId,
    trackingType,
    bodyweightShare: bodyweightShare ?? 0,
    sets: sets.filter(({ completedAt }) => completedAt !== null),
  }
}

/** The ids of the exercises with a completed set; empty for a workout in progress. */
export function performedExercises({ endedAt, exercises }: WorkoutContent): string[] {
  if (endedAt === null) return []
  const performed = exercises.filter(({ sets }) => sets.some(({ completedAt }) => completedAt !== null))
  return [...new Set(performed.map(({ exerciseId }) => exerciseId))]
}
