import type { MessagePort } from 'node:worker_threads'
import type { ResolvedExercise } from '../workout-draft.js'
import type { MatchableExercise } from '../matching/exercise-matcher.js'
import type { FileExercise } from '../matching/exercise-creator.js'
import type { CreatedExercise, ExerciseMatch, ImportOptions, SkippedLine } from '../models.js'
import type { OwnProfile } from '../parsing/export-data.js'
import type { Candidate } from '../sources/source.js'

/** What both tasks need to read a file. */
export interface ReadTask {
  userId: string
  options: ImportOptions
  /** By which dates are judged. */
  now: Date
  /** Receives the file in chunks. */
  file: MessagePort
  /** Sends what is found. */
  found: MessagePort
}

/** Finds out which exercises a file names. */
export interface SurveyTask extends ReadTask {
  /** Exercises that this import has made before it was interrupted. */
  created: readonly CreatedExercise[]
  /** Receives the exercises that there are, in pieces. They are asked for when the file has been read. */
  exercises: MessagePort
}

export interface ExerciseChunk {
  own: MatchableExercise[]
  catalogue: MatchableExercise[]
}

/** Reads the workouts of a file. */
export interface WorkoutsTask extends ReadTask {
  /** What the exercises of the file are, by their keys. */
  known: ReadonlyMap<string, ResolvedExercise>
  /** Why others are nothing. */
  problems: ReadonlyMap<string, string>
}

/** An exercise of the file that there is. */
export interface FoundExercise {
  key: string
  exercise: ResolvedExercise
  /** Null for one that this import has made. */
  match: ExerciseMatch | null
}

/** The message of an UnreadableFileError, whose class does not survive the way between threads. */
export interface UnreadableFile {
  unreadable: string
}

export type SurveyResult =
  | { rowsRead: number }
  | { profile: OwnProfile }
  | { found: FoundExercise[] }
  /** Those that have to be made, by their keys. */
  | { wanted: [key: string, wish: FileExercise][] }

export interface WorkoutsResult {
  candidates: (Candidate | SkippedLine)[]
}
