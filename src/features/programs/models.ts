import type { Load } from '../../lib/units.js'
import type { Equipment, Level, SetType } from '../exercises/vocabulary.js'
import type { Goal, WorkoutSplit } from '../profile/fields.js'

export type ProgressionType = 'LINEAR' | 'DOUBLE' | 'REP_SUM' | 'PERCENT'
export type ProgramVisibility = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'

export interface PlannedSet {
  type: SetType
  minReps: number | null
  maxReps: number | null
  load: Load | null
  rpe: number | null
  /** 85 is 85 %. */
  percentOfOneRepMax: number | null
  restSeconds: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  notes: string | null
}

/** How loads and repetitions of an exercise grow: one rule for each exercise of a program and key. */
export interface Progression {
  type: ProgressionType
  /** Tells several rules for one exercise apart. */
  key: string | null
  /** Null for the usual one: 2.5 kg or 5 lb. */
  increment: Load | null
  successes: number
  failures: number
  deloadPercent: number
  /** Not null with DOUBLE, as `maxReps`. */
  minReps: number | null
  maxReps: number | null
  /** Not null with REP_SUM. */
  reps: number | null
}

export interface PlannedExercise {
  /** Unique within the program. */
  id: string
  exerciseId: string
  supersetId: string | null
  sets: PlannedSet[]
  progression: Progression | null
}

export interface ProgramDay {
  name: string
  /** A day of rest has no exercises. */
  isRest: boolean
  exercises: PlannedExercise[]
}

export interface ProgramWeek {
  /** Its place in the program, from 1 on. */
  number: number
  label: string | null
  isDeload: boolean
  days: ProgramDay[]
}

/** What describes a program beside its weeks. */
export interface ProgramHeading {
  slug: string
  title: string
  description: string | null
  level: Level | null
  goal: Goal | null
  workoutSplit: WorkoutSplit | null
}

/** What follows from the weeks of a program. */
export interface ProgramExtent {
  durationWeeks: number
  /** Training days of the week that has most. */
  sessionsPerWeek: number
  /** All that any of its exercises needs. */
  equipment: Equipment[]
}

/** A program as it was published: it never changes. */
export interface ProgramVersion extends ProgramHeading, ProgramExtent {
  programId: string
  /** 1 for the first one that was published. */
  number: number
  weeks: ProgramWeek[]
}

/** A program as it is shown; its weeks are read where they are asked for. */
export interface Program extends ProgramHeading, ProgramExtent {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  visibility: ProgramVisibility
  /** The number of the latest published version; null before there is one. */
  publishedVersion: number | null
  /** Null for the service's own. */
  ownerId: string | null
}
