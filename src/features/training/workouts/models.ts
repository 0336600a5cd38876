import type { Optional } from '../../../lib/input-reader.js'
import type { Load } from '../../../lib/units.js'
import type { Exercise } from '../exercises/models.js'
import type { LoadMode, SetType } from '../exercises/vocabulary.js'
import type { Draft, WriteConflict } from '../../owned/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    WORKOUT: true
  }
}

/** What a set is planned to be; null where the plan leaves it open. */
export interface SetTarget {
  load: Load | null
  minReps: number | null
  maxReps: number | null
  rpe: number | null
  durationSeconds: number | null
  distanceMeters: number | null
}

export interface WorkoutSet {
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
  restSeconds: number | null
  target: SetTarget | null
  /** Null while it is not done. */
  completedAt: Date | null
}

/** An exercise in its place in a workout. */
export interface WorkoutEntry {
  id: string
  exerciseId: string
  supersetId: string | null
  notes: string | null
  restSeconds: number | null
  sets: WorkoutSet[]
}

export interface WorkoutProgramDay {
  enrollmentId: string
  /** From 1. */
  week: number
  /** From 1, days of rest included. */
  day: number
}

/** A workout as its owner writes it, in the one form that equal workouts have. */
export interface WorkoutContent {
  title: string | null
  startedAt: Date
  /** Null while it goes on. */
  endedAt: Date | null
  /** A name of IANA's. */
  timezone: string
  notes: string | null
  rating: number | null
  programDay: WorkoutProgramDay | null
  exercises: WorkoutEntry[]
}

export type SetTargetDraft = Draft<SetTarget, never>

export interface WorkoutSetDraft extends Draft<Omit<WorkoutSet, 'target'>, 'id'> {
  target?: Optional<SetTargetDraft>
}

export interface WorkoutEntryDraft extends Draft<Omit<WorkoutEntry, 'sets'>, 'id' | 'exerciseId'> {
  sets: readonly WorkoutSetDraft[]
}

/** A workout as it is sent. */
export interface WorkoutDraft extends Draft<Omit<WorkoutContent, 'exercises'>, 'startedAt' | 'timezone'> {
  id: string
  /** The version that it was made from; null for a new one. */
  expectedVersion?: Optional<number>
  exercises: readonly WorkoutEntryDraft[]
}

export type WorkoutStatus = 'IN_PROGRESS' | 'COMPLETED'

/** What the service derives for a workout. A change of it does not raise the version of the workout. */
export interface WorkoutDerived {
  /** The body weight on the day of the workout, as far as it was known when it was last determined. */
  bodyWeight: Load | null
  /** The exercises of a completed workout that have a completed set. */
  performed: string[]
  /** By exercise: the workout before this one in which it was performed last; null where there is none. Set by a listener. */
  previous?: Record<string, string | null>
  /** What the listener that derives records stores for itself. */
  kept?: string
}

/** Reads what is asked of several workouts beside themselves, once for all of them. */
export interface Surroundings {
  exercises(): Promise<ReadonlyMap<string, Exercise>>
  /** The completed sets of an exercise in the workout before. @throws AppError QUERY_TOO_COMPLEX */
  previous(workoutId: string, exerciseId: string): Promise<WorkoutSet[]>
}

/** A workout as its owner sees it. */
export interface Workout extends Omit<WorkoutContent, 'exercises'> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  status: WorkoutStatus
  bodyWeight: Load | null
  exercises: WorkoutExercise[]
  surroundings: Surroundings
}

export interface WorkoutExercise extends WorkoutEntry {
  /** The workout before in which the exercise was done last; null where there is none. */
  previousWorkoutId: string | null
  surroundings: Surroundings
}

export interface WorkoutTotals {
  sets: number
  reps: number
  /** Null while it goes on. */
  durationSeconds: number | null
  workout: Workout
}

/** What was done of an exercise in one workout. */
export interface ExercisePerformance {
  workout: Workout
  sets: WorkoutSet[]
}

/** Which workouts are wanted; null makes no difference. */
export interface WorkoutFilter {
  from: Date | null
  to: Date | null
  exerciseId: string | null
  enrollmentId: string | null
  status: WorkoutStatus | null
}

/** A filter as it is sent. */
export type WorkoutFilterDraft = Draft<WorkoutFilter, never>

/** What a workout is to begin with, as it is sent. */
export interface StartDraft extends Pick<WorkoutDraft, 'id' | 'startedAt' | 'timezone'> {
  /** One of them; null for an empty workout. */
  from?: Optional<{ programDay?: Optional<WorkoutProgramDay>; workout?: Optional<string> }>
}

/** Which exercise is to be another one. */
export interface SwapDraft {
  workoutId: string
  exerciseEntryId: string
  exerciseId: string
  /** Null for whichever there is. */
  expectedVersion?: Optional<number>
}

export interface WorkoutPayload {
  /** As it is stored; of the conflict ACTIVE the one in progress. */
  workout: Workout | null
  conflict: WriteConflict | null
}
