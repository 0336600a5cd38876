import type { MessagePort } from 'node:worker_threads'
import type { ResolvedExercise } from '../workout-draft.js'
import type { MatchableExercise } from '../matching/exercise-matcher.js'
import type { FileExercise } from '../matching/exercise-creator.js'
import type {
  CreatedExercise,
  ExerciseMatch,
  SimilarExercise,
  ImportOptions,
  SkippedLine,
} from '../models.js'
import type { ExportedProfile } from '../parsing/export-schemas.js'
import type { Candidate, RecordCandidate } from '../sources/source.js'

/** The input of both tasks. */
export interface ReadTask {
  userId: string
  options: ImportOptions
  /** The current time, against which dates are checked. */
  now: Date
  /** Receives the chunks of the file. */
  file: MessagePort
  /** Sends the results. */
  results: MessagePort
}

/** The input of the task that finds the exercises that a file names. */
export interface AnalysisTask extends ReadTask {
  /** Exercises that this import created before it was interrupted. */
  created: readonly CreatedExercise[]
  /** Receives the existing exercises in chunks, after the file has been read. */
  exercises: MessagePort
}

export interface ExerciseChunk {
  own: MatchableExercise[]
  catalogue: MatchableExercise[]
}

/** The input of the task that reads the workouts of a file. */
export interface WorkoutsTask extends ReadTask {
  /** The resolved exercises of the file, by key. */
  resolved: ReadonlyMap<string, ResolvedExercise>
  /** For each exercise that could not be resolved, the reason, by key. */
  problems: ReadonlyMap<string, string>
}

/** An exercise of the file that already exists. */
export interface FoundExercise {
  key: string
  exercise: ResolvedExercise
  /** Null for an exercise that this import created. */
  match: ExerciseMatch | null
}

/** An exercise of the file that has to be created. */
export interface MissingExercise {
  key: string
  exercise: FileExercise
  suggestions: SimilarExercise[]
}

/** Carries the message of an UnreadableFileError: the class of an error is lost between threads. */
export interface UnreadableFile {
  unreadable: string
}

export type AnalysisResult =
  | { rowsRead: number }
  | { profile: ExportedProfile }
  | { found: FoundExercise[] }
  | { missing: MissingExercise[] }

export interface WorkoutsResult {
  candidates: (Candidate | RecordCandidate | SkippedLine)[]
}
