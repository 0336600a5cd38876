import { ObjectId } from 'mongodb'
import { chunk } from '../../../lib/chunk.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'

/** A file to be deleted: of an upload that was started and not finished, or of a deleted record. */
interface UnfinishedUploadDocument extends Entity {
  userId: ObjectId
  fileKey: string
  startedAt: Date
}

export interface UnfinishedUpload {
  id: string
  userId: string
  fileKey: string
}

/** Deleted files do not have to wait for an upload to finish. */
const dueImmediately = new Date(0)
const writeBatchSize = 500

/** The files that are deleted if they are still listed after the maximum duration of an upload. */
export function unfinishedUploadStore(database: Database) {
  const unfinished = database.collection<UnfinishedUploadDocument>('unfinishedUploads', [
    { key: { startedAt: 1 } },
    { key: { userId: 1 } },
  ])
  const toDocument = ({ id, userId, fileKey }: UnfinishedUpload, startedAt: Date) => ({
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
    fileKey,
    startedAt,
  })

  return {
    newId: (): string => new ObjectId().toHexString(),

    async add(upload: UnfinishedUpload, startedAt: Date): Promise<void> {
      await unfinished.insertOne(toDocument(upload, startedAt))
    },

    async remove(id: string): Promise<void> {
      await unfinished.deleteOne({ _id: new ObjectId(id) })
    },

    /** Adds files without references, which are deleted as soon as possible. */
    async addDeletedFiles(userId: string, fileKeys: readonly string[]): Promise<void> {
      const entries = fileKeys.map(fileKey => ({ id: new ObjectId().toHexString(), userId, fileKey }))
      const writes = entries.map(entry => ({ insertOne: { document: toDocument(entry, dueImmediately) } }))
      for (const batch of chunk(writes, writeBatchSize, () => 1)) await unfinished.bulkWrite(batch)
    },

    /** Up to `limit` uploads that were started before a time, in the order of their ids. @param after the last one of the previous page */
    async findBefore(time: Date, limit: number, after?: UnfinishedUpload): Promise<UnfinishedUpload[]> {
      const rest = after ? { _id: { $gt: new ObjectId(after.id) } } : {}
      const found = await unfinished.find({ startedAt: { $lt: time }, ...rest }, { sort: { _id: 1 }, limit })
      return found.map(toUnfinishedUpload)
    },

    /** Deletes the entries of a user except those of uploads in progress, which need them to clean up. */
    erase: (userId: string, before: Date): Promise<void> =>
      deleteInChunks(unfinished, { userId: new ObjectId(userId), startedAt: { $lt: before } }),

    async has(id: string): Promise<boolean> {
      return (await unfinished.findOne({ _id: new ObjectId(id) })) !== null
    },
  }
}

export type UnfinishedUploadStore = ReturnType<typeof unfinishedUploadStore>

const toUnfinishedUpload = ({ _id, userId, fileKey }: UnfinishedUploadDocument): UnfinishedUpload => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  fileKey,
})
