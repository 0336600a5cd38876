import { AppError } from '../../../../errors.js'
import type { Load } from '../../../../lib/units.js'
import type { Save } from '../../../owned/models.js'
import { readWorkout } from '../../../training/workouts/input.js'
import type { WorkoutContent, WorkoutDraft } from '../../../training/workouts/models.js'
import type { ExercisePlan, FileExercise } from '../matching/exercise-creator.js'
import type { SkippedLine } from '../models.js'
import type { OwnProfile } from '../parsing/export-data.js'

/** How many different exercises a file may have. */
export const maxExercises = 2000
/** Of an exercise before it is known which it is. */
export const placeholderId = '0'.repeat(24)

/** What is found in a file at its first reading. */
export interface Survey {
  /** The exercises that it names, by what the plan is to be asked by. */
  exercises: Map<string, FileExercise>
  /** Whether this service wrote it. */
  isOwnExport: boolean
  /** Null where it says nothing of the person. */
  profile: OwnProfile | null
}

/** A workout of a file that is to be written. */
export interface Candidate {
  /** Where it begins. */
  line: number
  save: Save<WorkoutContent>
  /** What it is to be called where somebody else has its id; null where nobody can have. */
  fallbackId: string | null
  /** Whether it comes from an export of this service: then one of the same start and title is the same one. */
  isOwnExport: boolean
  /** What the body weighed then, as far as the file knows it. */
  bodyWeight: Load | null
  /** The size of its title and notes in UTF-8, in bytes. */
  textBytes: number
}

/** How a kind of file is imported. It is read twice: what an exercise is, is known when all of it was read. */
export interface Source {
  /** Yields now and then how many rows have been read. @throws UnreadableFileError */
  survey(bytes: AsyncIterable<Buffer>): AsyncGenerator<number, Survey>
  /** Its workouts, and the lines of which there is nothing to import. */
  workouts(bytes: AsyncIterable<Buffer>, plan: ExercisePlan): AsyncGenerator<Candidate | SkippedLine>
}

/** Validates a workout of a file. */
export function toCandidate(
  draft: WorkoutDraft,
  about: Pick<Candidate, 'line' | 'fallbackId' | 'isOwnExport' | 'bodyWeight'>,
): Candidate | SkippedLine {
  try {
    const save = readWorkout(draft, 'workout')
    return { ...about, save, textBytes: textBytesOf(save.content) }
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500)
      return { line: about.line, reason: error.message }
    throw error
  }
}

function textBytesOf({ title, notes, exercises }: WorkoutContent): number {
  const texts = [title, notes, ...exercises.map(entry => entry.notes)]
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

/** Rows between two reports of how many have been read. */
const reportEvery = 1000

/** Counts rows; `news` is their number where it has grown much since it was asked for last. */
export function rowCounter() {
  let read = 0
  let reported = 0
  return {
    count(): void {
      read++
    },
    total: () => read,
    *news(): Generator<number> {
      if (read - reported < reportEvery) return
      reported = read
      yield read
    },
  }
}
