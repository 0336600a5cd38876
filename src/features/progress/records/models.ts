import type { RecordType, RecordUnit } from './vocabulary.js'

/** The best value of one record type for one exercise in one workout. */
export interface Best {
  type: RecordType
  value: number
  /** The unit of the set, or the most frequent unit if several sets count. */
  unit: RecordUnit
  reps: number | null
  /** Null if several sets count. */
  setId: string | null
}

export interface NewRecord extends Best {
  exerciseId: string
  workoutId: string
  /** The start of the workout. */
  achievedAt: Date
  /** The record that was broken; null for a baseline, which is the first value of its type. */
  previous: SupersededRecord | null
}

export interface PreviousRecord {
  value: number
  unit: RecordUnit
  achievedAt: Date
}

/** A broken record, with the data that a replay needs to start after it. */
export interface SupersededRecord extends PreviousRecord {
  workoutId: string
  /** The highest score so far, which can exceed that of the record by less than the tolerance. */
  score: number
}

export interface PersonalRecord extends Omit<NewRecord, 'previous'> {
  id: string
  previous: PreviousRecord | null
}
