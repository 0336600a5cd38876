import type { WeightUnit } from '../../../lib/units.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { LoadMode, SetType } from '../../../lib/exercise-vocabulary.js'

export type WorkoutImportStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED'

export const importSources = ['AUTO', 'STRONG', 'HEVY'] as const
export const distanceUnits = ['KM', 'MI'] as const

/** The app that a file was exported from, as its sender states it. */
export type ImportSource = (typeof importSources)[number]
type DistanceUnit = (typeof distanceUnits)[number]

/** Options that the sender of a file sets. Units in the file take precedence. */
export interface ImportOptions {
  source: ImportSource
  weightUnit: WeightUnit
  distanceUnit: DistanceUnit
  /** The IANA name of the time zone of dates without a zone. */
  timezone: string
  /** True if the import is a preview that writes nothing. */
  dryRun: boolean
  /** Exercises that the sender has chosen for names in the file. They precede those that match. */
  mapping: ExerciseMapping[]
}

export interface ExerciseMapping {
  /** The name in the file. */
  name: string
  exerciseId: string
}

export interface SkippedLine {
  /** The header is line 1. */
  line: number
  reason: string
}

/** A name in a file, and the exercise that it was matched with. */
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

/** An exercise that may be the one of a name that nothing matches. */
export interface SimilarExercise {
  exerciseId: string
  /** From 0 to 1. */
  confidence: number
}

/** A name in a file that nothing matches. */
interface UnmatchedName {
  name: string
  /** The number of sets with the name. */
  rows: number
  /** The best first. */
  suggestions: SimilarExercise[]
}

export interface UnmatchedExercise extends Omit<UnmatchedName, 'suggestions'> {
  suggestions: { exercise: Exercise; confidence: number }[]
}

export interface CreatedExercise {
  id: string
  name: string
}

/** The progress of an import. */
export interface ImportCounts {
  rowsRead: number
  workoutsMade: number
  workoutsAlreadyThere: number
  /** Records besides workouts and exercises. */
  recordsRestored: number
  skippedCount: number
  /** The first 1,000. */
  skipped: SkippedLine[]
  matched: ExerciseMatch[]
  unmatched: UnmatchedName[]
  /** Exercises that the import created. */
  created: CreatedExercise[]
}

export interface WorkoutImport extends ImportCounts {
  id: string
  status: WorkoutImportStatus
  dryRun: boolean
  error: string | null
}

/** An import as administrators see it. */
export interface ManagedImport
  extends
    Pick<WorkoutImport, 'status' | 'dryRun' | 'error'>,
    Pick<
      ImportCounts,
      'rowsRead' | 'workoutsMade' | 'workoutsAlreadyThere' | 'recordsRestored' | 'skippedCount'
    > {
  importId: string
  userId: string
  createdAt: Date
  attempts: number
}

/** A set of a file. */
export interface LoggedSet {
  line: number
  type: SetType
  /** Null if it follows from the exercise. */
  loadMode: LoadMode | null
  load: { value: number; unit: WeightUnit } | null
  reps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
  rpe: number | null
  rir: number | null
}

/** An exercise with its sets in a workout of a file. */
export interface LoggedEntry {
  name: string
  supersetId: string | null
  notes: string | null
  sets: LoggedSet[]
}

/** A workout of a file. */
export interface LoggedWorkout {
  /** The line on which the workout starts. */
  line: number
  /** The start as the file states it. Source, start key and title identify a workout. */
  startKey: string
  title: string | null
  startedAt: Date
  /** In seconds; null if unknown. */
  durationSeconds: number | null
  notes: string | null
  entries: LoggedEntry[]
}
