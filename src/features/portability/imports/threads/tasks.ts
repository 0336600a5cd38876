import type { MessagePort } from 'node:worker_threads'
import type { KnownExercise } from '../draft.js'
import type { MatchableExercise } from '../matching/matcher.js'
import type { Wish } from '../matching/plan.js'
import type { CreatedExercise, ExerciseMatch, ImportOptions, SkippedLine } from '../models.js'
import type { OwnProfile } from '../reading/own-data.js'
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

export interface ExercisePiece {
  own: MatchableExercise[]
  catalogue: MatchableExercise[]
}

/** Reads the workouts of a file. */
export interface WorkoutsTask extends ReadTask {
  /** What the exercises of the file are, by their keys. */
  known: ReadonlyMap<string, KnownExercise>
  /** Why others are nothing. */
  problems: ReadonlyMap<string, string>
}

/** An exercise of the file that there is. */
export interface FoundExercise {
  key: string
  exercise: KnownExercise
  /** Null for one that this import has made. */
  match: ExerciseMatch | null
}

/** The message of an UnreadableFileError, whose class does not survive the way between threads. */
export interface Unreadable {
  unreadable: string
}

export type SurveyFinding =
  | { rowsRead: number }
  | { profile: OwnProfile }
  | { found: FoundExercise[] }
  /** Those that have to be made, by their keys. */
  | { wanted: [key: string, wish: Wish][] }

export interface WorkoutsFinding {
  candidates: (Candidate | SkippedLine)[]
}
