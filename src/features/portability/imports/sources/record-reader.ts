import { AppError } from '../../../../errors.js'
import { derivedId } from '../../../../lib/ids.js'
import type { SaveWrite } from '../../../owned/models.js'
import { readGoal } from '../../../progress/goals/input.js'
import { maxGoals } from '../../../progress/goals/limits.js'
import { readPause } from '../../../progress/pauses/input.js'
import { maxPauses } from '../../../progress/pauses/limits.js'
import { readSettings } from '../../../training/exercise-settings/input.js'
import { readGym } from '../../../training/gyms/input.js'
import { maxGyms } from '../../../training/gyms/limits.js'
import { readFolder, readRoutine } from '../../../training/routines/input.js'
import { maxFolders, maxRoutines } from '../../../training/routines/limits.js'
import type { ExercisePlan } from '../matching/exercise-creator.js'
import type { SkippedLine } from '../models.js'
import {
  exerciseIdsOf,
  withExerciseIds,
  type ExportedRecord,
  type RestoredType,
} from '../parsing/exported-records.js'
import { maxExercises, type RecordCandidate } from './source.js'

/** The maximum size of all records of a file, in bytes of their JSON. They are kept until the workouts are written. */
const maxBytes = 16_000_000

/** A file has no more records of a type than a user can have. */
const maxCounts: Record<RestoredType, number> = {
  ROUTINE_FOLDER: maxFolders,
  ROUTINE: maxRoutines,
  GYM: maxGyms,
  EXERCISE_SETTINGS: maxExercises,
  PAUSE: maxPauses,
  GOAL: maxGoals,
}

/** Creates a function that reads the records of a file like inputs: unknown fields are dropped, and all bounds apply. */
export function recordReader(userId: string, plan: ExercisePlan) {
  const counts = new Map<RestoredType, number>()
  let bytes = 0

  return ({
    number: line,
    record,
  }: {
    number: number
    record: ExportedRecord
  }): RecordCandidate | SkippedLine => {
    if (exerciseIdsOf(record).some(id => !plan.exerciseOf(id)))
      return { line, reason: 'An exercise of the record is not in the file, or could not be created.' }
    const count = (counts.get(record.type) ?? 0) + 1
    if (count > maxCounts[record.type]) return { line, reason: 'The file has too many records of this type.' }
    try {
      const save = readContent(withExerciseIds(record, id => plan.exerciseOf(id)?.id ?? id))
      const size = Buffer.byteLength(JSON.stringify(save.content))
      if (bytes + size > maxBytes) return { line, reason: 'The records of the file are too large.' }
      counts.set(record.type, count)
      bytes += size
      const fallbackId = derivedId('import', userId, 'OWN', save.id)
      return { line, type: record.type, record: save, fallbackId, textBytes: size }
    } catch (error) {
      if (error instanceof AppError && error.statusCode < 500) return { line, reason: error.message }
      throw error
    }
  }
}

/** @throws AppError BAD_USER_INPUT */
function readContent({ id, ...record }: ExportedRecord): SaveWrite<object> {
  const version = { id, expectedVersion: null }
  switch (record.type) {
    case 'ROUTINE_FOLDER':
      return readFolder({ ...record.content, ...version }, 'record')
    case 'ROUTINE':
      return readRoutine({ ...record.content, ...version }, 'record')
    case 'GYM':
      return readGym(
        { ...record.content, ...version, isDefault: record.derived?.isDefault || null },
        'record',
      )
    case 'EXERCISE_SETTINGS':
      return readSettings({ ...record.content, ...version }, 'record')
    case 'PAUSE':
      return readPause({ ...record.content, ...version }, 'record')
    case 'GOAL':
      return readGoal({ ...record.content, ...version }, 'record')
  }
}
