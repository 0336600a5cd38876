import { AppError } from '../../../../errors.js'
import type { Load } from '../../../../lib/units.js'
import type { SaveWrite } from '../../../owned/models.js'
import { readWorkout } from '../../../training/workouts/input.js'
import type { WorkoutContent, WorkoutDraft } from '../../../training/workouts/models.js'
import type { ExercisePlan, FileExercise } from '../matching/exercise-creator.js'
import type { SkippedLine } from '../models.js'
import type { ExportedProfile } from '../parsing/export-schemas.js'
import type { RestoredType } from '../parsing/exported-records.js'

/** The maximum number of different exercises in a file. */
export const maxExercises = 2000
/** The id of an exercise until it is resolved. */
export const placeholderId = '0'.repeat(24)

/** The result of the first pass over a file. */
interface FileAnalysis {
  /** The exercises that the file names, by the keys that the plan is queried with. */
  exercises: Map<string, FileExercise>
  /** True if the file is an export of this service. */
  isOwnExport: boolean
  /** Null if the file has no profile. */
  profile: ExportedProfile | null
}

/** A valid workout of a file, which is to be written. */
export interface Candidate {
  /** The line on which the workout starts. */
  line: number
  save: SaveWrite<WorkoutContent>
  /** The id to use if another user has a workout with this id; null if that cannot happen. */
  fallbackId: string | null
  /** True if the file is an export of this service: then a workout with the same start and title is the same one. */
  isOwnExport: boolean
  /** The body weight at the time of the workout, if the file has it. */
  bodyWeight: Load | null
  /** The size of the title and notes in UTF-8, in bytes. */
  textBytes: number
}

/** A record of an export that is to be restored, with the exercises of this database. */
export interface RecordCandidate {
  /** The number of the record in the file. */
  line: number
  type: RestoredType
  record: SaveWrite<object>
  /** The size of its content as JSON, in bytes. */
  textBytes: number
  /** The id to use if another user has a record with this id. */
  fallbackId: string
}

/** Reads a kind of file in two passes: exercises can only be resolved after the whole file has been read. */
export interface Source {
  /** Yields the number of rows read so far at intervals. @throws UnreadableFileError */
  analyze(bytes: AsyncIterable<Buffer>): AsyncGenerator<number, FileAnalysis>
  /** Yields the workouts, and the lines that cannot be imported with the reason. */
  workouts(
    bytes: AsyncIterable<Buffer>,
    plan: ExercisePlan,
  ): AsyncGenerator<Candidate | RecordCandidate | SkippedLine>
}

/** Validates a workout of a file. Returns the reason if it is invalid. */
export function toCandidate(
  draft: WorkoutDraft,
  properties: Pick<Candidate, 'line' | 'fallbackId' | 'isOwnExport' | 'bodyWeight'>,
): Candidate | SkippedLine {
  try {
    const save = readWorkout(draft, 'workout')
    return { ...properties, save, textBytes: textBytesOf(save.content) }
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500)
      return { line: properties.line, reason: error.message }
    throw error
  }
}

function textBytesOf({ title, notes, exercises }: WorkoutContent): number {
  const texts = [title, notes, ...exercises.map(entry => entry.notes)]
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

/** The number of rows between two progress reports. */
const reportInterval = 1000

/** Counts rows. `reports` yields the count if it has grown by the interval since the last report. */
export function rowCounter() {
  let count = 0
  let reported = 0
  return {
    add(): void {
      count++
    },
    total: () => count,
    *reports(): Generator<number> {
      if (count - reported < reportInterval) return
      reported = count
      yield count
    },
  }
}
