import { AppError, notFound, rateLimited, unavailable } from '../../../errors.js'
import { throttledUpdates } from '../../../lib/throttled-updates.js'
import { hours, seconds } from '../../../lib/quantities.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { Page, PageArguments } from '../../../lib/pages.js'
import type { RequestContext } from '../../../viewer.js'
import type { AccountService } from '../../people/account/service.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import { unknownExercise } from '../../training/exercises/unknown-exercise.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type {
  ExerciseMapping,
  ImportOptions,
  MatchedExercise,
  ManagedImport,
  UnmatchedExercise,
  WorkoutImport,
  WorkoutImportStatus,
} from './models.js'
import type { ImportWorker } from './import-worker.js'
import { importTopic } from './lease.js'
import type { ImportStore } from './store.js'

/** Limits of queued and running imports. */
const maxPending = { perUser: 5, total: 1000 }
/** The age of files that are deleted, in milliseconds. A file is stored within minutes, so a crash left older ones. */
const orphanedAfter = 1 * hours
const maxFilesPerSweep = 100
/** The minimum interval between two events of one import, in milliseconds. */
const eventInterval = 0.25 * seconds

interface Dependencies {
  imports: ImportStore
  account: Pick<AccountService, 'requireAdmin'>
  exercises: Pick<ExerciseService, 'findMany'>
  worker: Pick<ImportWorker, 'wake'>
  database: Pick<Database, 'transaction'>
  storage: Pick<ObjectStorage, 'put' | 'delete'>
  events: Events
  clock: () => Date
}

export function importService(dependencies: Dependencies) {
  const { imports, account, exercises, worker, database, storage, events, clock } = dependencies

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<WorkoutImport> {
    const found = await imports.find(userId, id)
    if (!found) throw notFound('import')
    return found
  }

  /** @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE */
  async function assertCapacity(userId: string): Promise<void> {
    if ((await imports.countPendingOf(userId)) >= maxPending.perUser)
      throw rateLimited(
        `You already have ${maxPending.perUser} pending imports. Try again when one has finished.`,
        30,
      )
    if ((await imports.countPending()) >= maxPending.total)
      throw unavailable('Too many imports are waiting. Try again in a few minutes.', 60)
  }

  /** Deletes an import that was not queued. The periodic sweep deletes what cannot be deleted now. */
  async function discard({ id, fileKey }: { id: string; fileKey: string }): Promise<void> {
    await storage.delete('user-assets', fileKey)
    await imports.delete(id)
  }

  /** @throws AppError BAD_USER_INPUT */
  async function assertExercisesExist(userId: string, mapping: readonly ExerciseMapping[]): Promise<void> {
    if (mapping.length === 0) return
    const found = await exercises.findMany(
      userId,
      mapping.map(({ exerciseId }) => exerciseId),
    )
    for (const [index, { exerciseId }] of mapping.entries())
      if (found.get(exerciseId)?.isDeleted !== false) throw unknownExercise(`mapping[${index}].exerciseId`)
  }

  return {
    get,
    assertCapacity,
    countByStatus: imports.countByStatus,

    /** Lists the imports of all users, the latest first. @throws AppError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
    async listAll(
      context: RequestContext,
      status: WorkoutImportStatus | null,
      page: PageArguments,
    ): Promise<Page<ManagedImport, null>> {
      await account.requireAdmin(context)
      return imports.pageOfAll(status, clock(), page)
    },

    /**
     * Stores a file and queues its import.
     * @param path the temporary path of the file, which is moved to the storage
     * @returns the id of the import
     * @throws AppError BAD_USER_INPUT, RATE_LIMITED, NOT_FOUND, SERVICE_UNAVAILABLE
     */
    async begin(userId: string, path: string, options: ImportOptions): Promise<string> {
      await assertExercisesExist(userId, options.mapping)
      const id = imports.newId()
      const job = { id, userId, fileKey: `users/${userId}/imports/${id}`, options }
      await imports.create(job, clock())
      await storage.put('user-assets', job.fileKey, path, 'application/octet-stream')
      try {
        await database.transaction(userId, async () => {
          await assertCapacity(userId)
          // The import is gone if its owner was erased in the meantime.
          if (!(await imports.enqueue(id))) throw notFound('account')
        })
      } catch (error) {
        if (error instanceof AppError) await discard(job)
        throw error
      }
      worker.wake()
      return id
    },

    /** The exercises that the names in the file were matched with. */
    async matched(userId: string, { matched }: WorkoutImport): Promise<MatchedExercise[]> {
      const exercisesById = await exercises.findMany(
        userId,
        matched.map(({ exerciseId }) => exerciseId),
      )
      return matched.map(({ name, exerciseId, confidence }) => ({
        name,
        confidence,
        exercise: exercisesById.get(exerciseId) ?? null,
      }))
    },

    /** The names in the file that nothing matches. */
    async unmatched(userId: string, { unmatched }: WorkoutImport): Promise<UnmatchedExercise[]> {
      const ids = unmatched.flatMap(({ suggestions }) => suggestions.map(({ exerciseId }) => exerciseId))
      const exercisesById = await exercises.findMany(userId, ids)
      return unmatched.map(({ suggestions, ...name }) => ({
        ...name,
        suggestions: suggestions.flatMap(({ exerciseId, confidence }) => {
          const exercise = exercisesById.get(exerciseId)
          return exercise && !exercise.isDeleted ? [{ exercise, confidence }] : []
        }),
      }))
    },

    /** Yields the import now and after each change, until it has finished. @throws AppError NOT_FOUND */
    async progress(userId: string, id: string): Promise<AsyncIterableIterator<WorkoutImport>> {
      await get(userId, id)
      const states = throttledUpdates(
        () => get(userId, id),
        onChange => events.listen(importTopic(id), onChange),
        eventInterval,
      )
      return untilEnded(states)
    },

    /** Deletes files that crashes have left behind. */
    async sweep(): Promise<void> {
      const before = new Date(clock().getTime() - orphanedAfter)
      for (const { id, fileKey, wasQueued } of await imports.findOrphanedFiles(before, maxFilesPerSweep)) {
        await storage.delete('user-assets', fileKey)
        await (wasQueued ? imports.unsetFile(id) : imports.delete(id))
      }
    },
  }
}

export type ImportService = ReturnType<typeof importService>

function untilEnded(states: AsyncIterableIterator<WorkoutImport>): AsyncIterableIterator<WorkoutImport> {
  const end = async (): Promise<IteratorResult<WorkoutImport>> => {
    await states.return?.()
    return { done: true, value: undefined }
  }
  let hasEnded = false
  return {
    async next() {
      if (hasEnded) return end()
      const result = await states.next()
      hasEnded = !result.done && (result.value.status === 'COMPLETED' || result.value.status === 'FAILED')
      return result
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
