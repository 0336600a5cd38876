import { AppError, notFound, rateLimited, unavailable } from '../../../errors.js'
import { throttledUpdates } from '../../../lib/throttled-updates.js'
import { hours, seconds } from '../../../lib/quantities.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ImportOptions, MatchedExercise, WorkoutImport } from './models.js'
import { importTopic, type ImportWorker } from './import-worker.js'
import type { ImportStore } from './store.js'

/** How many of one person's may wait or be worked on, and how many of all. */
const most = { ofOne: 5, ofAll: 1000 }
/** A file is stored within minutes: what is older was left by a crash. In milliseconds. */
const abandonedAfter = 1 * hours
const sweptAtOnce = 100
/** Between two events of one import. */
const pause = 0.25 * seconds

interface Dependencies {
  imports: ImportStore
  exercises: Pick<ExerciseService, 'known'>
  worker: Pick<ImportWorker, 'wake'>
  database: Pick<Database, 'transaction'>
  storage: Pick<ObjectStorage, 'put' | 'delete'>
  events: Events
  clock: () => Date
}

export function importService(dependencies: Dependencies) {
  const { imports, exercises, worker, database, storage, events, clock } = dependencies

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<WorkoutImport> {
    const found = await imports.find(userId, id)
    if (!found) throw notFound('import')
    return found
  }

  /** @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE */
  async function demandRoom(userId: string): Promise<void> {
    if ((await imports.pendingOf(userId)) >= most.ofOne)
      throw rateLimited(
        `${most.ofOne} imports of yours are already waiting. Try again when one has finished.`,
        30,
      )
    if ((await imports.pending()) >= most.ofAll)
      throw unavailable('Too many imports are waiting. Try again in a few minutes.', 60)
  }

  /** Leaves nothing of one that did not begin. What cannot be removed now, the sweeper removes. */
  async function withdraw({ id, fileKey }: { id: string; fileKey: string }): Promise<void> {
    await storage.delete('user-assets', fileKey)
    await imports.forget(id)
  }

  return {
    get,
    demandRoom,

    /**
     * Takes over a file, which is worked on after that.
     * @param path of the file, which is gone from there afterwards
     * @returns the identifier of the import
     * @throws AppError RATE_LIMITED, NOT_FOUND, SERVICE_UNAVAILABLE
     */
    async begin(userId: string, path: string, options: ImportOptions): Promise<string> {
      const id = imports.newId()
      const job = { id, userId, fileKey: `users/${userId}/imports/${id}`, options }
      await imports.announce(job, clock())
      await storage.put('user-assets', job.fileKey, path, 'application/octet-stream')
      try {
        await database.transaction(userId, async () => {
          await demandRoom(userId)
          // Whoever was erased meanwhile leaves no file.
          if (!(await imports.enqueue(id))) throw notFound('account')
        })
      } catch (error) {
        if (error instanceof AppError) await withdraw(job)
        throw error
      }
      worker.wake()
      return id
    },

    /** The exercises that names of the file were taken for. */
    async matched(userId: string, { matched }: WorkoutImport): Promise<MatchedExercise[]> {
      const known = await exercises.known(
        userId,
        matched.map(({ exerciseId }) => exerciseId),
      )
      return matched.map(({ name, exerciseId, confidence }) => ({
        ...{ name, confidence },
        exercise: known.get(exerciseId) ?? null,
      }))
    },

    /** As it is and as it becomes, until it has ended. @throws AppError NOT_FOUND */
    async progress(userId: string, id: string): Promise<AsyncIterableIterator<WorkoutImport>> {
      await get(userId, id)
      const states = throttledUpdates(
        () => get(userId, id),
        happened => events.listen(importTopic(id), happened),
        pause,
      )
      return untilEnded(states)
    },

    /** Removes files that crashes have left behind. */
    async sweep(): Promise<void> {
      const before = new Date(clock().getTime() - abandonedAfter)
      for (const { id, fileKey, hasBegun } of await imports.leftFiles(before, sweptAtOnce)) {
        await storage.delete('user-assets', fileKey)
        await (hasBegun ? imports.dropFile(id) : imports.forget(id))
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
  let isOver = false
  return {
    async next() {
      if (isOver) return end()
      const result = await states.next()
      isOver = !result.done && (result.value.status === 'COMPLETED' || result.value.status === 'FAILED')
      return result
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
