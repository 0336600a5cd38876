import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import { deleteInChunks } from '../../../../platform/database/delete-in-chunks.js'

/** An image whose smaller sizes are still to be made. */
interface PendingVariantDocument extends Entity {
  userId: ObjectId
  /** Of what the image belongs to. */
  assetId: ObjectId
  fileKey: string
  /** Nobody begins before then. */
  dueAt: Date
  /** How often it was begun. */
  attempts: number
}

export interface PendingVariant {
  id: string
  userId: string
  assetId: string
  fileKey: string
  attempts: number
}

/** The queue of images whose smaller sizes are to be made: in the database, so that no end of a process empties it. */
export function pendingVariantStore(database: Database) {
  const pendingVariants = database.collection<PendingVariantDocument>('pendingVariants', [
    { key: { dueAt: 1 } },
    { key: { userId: 1 } },
  ])

  return {
    async add(
      { id, userId, assetId, fileKey }: Omit<PendingVariant, 'attempts'>,
      dueAt: Date,
    ): Promise<void> {
      await pendingVariants.insertOne({
        ...{ _id: new ObjectId(id), userId: new ObjectId(userId), assetId: new ObjectId(assetId) },
        ...{ fileKey, dueAt, attempts: 0 },
      })
    },

    /** Takes the one that has waited longest; nobody else gets it before `until`. Null if none is due. */
    async claim(now: Date, until: Date): Promise<PendingVariant | null> {
      const claimed = await pendingVariants.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 } },
      )
      return claimed && toUnmade(claimed)
    },

    /** Gives it back as if it had not been begun. */
    async release(id: string, dueAt: Date): Promise<void> {
      await pendingVariants.updateOne({ _id: new ObjectId(id) }, { $set: { dueAt }, $inc: { attempts: -1 } })
    },

    /** Leaves nothing of a person. */
    erase: (userId: string): Promise<void> =>
      deleteInChunks(pendingVariants, { userId: new ObjectId(userId) }),

    async remove(id: string): Promise<void> {
      await pendingVariants.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type PendingVariantStore = ReturnType<typeof pendingVariantStore>

const toUnmade = ({ _id, userId, assetId, fileKey, attempts }: PendingVariantDocument): PendingVariant => ({
  ...{ id: _id.toHexString(), userId: userId.toHexString(), assetId: assetId.toHexString() },
  ...{ fileKey, attempts },
})
