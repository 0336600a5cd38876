import type { Optional } from '../../../lib/input-reader.js'
import type { Load } from '../../../lib/units.js'
import type { Exercise } from '../exercises/models.js'
import type { LoadMode, SetType } from '../../../lib/exercise-vocabulary.js'
import type { Draft } from '../../owned/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    WORKOUT: true
  }
}

/** The planned values of a set; null for values that the plan does not specify. */
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
  /** Null only in a workout as it is sent, for the default of the exercise. */
  loadMode: LoadMode | null
  load: Load | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  /** Repetitions in reserve. */
  rir: number | null
  restSeconds: number | null
  target: SetTarget | null
  /** Null until it is completed. */
  completedAt: Date | null
}

/** An exercise of a workout with its sets. */
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
  /** From 1, including rest days. */
  day: number
}

/** The content of a workout as written by its owner, normalized so that equal workouts have the same form. */
export interface WorkoutContent {
  title: string | null
  startedAt: Date
  /** Null while it is in progress. */
  endedAt: Date | null
  /** A name of the IANA time zone database. */
  timezone: string
  notes: string | null
  rating: number | null
  programDay: WorkoutProgramDay | null
  /** The routine that it was started from, which may have been deleted since. Missing without one. */
  routineId?: string
  /** Kept only with the consent HEALTH_DATA. Missing if there is none. */
  health?: WorkoutHealth
  /** Identifies the workout in its health store. Missing without an external id. */
  externalKey?: string
  exercises: WorkoutEntry[]
}

type HealthSource = 'APPLE_HEALTH' | 'HEALTH_CONNECT' | 'GARMIN' | 'OTHER'

/** Data that a health store recorded during a workout. */
export interface WorkoutHealth {
  source: HealthSource
  /** The identifier of the workout in the health store. */
  externalId: string | null
  /** In beats per minute. */
  averageHeartRate: number | null
  maxHeartRate: number | null
  activeEnergyKcal: number | null
}

export type WorkoutHealthDraft = Draft<WorkoutHealth, 'source'>

export type SetTargetDraft = Draft<SetTarget, never>

export interface WorkoutSetDraft extends Draft<Omit<WorkoutSet, 'target'>, 'id'> {
  target?: Optional<SetTargetDraft>
}

export interface WorkoutEntryDraft extends Draft<Omit<WorkoutEntry, 'sets'>, 'id' | 'exerciseId'> {
  sets: readonly WorkoutSetDraft[]
}

export interface WorkoutDraft extends Draft<
  Omit<WorkoutContent, 'exercises' | 'externalKey' | 'health'>,
  'startedAt' | 'timezone'
> {
  health?: Optional<WorkoutHealthDraft>
  id: string
  /** The version that it is based on; null for a new workout. */
  expectedVersion?: Optional<number>
  exercises: readonly WorkoutEntryDraft[]
}

type WorkoutStatus = 'IN_PROGRESS' | 'COMPLETED'

/** Data that the service derives for a workout. A change of it does not change the version of the workout. */
export interface WorkoutDerived {
  /** The body weight on the day of the workout; null if it was unknown when it was last determined. */
  bodyWeight: Load | null
  /** The exercises of a completed workout that have a completed set. */
  performed: string[]
  /** By exercise: the latest earlier workout in which it was performed; null if there is none. Set by a listener. */
  previous?: Record<string, string | null>
  /** Data of the listener that derives records. */
  recordEntries?: string
}

/** Reads data related to several workouts, once for all of them. */
export interface RelatedData {
  exercises(): Promise<ReadonlyMap<string, Exercise>>
  /**
   * The completed sets of an entry in another workout.
   * @param occurrence the position of the entry among those of the exercise, from 0
   * @throws AppError QUERY_TOO_COMPLEX
   */
  previous(workoutId: string, exerciseId: string, occurrence: number): Promise<WorkoutSet[]>
}

/** A workout as it is returned to its owner. */
export interface Workout extends Omit<WorkoutContent, 'exercises'> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  status: WorkoutStatus
  bodyWeight: Load | null
  exercises: WorkoutExercise[]
  related: RelatedData
}

export interface WorkoutExercise extends WorkoutEntry {
  /** The latest earlier workout in which the exercise was performed; null if there is none. */
  previousWorkoutId: string | null
  /** The position of the entry among those of its exercise, from 0. */
  occurrence: number
  related: RelatedData
}

export interface WorkoutTotals {
  sets: number
  reps: number
  /** Null while the workout is in progress. */
  durationSeconds: number | null
  workout: Workout
}

/** The completed sets of an exercise in one workout. */
export interface ExercisePerformance {
  workout: Workout
  sets: WorkoutSet[]
}

/** Selects workouts; null does not filter. */
export interface WorkoutFilter {
  from: Date | null
  to: Date | null
  exerciseId: string | null
  enrollmentId: string | null
  status: WorkoutStatus | null
}

export type WorkoutFilterDraft = Draft<WorkoutFilter, never>

/** The input of starting a workout. */
export interface StartDraft extends Pick<WorkoutDraft, 'id' | 'startedAt' | 'timezone'> {
  /** At most one of them; null for an empty workout. */
  from?: Optional<{
    programDay?: Optional<WorkoutProgramDay>
    routine?: Optional<string>
    workout?: Optional<string>
  }>
}

/** The input of replacing the exercise of an entry. */
export interface SwapDraft {
  workoutId: string
  exerciseEntryId: string
  exerciseId: string
  /** Null replaces the exercise in any version. */
  expectedVersion?: Optional<number>
}
