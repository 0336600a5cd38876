import { ObjectId } from 'mongodb'
import { chunk } from '../../../lib/chunk.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInPieces } from '../../../platform/database/delete-in-pieces.js'

/** A file that belongs to nothing: an upload that has begun and not ended, or what was deleted. It has to go. */
interface UnfinishedDocument extends Entity {
  userId: ObjectId
  fileKey: string
  startedAt: Date
}

export interface Unfinished {
  id: string
  userId: string
  fileKey: string
}

/** What is no upload under way goes at once. */
const long = new Date(0)
const writtenAtOnce = 500

/** The journal of files: what stands here when the time of an upload is over is removed. */
export function assetStore(database: Database) {
  const unfinished = database.collection<UnfinishedDocument>('unfinishedUploads', [
    { key: { startedAt: 1 } },
    { key: { userId: 1 } },
  ])
  const insertion = ({ id, userId, fileKey }: Unfinished, startedAt: Date) => ({
    ...{ _id: new ObjectId(id), userId: new ObjectId(userId) },
    ...{ fileKey, startedAt },
  })

  return {
    newId: (): string => new ObjectId().toHexString(),

    async begin(upload: Unfinished, startedAt: Date): Promise<void> {
      await unfinished.insertOne(insertion(upload, startedAt))
    },

    async end(id: string): Promise<void> {
      await unfinished.deleteOne({ _id: new ObjectId(id) })
    },

    /** Files that nothing refers to any more. */
    async abandon(userId: string, fileKeys: readonly string[]): Promise<void> {
      const entries = fileKeys.map(fileKey => ({ id: new ObjectId().toHexString(), userId, fileKey }))
      const writes = entries.map(entry => ({ insertOne: { document: insertion(entry, long) } }))
      for (const piece of chunk(writes, writtenAtOnce, () => 1)) await unfinished.bulkWrite(piece)
    },

    /** What began before then, by id; the next ones follow the last of these. */
    async unfinishedBefore(moment: Date, limit: number, after?: Unfinished): Promise<Unfinished[]> {
      const rest = after ? { _id: { $gt: new ObjectId(after.id) } } : {}
      const found = await unfinished.find(
        { startedAt: { $lt: moment }, ...rest },
        { sort: { _id: 1 }, limit },
      )
      return found.map(toUnfinished)
    },

    /** Leaves nothing of a person but uploads that are under way: they come to nothing, and need their entries for it. */
    erase: (userId: string, before: Date): Promise<void> =>
      deleteInPieces(unfinished, { userId: new ObjectId(userId), startedAt: { $lt: before } }),

    async isUnfinished(id: string): Promise<boolean> {
      return (await unfinished.findOne({ _id: new ObjectId(id) })) !== null
    },
  }
}

export type AssetStore = ReturnType<typeof assetStore>

const toUnfinished = ({ _id, userId, fileKey }: UnfinishedDocument): Unfinished => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  fileKey,
})
