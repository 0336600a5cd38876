import { ObjectId, type Filter } from 'mongodb'
import { readAllPages, type PageArguments } from '../../../lib/pages.js'
import { days, seconds } from '../../../lib/quantities.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { findPage } from '../../../platform/database/find-page.js'
import type { ImportCounts, ImportOptions, WorkoutImport, WorkoutImportStatus } from './models.js'

interface ImportDocument extends Entity, ImportOptions, ImportCounts {
  userId: ObjectId
  /** Null until the file lies in the storage. */
  status: WorkoutImportStatus | null
  error: string | null
  /** Where its file lies; there no more when it has ended. */
  fileKey?: string
  createdAt: Date
  /** Who works on it, and until when nobody else does. */
  worker: string | null
  leasedUntil: Date
  /** How often somebody has begun to work on it. */
  attempts: number
  expiresAt: Date
}

/** A workout that an import has made. It is never made again, whatever has become of it. */
interface ImportedDocument extends Entity {
  userId: ObjectId
  importId: ObjectId
}

/** An import that has to be worked on. */
export interface ImportJob extends Pick<ImportCounts, 'created'> {
  id: string
  userId: string
  fileKey: string
  options: ImportOptions
  attempts: number
}

interface ClaimRules {
  aloneSince: Date | undefined
  except: Iterable<string>
}

/** How long an import can be asked for. In milliseconds. */
const kept = 90 * days
/** How long nobody else takes up what a worker has said nothing of. */
const lease = 30 * seconds
/** Each may tell of a thousand lines. */
const readAtOnce = 10
const pending = { status: { $in: ['QUEUED', 'RUNNING'] } } satisfies Filter<ImportDocument>

const withFile = { fileKey: { $type: 'string' } } satisfies Filter<ImportDocument>

const nothingYet: ImportCounts = {
  ...{ rowsRead: 0, workoutsMade: 0, workoutsAlreadyThere: 0, skippedCount: 0 },
  ...{ skipped: [], matched: [], created: [] },
}

export function importStore(database: Database) {
  const imports = database.collection<ImportDocument>('imports', [
    { key: { userId: 1, status: 1 } },
    { key: { userId: 1, createdAt: 1, _id: 1 } },
    { key: { status: 1, leasedUntil: 1 } },
    { key: { fileKey: 1 }, partialFilterExpression: withFile },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const imported = database.collection<ImportedDocument>('importedWorkouts', [{ key: { userId: 1, _id: 1 } }])

  return {
    newId: (): string => new ObjectId().toHexString(),

    /** Before its file is stored: what is left of one that never was is found by this. */
    async announce(job: Omit<ImportJob, 'attempts' | 'created'>, now: Date): Promise<void> {
      await imports.insertOne({
        ...{ _id: new ObjectId(job.id), userId: new ObjectId(job.userId), ...job.options, ...nothingYet },
        ...{ status: null, error: null, fileKey: job.fileKey, createdAt: now, worker: null, attempts: 0 },
        ...{ leasedUntil: now, expiresAt: new Date(now.getTime() + kept) },
      })
    },

    /** @returns whether it was still there */
    async enqueue(id: string): Promise<boolean> {
      const announced = { _id: new ObjectId(id), status: null }
      const { matchedCount } = await imports.updateOne(announced, { $set: { status: 'QUEUED' } })
      return matchedCount > 0
    },

    async find(userId: string, id: string): Promise<WorkoutImport | null> {
      const found = await imports.findById(new ObjectId(id))
      return found?.userId.toHexString() === userId && found.status !== null
        ? toImport(found, found.status)
        : null
    },

    /** How many are waiting or being worked on. */
    pendingOf: (userId: string): Promise<number> =>
      imports.countDocuments({ userId: new ObjectId(userId), ...pending }),
    pending: (): Promise<number> => imports.countDocuments(pending),

    /**
     * The one that has waited longest of those that nobody works on.
     * @param aloneSince where no other process has this database: when this one began; who worked before is gone
     * @param except people whose imports are left for later
     */
    async claim(worker: string, now: Date, { aloneSince, except }: ClaimRules): Promise<ImportJob | null> {
      // What was given back has no worker: it waits until its time.
      const left = aloneSince ? [{ worker: { $ne: worker, $type: 'string' as const } }] : []
      const others = [...except].map(userId => ({ userId: { $ne: new ObjectId(userId) } }))
      const found = await imports.findOneAndUpdate(
        {
          ...pending,
          $or: [{ leasedUntil: { $lte: now } }, ...left],
          ...(others.length > 0 && { $and: others }),
        },
        {
          $set: { status: 'RUNNING', worker, leasedUntil: new Date(now.getTime() + lease) },
          $inc: { attempts: 1 },
        },
        { sort: { leasedUntil: 1 } },
      )
      return found && toJob(found)
    },

    /** Tells how far it is, and that somebody still works on it. @returns false where somebody else does */
    async report(id: string, worker: string, counts: Partial<ImportCounts>, now: Date): Promise<boolean> {
      const leasedUntil = new Date(now.getTime() + lease)
      const { matchedCount } = await imports.updateOne(
        { _id: new ObjectId(id), worker, status: 'RUNNING' },
        { $set: { ...counts, leasedUntil } },
      )
      return matchedCount > 0
    },

    async end(
      id: string,
      worker: string,
      result: Partial<ImportCounts> & { status: 'COMPLETED' | 'FAILED'; error: string | null },
    ): Promise<void> {
      await imports.updateOne({ _id: new ObjectId(id), worker }, { $set: { ...result, worker: null } })
    },

    /** Somebody is to go on with it later. @param isInterruption whether the attempt counts */
    async giveBack(
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

    /** Those of some workouts that an import has made, with the import that did. */
    async imported(userId: string, workoutIds: readonly string[]): Promise<Map<string, string>> {
      const _id = { $in: workoutIds.map(id => new ObjectId(id)) }
      const found = await imported.find({ _id, userId: new ObjectId(userId) })
      return new Map(found.map(({ _id, importId }) => [_id.toHexString(), importId.toHexString()]))
    },

    /** In the transaction that makes them. */
    async remember(userId: string, importId: string, workoutIds: readonly string[]): Promise<void> {
      const its = { userId: new ObjectId(userId), importId: new ObjectId(importId) }
      await imported.bulkWrite(
        workoutIds.map(id => ({ insertOne: { document: { _id: new ObjectId(id), ...its } } })),
      )
    },

    /** Files that nobody will read: of imports that have ended, or that never began, before then. */
    async leftFiles(
      before: Date,
      limit: number,
    ): Promise<{ id: string; fileKey: string; hasBegun: boolean }[]> {
      const ended = { status: { $in: [null, 'COMPLETED' as const, 'FAILED' as const] } }
      const found = await imports.find({ ...withFile, ...ended, leasedUntil: { $lt: before } }, { limit })
      return found.map(({ _id, fileKey = '', status }) => ({
        ...{ id: _id.toHexString(), fileKey },
        hasBegun: status !== null,
      }))
    },

    async dropFile(id: string): Promise<void> {
      await imports.updateOne({ _id: new ObjectId(id) }, { $unset: { fileKey: true } })
    },

    /** What has begun, the first one first. */
    async *every(userId: string): AsyncGenerator<WorkoutImport & { createdAt: Date }> {
      const filter = { userId: new ObjectId(userId), status: { $ne: null } }
      const order = { field: 'createdAt', type: 'date', direction: 1 } as const
      const read = (wanted: PageArguments) => findPage(imports, { filter, order, totalCount: null }, wanted)
      for await (const found of readAllPages(read, readAtOnce))
        yield { ...toImport(found, found.status ?? 'QUEUED'), createdAt: found.createdAt }
    },

    /** Leaves nothing of a person. */
    async erase(userId: string): Promise<void> {
      await deleteInChunks(imports, { userId: new ObjectId(userId) })
      await deleteInChunks(imported, { userId: new ObjectId(userId) })
    },

    async forget(id: string): Promise<void> {
      await imports.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type ImportStore = ReturnType<typeof importStore>

function toImport(document: ImportDocument, status: WorkoutImportStatus): WorkoutImport {
  const { _id, dryRun, error, rowsRead, workoutsMade, workoutsAlreadyThere } = document
  const { skippedCount, skipped, matched, created } = document
  return {
    ...{ id: _id.toHexString(), status, dryRun, error, rowsRead, workoutsMade, workoutsAlreadyThere },
    ...{ skippedCount, skipped, matched, created },
  }
}

function toJob({ _id, userId, fileKey = '', attempts, created, ...document }: ImportDocument): ImportJob {
  const { source, weightUnit, distanceUnit, timezone, dryRun } = document
  return {
    ...{ id: _id.toHexString(), userId: userId.toHexString(), fileKey, attempts, created },
    options: { source, weightUnit, distanceUnit, timezone, dryRun },
  }
}
