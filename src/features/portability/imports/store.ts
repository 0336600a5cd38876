import { ObjectId, type Filter } from 'mongodb'
import { mapNodes, readAllPages, type Page, type PageArguments } from '../../../lib/pages.js'
import { days, seconds } from '../../../lib/quantities.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { findPage } from '../../../platform/database/find-page.js'
import type {
  ImportCounts,
  ImportOptions,
  ManagedImport,
  WorkoutImport,
  WorkoutImportStatus,
} from './models.js'

interface ImportDocument extends Entity, ImportOptions, ImportCounts {
  userId: ObjectId
  /** Null until the file has been stored. */
  status: WorkoutImportStatus | null
  error: string | null
  /** The storage key of the file; unset after the import has finished. */
  fileKey?: string
  createdAt: Date
  /** The worker that processes the import, and the time until which no other worker claims it. */
  worker: string | null
  leasedUntil: Date
  /** The number of claims, without those that ended in an outage or a planned stop. */
  attempts: number
  expiresAt: Date
}

/** An import to process. */
export interface ImportJob extends Pick<ImportCounts, 'recordsRestored' | 'unmatched' | 'created'> {
  id: string
  userId: string
  fileKey: string
  options: ImportOptions
  attempts: number
}

interface ClaimRules {
  soleInstanceSince: Date | undefined
  except: Iterable<string>
}

/** How long imports are kept, in milliseconds. */
const retention = 90 * days
/** How long a worker holds an import without renewing its lease, in milliseconds. */
const leaseDuration = 30 * seconds
/** The page size of `streamAll`. Each import can list 1,000 skipped lines. */
const pageSize = 10
const statuses: readonly WorkoutImportStatus[] = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED']
const pending = { status: { $in: ['QUEUED', 'RUNNING'] } } satisfies Filter<ImportDocument>

const withFile = { fileKey: { $type: 'string' } } satisfies Filter<ImportDocument>

const emptyCounts: ImportCounts = {
  rowsRead: 0,
  workoutsMade: 0,
  workoutsAlreadyThere: 0,
  recordsRestored: 0,
  skippedCount: 0,
  skipped: [],
  matched: [],
  unmatched: [],
  created: [],
}

export function importStore(database: Database) {
  const imports = database.collection<ImportDocument>('imports', [
    { key: { userId: 1, status: 1 } },
    { key: { userId: 1, createdAt: 1, _id: 1 } },
    { key: { status: 1, leasedUntil: 1 } },
    { key: { status: 1, createdAt: -1, _id: -1 } },
    { key: { createdAt: -1, _id: -1 } },
    { key: { fileKey: 1 }, partialFilterExpression: withFile },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    newId: (): string => new ObjectId().toHexString(),

    /** Creates an import before its file is stored, so that a file left by a crash can be found and deleted. */
    async create(
      job: Omit<ImportJob, 'attempts' | 'recordsRestored' | 'unmatched' | 'created'>,
      now: Date,
    ): Promise<void> {
      await imports.insertOne({
        _id: new ObjectId(job.id),
        userId: new ObjectId(job.userId),
        ...job.options,
        ...emptyCounts,
        status: null,
        error: null,
        fileKey: job.fileKey,
        createdAt: now,
        worker: null,
        attempts: 0,
        leasedUntil: now,
        expiresAt: new Date(now.getTime() + retention),
      })
    },

    /** Queues an import whose file is stored. @returns false if the import no longer exists */
    async enqueue(id: string): Promise<boolean> {
      const filter = { _id: new ObjectId(id), status: null }
      const { matchedCount } = await imports.updateOne(filter, { $set: { status: 'QUEUED' } })
      return matchedCount > 0
    },

    /** Counts the imports of all users by status. Statuses without imports are left out. */
    async countByStatus(): Promise<{ status: WorkoutImportStatus; count: number }[]> {
      const counts = statuses.map(async status => ({
        status,
        count: await imports.countDocuments({ status }),
      }))
      return (await Promise.all(counts)).filter(({ count }) => count > 0)
    },

    /** The imports of all users whose files have been stored, the latest first. @throws AppError BAD_USER_INPUT */
    async pageOfAll(
      status: WorkoutImportStatus | null,
      now: Date,
      pageArguments: PageArguments,
    ): Promise<Page<ManagedImport, null>> {
      const filter = {
        status: status ?? { $in: [...statuses] },
        // The TTL index removes expired imports about once a minute.
        expiresAt: { $gt: now },
      }
      const order = { field: 'createdAt', type: 'date', direction: -1 } as const
      const list = { filter, order, totalCount: null }
      return mapNodes(await findPage(imports, list, pageArguments), toManagedImport)
    },

    async find(userId: string, id: string): Promise<WorkoutImport | null> {
      const found = await imports.findById(new ObjectId(id))
      return found?.userId.toHexString() === userId && found.status !== null
        ? toImport(found, found.status)
        : null
    },

    /** The number of queued and running imports. */
    countPendingOf: (userId: string): Promise<number> =>
      imports.countDocuments({ userId: new ObjectId(userId), ...pending }),
    countPending: (): Promise<number> => imports.countDocuments(pending),

    /**
     * Claims the unclaimed import that has waited longest.
     * @param soleInstanceSince when this process started, if no other process uses the database: earlier leases are then void
     * @param except the ids of users whose imports are not claimed
     */
    async claim(
      worker: string,
      now: Date,
      { soleInstanceSince, except }: ClaimRules,
    ): Promise<ImportJob | null> {
      // A released import has no worker and waits until `leasedUntil`.
      const abandoned = soleInstanceSince ? [{ worker: { $ne: worker, $type: 'string' as const } }] : []
      const others = [...except].map(userId => ({ userId: { $ne: new ObjectId(userId) } }))
      const found = await imports.findOneAndUpdate(
        {
          ...pending,
          $or: [{ leasedUntil: { $lte: now } }, ...abandoned],
          ...(others.length > 0 && { $and: others }),
        },
        {
          $set: { status: 'RUNNING', worker, leasedUntil: new Date(now.getTime() + leaseDuration) },
          $inc: { attempts: 1 },
        },
        { sort: { leasedUntil: 1 } },
      )
      return found && toJob(found)
    },

    /** Saves the progress and renews the lease. @returns false if the lease is lost */
    async saveProgress(
      id: string,
      worker: string,
      counts: Partial<ImportCounts>,
      now: Date,
    ): Promise<boolean> {
      const leasedUntil = new Date(now.getTime() + leaseDuration)
      const { matchedCount } = await imports.updateOne(
        { _id: new ObjectId(id), worker, status: 'RUNNING' },
        { $set: { ...counts, leasedUntil } },
      )
      return matchedCount > 0
    },

    async finish(
      id: string,
      worker: string,
      result: Partial<ImportCounts> & { status: 'COMPLETED' | 'FAILED'; error: string | null },
    ): Promise<void> {
      await imports.updateOne({ _id: new ObjectId(id), worker }, { $set: { ...result, worker: null } })
    },

    /** Returns the import to the queue. @param isInterruption whether the attempt counts */
    async release(
      id: string,
      worker: string,
      { notBefore, isInterruption }: { notBefore: Date; isInterruption: boolean },
    ): Promise<void> {
      await imports.updateOne(
        { _id: new ObjectId(id), worker },
        {
          $set: { status: 'QUEUED', worker: null, leasedUntil: notBefore },
          ...(!isInterruption && { $inc: { attempts: -1 } }),
        },
      )
    },

    /** Files of imports that finished, or were never queued, before a time. */
    async findOrphanedFiles(
      before: Date,
      limit: number,
    ): Promise<{ id: string; fileKey: string; wasQueued: boolean }[]> {
      const ended = { status: { $in: [null, 'COMPLETED' as const, 'FAILED' as const] } }
      const found = await imports.find({ ...withFile, ...ended, leasedUntil: { $lt: before } }, { limit })
      return found.map(({ _id, fileKey = '', status }) => ({
        id: _id.toHexString(),
        fileKey,
        wasQueued: status !== null,
      }))
    },

    async unsetFile(id: string): Promise<void> {
      await imports.updateOne({ _id: new ObjectId(id) }, { $unset: { fileKey: true } })
    },

    /** The imports of a user whose files have been stored, in order of creation. */
    async *streamAll(userId: string): AsyncGenerator<WorkoutImport & { createdAt: Date }> {
      const filter = { userId: new ObjectId(userId), status: { $ne: null } }
      const order = { field: 'createdAt', type: 'date', direction: 1 } as const
      const read = (pageArguments: PageArguments) =>
        findPage(imports, { filter, order, totalCount: null }, pageArguments)
      for await (const found of readAllPages(read, pageSize))
        yield { ...toImport(found, found.status ?? 'QUEUED'), createdAt: found.createdAt }
    },

    /** Deletes all imports of a user. */
    erase: (userId: string): Promise<void> => deleteInChunks(imports, { userId: new ObjectId(userId) }),

    async delete(id: string): Promise<void> {
      await imports.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type ImportStore = ReturnType<typeof importStore>

function toImport(document: ImportDocument, status: WorkoutImportStatus): WorkoutImport {
  const { _id, dryRun, error, rowsRead, workoutsMade, workoutsAlreadyThere } = document
  const { skippedCount, skipped, matched, created } = document
  // Missing in imports of earlier versions.
  const { unmatched = [], recordsRestored = 0 } = document as Partial<ImportCounts>
  return {
    id: _id.toHexString(),
    status,
    dryRun,
    error,
    rowsRead,
    workoutsMade,
    workoutsAlreadyThere,
    recordsRestored,
    skippedCount,
    skipped,
    matched,
    unmatched,
    created,
  }
}

function toJob({ _id, userId, fileKey = '', attempts, created, ...document }: ImportDocument): ImportJob {
  const { source, weightUnit, distanceUnit, timezone, dryRun } = document
  // Imports that an earlier version has queued lack these fields.
  const { mapping = [], recordsRestored = 0, unmatched = [] } = document as Partial<ImportDocument>
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    fileKey,
    attempts,
    recordsRestored,
    unmatched,
    created,
    options: { source, weightUnit, distanceUnit, timezone, dryRun, mapping },
  }
}

const toManagedImport = (document: ImportDocument): ManagedImport => ({
  importId: document._id.toHexString(),
  userId: document.userId.toHexString(),
  status: document.status ?? 'QUEUED',
  dryRun: document.dryRun,
  createdAt: document.createdAt,
  rowsRead: document.rowsRead,
  workoutsMade: document.workoutsMade,
  workoutsAlreadyThere: document.workoutsAlreadyThere,
  recordsRestored: document.recordsRestored,
  skippedCount: document.skippedCount,
  attempts: document.attempts,
  error: document.error,
})
