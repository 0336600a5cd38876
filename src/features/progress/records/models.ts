import type { RecordType, RecordUnit } from './vocabulary.js'

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
  previous: SupersededRecord | null
}

export interface PreviousRecord {
  value: number
  unit: RecordUnit
  achievedAt: Date
}

/** A record that was bettered, with all that a replay needs to begin behind it. */
export interface SupersededRecord extends PreviousRecord {
  workoutId: string
  /** The highest until then, which may be a little above the record: too little to be one. */
  score: number
}

/** A record that somebody has set. */
export interface PersonalRecord extends Omit<NewRecord, 'previous'> {
  id: string
  previous: PreviousRecord | null
}
