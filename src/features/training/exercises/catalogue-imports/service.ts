import { badUserInput, conflict } from '../../../../errors.js'
import { formatCount } from '../../../../lib/plural.js'
import type { Database } from '../../../../platform/database/database.js'
import type { RequestContext } from '../../../../viewer.js'
import type { AccountService } from '../../../people/account/service.js'
import type { AuditService } from '../../../people/audit/service.js'
import type { CatalogueService } from '../catalogue-service.js'
import { maxCatalogueExercises } from '../editing/service.js'
import type { Records } from '../free-exercise-db/records.js'
import type { EntryOutcome, ImportReport, OnEntry } from '../import-entries.js'
import type { ExerciseStore } from '../store.js'
import { maxListed, type CatalogueImportResult } from './result.js'

interface Dependencies {
  exercises: Pick<ExerciseStore, 'count'>
  catalogue: Pick<CatalogueService, 'import' | 'previewImport'>
  account: Pick<AccountService, 'requireAdmin'>
  audit: Pick<AuditService, 'record'>
  database: Pick<Database, 'transaction'>
  /** @throws AppError BAD_USER_INPUT, SERVICE_UNAVAILABLE */
  readFile(path: string): Promise<Records>
}

type OnProgress = (done: number, total: number) => void

/** Imports files in the format of free-exercise-db on behalf of administrators. */
export function catalogueImportService(dependencies: Dependencies) {
  const { exercises, catalogue, account, audit, database, readFile } = dependencies

  /** Runs an import or its preview, and collects the result. */
  async function collect(
    { entries, skipped }: Records,
    run: (onEntry: OnEntry) => Promise<ImportReport>,
    onProgress?: OnProgress,
  ): Promise<CatalogueImportResult> {
    const outcomes = new Map<object, EntryOutcome>()
    const { added, changed, unchanged, duplicates, takenSlugs } = await run((entry, outcome) => {
      outcomes.set(entry, outcome)
      onProgress?.(outcomes.size, entries.length)
    })
    // Entries are written concurrently, but listed in the order of the file.
    const namesOf = (...listed: (EntryOutcome | undefined)[]) =>
      entries
        .filter(entry => listed.includes(outcomes.get(entry)))
        .map(({ name }) => name)
        .slice(0, maxListed)
    return {
      ...{ added, changed, unchanged },
      ignored: duplicates.length + takenSlugs.length,
      skipped: skipped.length,
      addedNames: namesOf('ADDED'),
      changedNames: namesOf('CHANGED'),
      ignoredNames: namesOf('DUPLICATE', 'SLUG_TAKEN'),
      skippedRecords: skipped.slice(0, maxListed),
    }
  }

  /** Reads a file. @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, SERVICE_UNAVAILABLE */
  async function read(context: RequestContext, path: string): Promise<Records> {
    await account.requireAdmin(context)
    const records = await readFile(path)
    const [first] = records.skipped
    if (records.entries.length > 0) return records
    const reason = first ? ` The first problem: ${first.record}: ${first.reason}` : ''
    throw badUserInput('file', `The file contains no valid exercise.${reason}`)
  }

  /** @throws AppError CONFLICT */
  async function assertCapacity(added: number): Promise<void> {
    if ((await exercises.count()) + added > maxCatalogueExercises)
      throw conflict(
        `The catalogue would have more than ${formatCount(maxCatalogueExercises)} exercises, the maximum. Import a smaller file.`,
      )
  }

  return {
    read,

    /** Returns what the import of records would do. @throws AppError CONFLICT */
    async preview(records: Records): Promise<CatalogueImportResult> {
      const run = (onEntry: OnEntry) => catalogue.previewImport(records.entries, 'free-exercise-db', onEntry)
      const result = await collect(records, run)
      await assertCapacity(result.added)
      return result
    },

    /**
     * Records an import in the audit log before its first change, so that an interrupted one is recorded, too. It can be
     * repeated.
     * @returns a function that adds the new exercises, and updates those that an earlier import has added
     * @throws AppError UNAUTHENTICATED, FORBIDDEN, CONFLICT
     */
    async begin(
      context: RequestContext,
      records: Records,
    ): Promise<(onProgress: OnProgress) => Promise<CatalogueImportResult>> {
      const { added, changed } = await catalogue.previewImport(records.entries, 'free-exercise-db')
      await assertCapacity(added)
      if (added + changed > 0) await recordImport(context)
      const run = (onEntry: OnEntry) => catalogue.import(records.entries, 'free-exercise-db', onEntry)
      return onProgress => collect(records, run, onProgress)
    },
  }

  async function recordImport(context: RequestContext): Promise<void> {
    const { id: actor } = await account.requireAdmin(context)
    await database.transaction(actor, async () => {
      await account.requireAdmin(context)
      await audit.record({ actor, subject: actor, action: 'CATALOGUE_IMPORTED', client: context.client })
    })
  }
}

export type CatalogueImportService = ReturnType<typeof catalogueImportService>
