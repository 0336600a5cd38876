import { notFound } from '../../../errors.js'
import type { Locale } from '../../../lib/locales.js'
import type { Database } from '../../../platform/database/database.js'
import type { Deletion, WriteResult } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import { withErrorField } from '../../owned/write-result.js'
import { builtInOwnerId } from './builtin/owner.js'
import { translateHeading, translateWeeks } from './builtin/translations.js'
import { copyProgram } from './copy.js'
import type { CopyDraft } from './input.js'
import type { Program, ProgramContent, ProgramDerived, ProgramVisibility, ProgramWeek } from './models.js'
import type { ProgramStore } from './store.js'

type ProgramWriteResult = WriteResult<ProgramContent, ProgramDerived>

interface Dependencies {
  recordType: RecordTypeService<ProgramContent, ProgramDerived>
  programs: Pick<ProgramStore, 'find'>
  database: Pick<Database, 'transaction'>
  get(userId: string, id: string): Promise<Program>
  loadWeeks(userId: string, program: Program): Promise<readonly ProgramWeek[]>
}

/**
 * Changes programs in other ways than by saving their whole content. A command that is sent again changes nothing. Each
 * one takes the path of its input in the request.
 */
export function programCommands({ recordType, programs, database, get, loadWeeks }: Dependencies) {
  /** @throws AppError NOT_FOUND */
  const changeVisibility = (
    userId: string,
    { id, expectedVersion }: Deletion,
    visibility: ProgramVisibility,
    path: string,
  ): Promise<ProgramWriteResult> =>
    database.transaction(userId, async () => {
      const row = await programs.find(userId, id)
      const write = { id, expectedVersion: expectedVersion ?? row?.version ?? null, fingerprint: visibility }
      const previousResult = await recordType.findRepeated(userId, write)
      if (previousResult) return previousResult
      if (!row?.content) throw notFound('program')
      const content = { ...row.content, visibility }
      const result = await recordType.save(userId, { ...write, content, path: 'program' })
      return withErrorField(result, `${path}.id`)
    })

  /** Saves a program with the weeks as a draft of the user. Errors have the field `path`. */
  async function saveCopy(
    userId: string,
    { program, weeks }: { program: Program; weeks: readonly ProgramWeek[] },
    { newId, fingerprint, locale }: { newId: string; fingerprint: string; locale: Locale },
    path: string,
  ): Promise<ProgramWriteResult> {
    const content =
      program.ownerId === builtInOwnerId
        ? copyProgram(translateHeading(program, locale), translateWeeks(weeks, locale), newId)
        : copyProgram(program, weeks, newId)
    const write = { id: newId, expectedVersion: null, fingerprint, content, path: 'program' }
    return withErrorField(await recordType.save(userId, write), path)
  }

  return {
    saveCopy,

    /** @throws AppError NOT_FOUND, BAD_USER_INPUT */
    publish: (userId: string, target: Deletion, path: string) =>
      changeVisibility(userId, target, 'PUBLISHED', path),

    /** @throws AppError NOT_FOUND */
    archive: (userId: string, target: Deletion, path: string) =>
      changeVisibility(userId, target, 'ARCHIVED', path),

    /**
     * @param locale the language of the copy if the original is a built-in program
     * @throws AppError NOT_FOUND, CONFLICT
     */
    async copy(
      userId: string,
      { id, newId }: CopyDraft,
      path: string,
      locale: Locale,
    ): Promise<ProgramWriteResult> {
      const fingerprint = `copy of ${id}`
      // A repeated request returns the same copy, even if the original was changed or deleted since.
      const previousResult = await recordType.findRepeated(userId, {
        id: newId,
        expectedVersion: null,
        fingerprint,
      })
      if (previousResult) return previousResult
      const program = await get(userId, id)
      const weeks = await loadWeeks(userId, program)
      return saveCopy(userId, { program, weeks }, { newId, fingerprint, locale }, `${path}.id`)
    },
  }
}
