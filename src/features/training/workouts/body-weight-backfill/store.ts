import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { BackfillSpan } from './spans.js'

interface BackfillDocument extends Entity {
  userId: ObjectId
  spans: BackfillSpan[]
  /** The time of the latest update. */
  updatedAt: Date
}

/** Pending backfills, stored in the transaction of the body weight change, so that they survive a crash. */
export function backfillStore(database: Database) {
  const backfills = database.collection<BackfillDocument>('bodyWeightBackfills')
  const filterOf = (userId: string) => ({ _id: new ObjectId(userId), userId: new ObjectId(userId) })

  return {
    /** The latest days first. Must be called in a transaction. */
    async find(userId: string): Promise<BackfillSpan[]> {
      return (await backfills.findOne(filterOf(userId)))?.spans ?? []
    },

    /** Replaces the pending spans of the user. Must be called in the transaction of the updates. */
    async write(userId: string, spans: readonly BackfillSpan[], updatedAt: Date): Promise<void> {
      if (spans.length === 0) await backfills.deleteOne(filterOf(userId))
      else
        await backfills.updateOne(
          filterOf(userId),
          { $set: { spans: [...spans], updatedAt } },
          { upsert: true },
        )
    },

    /** The ids of up to `limit` users whose backfills have not been updated since. */
    async findIdleSince(time: Date, limit: number): Promise<string[]> {
      const found = await backfills.find({ updatedAt: { $lte: time } }, { limit, projection: { userId: 1 } })
      return found.map(({ userId }) => userId.toHexString())
    },

    async erase(userId: string): Promise<void> {
      await backfills.deleteOne(filterOf(userId))
    },
  }
}

export type BackfillStore = ReturnType<typeof backfillStore>
