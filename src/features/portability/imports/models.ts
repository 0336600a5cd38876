import type { WeightUnit } from '../../../lib/units.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { LoadMode, SetType } from '../../training/exercises/vocabulary.js'

export type WorkoutImportStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED'

export const importSources = ['AUTO', 'STRONG', 'HEVY'] as const
export const distanceUnits = ['KM', 'MI'] as const

/** What a file is said to be. */
export type ImportSource = (typeof importSources)[number]
export type DistanceUnit = (typeof distanceUnits)[number]

/** What is said of a file beside itself. Units in the file win. */
export interface ImportOptions {
  source: ImportSource
  weightUnit: WeightUnit
  distanceUnit: DistanceUnit
  /** A name of IANA's: the zone of dates that have none. */
  timezone: string
  /** Whether nothing is to be written. */
  dryRun: boolean
}

export interface SkippedLine {
  /** The header is line 1. */
  line: number
  reason: string
}

/** A name of a file, and the exercise it stands for. */
export interface ExerciseMatch {
  name: string
  exerciseId: string
  /** From 0 to 1. */
  confidence: number
}

export interface MatchedExercise {
  name: string
  exercise: Exercise | null
  confidence: number
}

export interface CreatedExercise {
  id: string
  name: string
}

/** What has come of an import so far. */
export interface ImportCounts {
  rowsRead: number
  workoutsMade: number
  workoutsAlreadyThere: number
  skippedCount: number
  /** The first thousand. */
  skipped: SkippedLine[]
  matched: ExerciseMatch[]
  /** Exercises that it made. */
  created: CreatedExercise[]
}

export interface WorkoutImport extends ImportCounts {
  id: string
  status: WorkoutImportStatus
  dryRun: boolean
  error: string | null
}

/** A set of a file. */
export interface LoggedSet {
  line: number
  type: SetType
  /** Null where the exercise decides. */
  loadMode: LoadMode | null
  load: { value: number; unit: WeightUnit } | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  rir: number | null
}

/** An exercise in its place in a workout of a file. */
export interface LoggedEntry {
  name: string
  supersetId: string | null
  notes: string | null
  sets: LoggedSet[]
}

/** A workout of a file. */
export interface LoggedWorkout {
  /** Where it begins. */
  line: number
  /** Its start as the file has it: by source, this and its title it is known. */
  startKey: string
  title: string | null
  startedAt: Date
  /** In seconds; null where nothing is said. */
  durationSeconds: number | null
  notes: string | null
  entries: LoggedEntry[]
}
