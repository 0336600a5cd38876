import { AppError } from '../../../errors.js'
import { derivedId, parseIdAt } from '../../../lib/ids.js'
import type { Locale } from '../../../lib/locales.js'
import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord, WriteConflict, WriteResult } from '../../owned/models.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import { withExerciseIds } from '../../training/programs/copy.js'
import { plannedIds } from '../../training/programs/weeks-summary.js'
import type { PlannedExercise } from '../../training/programs/models.js'
import type { ProgramService } from '../../training/programs/service.js'
import type { RoutineService } from '../../training/routines/service.js'
import type { SharedItem } from './models.js'
import type { ShareLinkService } from './service.js'

interface Dependencies {
  shareLinks: Pick<ShareLinkService, 'get'>
  programs: Pick<ProgramService, 'get' | 'weeks' | 'saveCopy'>
  routines: Pick<RoutineService, 'save'>
  exercises: Pick<ExerciseService, 'findMany'> & { custom: CustomExerciseService }
  database: Pick<Database, 'transaction'>
}

/** Copies shared items to other users. */
export function sharedItemCopier({ shareLinks, programs, routines, exercises, database }: Dependencies) {
  /**
   * Copies the exercises of the owner's own that the plan contains to the caller.
   * @returns the plan with the exercises of the caller
   * @throws AppError CONFLICT if the caller has too many exercises
   */
  async function withOwnExercises(
    userId: string,
    ownerId: string,
    planned: readonly PlannedExercise[],
  ): Promise<(exerciseId: string) => string> {
    if (userId === ownerId) return exerciseId => exerciseId
    const found = await exercises.findMany(ownerId, planned.flatMap(plannedIds))
    const own = [...found.values()].filter(({ source }) => source === 'own')
    const copyIds = new Map(own.map(({ id }) => [id, derivedId('shared exercise', userId, id)]))
    const results = await exercises.custom.apply(userId, own.map(toSave))
    const failed = results.find(({ error }) => error)?.error
    if (failed) throw failed
    return exerciseId => copyIds.get(exerciseId) ?? exerciseId

    function toSave({ id, name, category, force, level, mechanic, equipment, ...rest }: Exercise) {
      const { primaryMuscles, secondaryMuscles, deltoids, trackingType, isUnilateral, bodyweightShare } = rest
      return {
        id: copyIds.get(id) ?? id,
        expectedVersion: null,
        content: {
          ...{ name, category, force, level, mechanic, equipment, primaryMuscles, secondaryMuscles },
          ...{ deltoids, trackingType, isUnilateral, bodyweightShare },
          // Instructions can contain personal notes.
          instructions: [],
          aliases: [],
        },
        path: 'exercise',
      }
    }
  }

  async function copyProgram(userId: string, { link }: SharedItem, newId: string, locale: Locale) {
    const { ownerId, subject } = link
    const program = await programs.get(ownerId, subject.id)
    const weeks = await programs.weeks(ownerId, program, null, null)
    const planned = weeks.flatMap(week => week.days.flatMap(({ exercises }) => exercises))
    const idOf = await withOwnExercises(userId, ownerId, planned)
    const copied = weeks.map(week => ({
      ...week,
      days: week.days.map(day => ({ ...day, exercises: day.exercises.map(entry => toCopy(entry, idOf)) })),
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
    const idOf = await withOwnExercises(userId, link.ownerId, planned)
    const content = {
      ...{ title, notes: null, folderId: null, position: 0 },
      exercises: planned.map((entry, index) => ({
        ...toCopy(entry, idOf),
        id: derivedId(`${newId}:${index}`),
      })),
    }
    const write = { id: newId, expectedVersion: null, fingerprint: `shared ${link.id}`, content }
    return routines.save(userId, write, 'input.newId')
  }

  /** @throws AppError BAD_USER_INPUT, NOT_FOUND, CONFLICT */
  return async (
    userId: string,
    input: { token: string; newId: string },
    locale: Locale,
  ): Promise<{ kind: 'PROGRAM' | 'ROUTINE'; row: StoredRecord | null; conflict: WriteConflict | null }> => {
    const newId = parseIdAt(input.newId, 'input.newId')
    const item = await shareLinks.get(input.token)
    const isProgram = item.link.subject.kind === 'PROGRAM'
    const result: WriteResult = await database.transaction(userId, () =>
      isProgram ? copyProgram(userId, item, newId, locale) : copyRoutine(userId, item, newId),
    )
    if (result.error instanceof AppError) throw result.error
    return { kind: isProgram ? 'PROGRAM' : 'ROUTINE', row: result.row, conflict: result.conflict }
  }
}

/** Notes are not shared. */
const toCopy = (entry: PlannedExercise, idOf: (exerciseId: string) => string): PlannedExercise => ({
  ...withExerciseIds(entry, idOf),
  sets: entry.sets.map(set => ({ ...set, notes: null })),
})
