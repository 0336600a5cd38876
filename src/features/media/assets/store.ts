import { ObjectId } from 'mongodb'
import { chunk } from '../../../lib/chunk.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'

/** A file that belongs to nothing: an upload that has begun and not ended, or what was deleted. It has to go. */
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

/** What is no upload under way goes at once. */
const long = new Date(0)
const writtenAtOnce = 500

/** The journal of files: what stands here when the time of an upload is over is removed. */
export function unfinishedUploadStore(database: Database) {
  const unfinished = database.collection<UnfinishedUploadDocument>('unfinishedUploads', [
    { key: { startedAt: 1 } },
    { key: { userId: 1 } },
  ])
  const insertion = ({ id, userId, fileKey }: UnfinishedUpload, startedAt: Date) => ({
    ...{ _id: new ObjectId(id), userId: new ObjectId(userId) },
    ...{ fileKey, startedAt },
  })

  return {
    newId: (): string => new ObjectId().toHexString(),

    async add(upload: UnfinishedUpload, startedAt: Date): Promise<void> {
      await unfinished.insertOne(insertion(upload, startedAt))
    },

    async remove(id: string): Promise<void> {
      await unfinished.deleteOne({ _id: new ObjectId(id) })
    },

    /** Files that nothing refers to any more. */
    async addDeletedFiles(userId: string, fileKeys: readonly string[]): Promise<void> {
      const entries = fileKeys.map(fileKey => ({ id: new ObjectId().toHexString(), userId, fileKey }))
      const writes = entries.map(entry => ({ insertOne: { document: insertion(entry, long) } }))
      for (const piece of chunk(writes, writtenAtOnce, () => 1)) await unfinished.bulkWrite(piece)
    },

    /** What began before then, by id; the next ones follow the last of these. */
    async findBefore(moment: Date, limit: number, after?: UnfinishedUpload): Promise<UnfinishedUpload[]> {
      const rest = after ? { _id: { $gt: new ObjectId(after.id) } } : {}
      const found = await unfinished.find(
        { startedAt: { $lt: moment }, ...rest },
        { sort: { _id: 1 }, limit },
      )
      return found.map(toUnfinished)
    },

    /** Leaves nothing of a person but uploads that are under way: they come to nothing, and need their entries for it. */
    erase: (userId: string, before: Date): Promise<void> =>
      deleteInChunks(unfinished, { userId: new ObjectId(userId), startedAt: { $lt: before } }),

    async has(id: string): Promise<boolean> {
      return (await unfinished.findOne({ _id: new ObjectId(id) })) !== null
    },
  }
}

export type UnfinishedUploadStore = ReturnType<typeof unfinishedUploadStore>

const toUnfinished = ({ _id, userId, fileKey }: UnfinishedUploadDocument): UnfinishedUpload => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  fileKey,
})
