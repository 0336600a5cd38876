import type { Load } from '../../../lib/units.js'
import type { LoadMode, SetType, TrackingType } from '../../training/exercises/vocabulary.js'
import type { RecordType, RecordUnit } from './vocabulary.js'

/** A set that was done, as it counts: only those with `completedAt`. */
export interface DoneSet {
  id: string
  type: SetType
  loadMode: LoadMode
  load: Load | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  /** Repetitions that were left. */
  rir: number | null
}

/** One exercise of a workout. An exercise may have several entries in one workout. */
export interface PerformedExercise {
  entryId: string
  exerciseId: string
  trackingType: TrackingType
  /** In their order. */
  sets: DoneSet[]
}

/** A workout as what is derived from it sees it. */
export interface PerformedWorkout {
  id: string
  startedAt: Date
  isCompleted: boolean
  /** Of its day, as it was settled when the workout was saved. */
  bodyWeight: Load | null
  /** Also those without a set that was done. */
  exercises: PerformedExercise[]
  programDay: { enrollmentId: string; week: number; day: number } | null
}

/** What came of one workout in a batch of writes. */
export interface WorkoutChange {
  id: string
  /** Null for a new one. */
  before: PerformedWorkout | null
  /** Null for one that was deleted. */
  after: PerformedWorkout | null
  /** What was to be kept of it when it was written last. */
  kept?: string | null
}

/** The best of one type in one exercise of one workout. */
export interface Best {
  type: RecordType
  value: number
  /** Of the set; where several count, of most of them. */
  unit: RecordUnit
  reps: number | null
  /** Null where several sets make it. */
  setId: string | null
}

/** A record as a workout sets it. */
export interface NewRecord extends Best {
  exerciseId: string
  workoutId: string
  /** When the workout began. */
  achievedAt: Date
  /** The record that was bettered; null for the first value, which is a baseline. */
  previous: Bettered | null
}

export interface PreviousRecord {
  value: number
  unit: RecordUnit
  achievedAt: Date
}

/** A record that was bettered, with all that a replay needs to begin behind it. */
export interface Bettered extends PreviousRecord {
  workoutId: string
  /** The highest until then, which may be a little above the record: too little to be one. */
  score: number
}

/** A record that somebody has set. */
export interface PersonalRecord extends Omit<NewRecord, 'previous'> {
  id: string
  previous: PreviousRecord | null
}
