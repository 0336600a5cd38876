import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import {
  lastFailureIndex,
  queueState,
  type QueueFailure,
  type QueueItem,
} from '../../../../platform/database/queue-state.js'
import { deleteInChunks } from '../../../../platform/database/delete-in-chunks.js'

/** An image whose smaller sizes have to be created. */
interface PendingVariantDocument extends QueueItem {
  userId: ObjectId
  /** The id of the record to which the image belongs. */
  assetId: ObjectId
  fileKey: string
  /** The time from which an instance may claim the image. */
  dueAt: Date
  /** How often it was claimed. */
  attempts: number
}

export interface PendingVariant {
  id: string
  userId: string
  assetId: string
  fileKey: string
  attempts: number
}

/** The queue of images whose smaller sizes have to be created. It is in the database, so that it survives a restart. */
export function pendingVariantStore(database: Database) {
  const pendingVariants = database.collection<PendingVariantDocument>('pendingVariants', [
    { key: { dueAt: 1 } },
    { key: { userId: 1 } },
    lastFailureIndex,
  ])

  return {
    async add(
      { id, userId, assetId, fileKey }: Omit<PendingVariant, 'attempts'>,
      dueAt: Date,
    ): Promise<void> {
      await pendingVariants.insertOne({
        _id: new ObjectId(id),
        userId: new ObjectId(userId),
        assetId: new ObjectId(assetId),
        fileKey,
        dueAt,
        attempts: 0,
      })
    },

    state: () => queueState(pendingVariants),

    /** Claims the image that has waited longest, until a time. Returns null if none is due. */
    async claim(now: Date, until: Date): Promise<PendingVariant | null> {
      const claimed = await pendingVariants.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 } },
      )
      return claimed && toPendingVariant(claimed)
    },

    /** Reverts a claim. */
    async release(id: string, dueAt: Date): Promise<void> {
      await pendingVariants.updateOne({ _id: new ObjectId(id) }, { $set: { dueAt }, $inc: { attempts: -1 } })
    },

    async recordFailure(id: string, lastFailure: QueueFailure): Promise<void> {
      await pendingVariants.updateOne({ _id: new ObjectId(id) }, { $set: { lastFailure } })
    },

    erase: (userId: string): Promise<void> =>
      deleteInChunks(pendingVariants, { userId: new ObjectId(userId) }),

    async remove(id: string): Promise<void> {
      await pendingVariants.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type PendingVariantStore = ReturnType<typeof pendingVariantStore>

const toPendingVariant = ({
  _id,
  userId,
  assetId,
  fileKey,
  attempts,
}: PendingVariantDocument): PendingVariant => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  assetId: assetId.toHexString(),
  fileKey,
  attempts,
})
