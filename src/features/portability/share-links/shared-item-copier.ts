import { derivedId, parseIdAt } from '../../../lib/ids.js'
import type { Locale } from '../../../lib/locales.js'
import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord, WriteConflict, WriteResult } from '../../owned/models.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { PlannedExercise } from '../../training/programs/models.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { RoutineService } from '../../training/routines/service.js'
import { exerciseCopier, type CopiedExerciseId } from './exercise-copier.js'
import type { SharedItem } from './models.js'
import type { ShareLinkService } from './service.js'

interface Dependencies {
  shareLinks: Pick<ShareLinkService, 'get'>
  programs: Pick<ProgramService, 'get' | 'weeks' | 'saveCopy'>
  routines: Pick<RoutineService, 'save'>
  exercises: Pick<ExerciseService, 'findMany'> & { custom: CustomExerciseService }
  database: Pick<Database, 'transaction'>
}

interface CopyResult {
  kind: 'PROGRAM' | 'ROUTINE'
  row: StoredRecord | null
  conflict: WriteConflict | null
}

/** Rolls back the transaction of a copy that was refused. */
class RefusedCopy extends Error {
  constructor(readonly result: WriteResult) {
    super('The copy was refused.')
  }
}

/** Copies shared items to other users. */
export function sharedItemCopier({ shareLinks, programs, routines, exercises, database }: Dependencies) {
  const copyCustomExercises = exerciseCopier(exercises)

  async function copyProgram(userId: string, { link }: SharedItem, newId: string, locale: Locale) {
    const { ownerId, subject } = link
    const program = await programs.get(ownerId, subject.id)
    const weeks = await programs.weeks(ownerId, program, null, null)
    const planned = weeks.flatMap(week => week.days.flatMap(({ exercises }) => exercises))
    const idOf = await copyCustomExercises(userId, ownerId, planned)
    const copied = weeks.map(week => ({
      ...week,
      days: week.days.map(day => ({
        ...day,
        exercises: day.exercises.flatMap(entry => toCopy(entry, idOf) ?? []),
      })),
    }))
    // The description of a private program is a note of its owner.
    const description = program.isPublic ? program.description : null
    const original = { program: { ...program, description }, weeks: copied }
    return programs.saveCopy(
      userId,
      original,
      { newId, fingerprint: `shared ${link.id}`, locale },
      'input.newId',
    )
  }

  async function copyRoutine(userId: string, item: SharedItem, newId: string) {
    const { link, title } = item
    const [day] = await item.days(1)
    const planned = day?.exercises ?? []
    const idOf = await copyCustomExercises(userId, link.ownerId, planned)
    const content = {
      ...{ title, notes: null, folderId: null, position: 0 },
      exercises: planned.flatMap((entry, index) => {
        const copied = toCopy(entry, idOf)
        return copied ? [{ ...copied, id: derivedId(`${newId}:${index}`) }] : []
      }),
    }
    const write = { id: newId, expectedVersion: null, fingerprint: `shared ${link.id}`, content }
    return routines.save(userId, write, 'input.newId')
  }

  /** @throws AppError BAD_USER_INPUT, NOT_FOUND, CONFLICT */
  return async (
    userId: string,
    input: { token: string; newId: string },
    locale: Locale,
  ): Promise<CopyResult> => {
    const newId = parseIdAt(input.newId, 'input.newId')
    const item = await shareLinks.get(input.token)
    const isProgram = item.link.subject.kind === 'PROGRAM'
    const copyItem = async () => {
      const result: WriteResult = await (isProgram
        ? copyProgram(userId, item, newId, locale)
        : copyRoutine(userId, item, newId))
      if (result.error !== null || result.conflict !== null) throw new RefusedCopy(result)
      return result
    }
    const { error, row, conflict } = await database.transaction(userId, copyItem).catch(resultOfRefusedCopy)
    if (error) throw error
    return { kind: isProgram ? 'PROGRAM' : 'ROUTINE', row, conflict }
  }
}

function resultOfRefusedCopy(error: unknown): WriteResult {
  if (error instanceof RefusedCopy) return error.result
  throw error
}

/** Notes are not shared. Returns null if the exercise no longer exists. */
function toCopy(entry: PlannedExercise, idOf: CopiedExerciseId): PlannedExercise | null {
  const exerciseId = idOf(entry.exerciseId)
  if (exerciseId === null) return null
  const { progression, sets } = entry
  const harderExerciseId = progression?.harderExerciseId ? idOf(progression.harderExerciseId) : null
  return {
    ...entry,
    exerciseId,
    progression: progression && { ...progression, harderExerciseId },
    sets: sets.map(set => ({ ...set, notes: null })),
  }
}
