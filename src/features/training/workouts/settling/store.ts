import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { UnsettledSpan } from './spans.js'

/** What is to be settled of one person's workouts when the write that changed it has been answered. */
interface UnsettledDocument extends Entity {
  userId: ObjectId
  spans: UnsettledSpan[]
  /** When somebody worked on it last. */
  touchedAt: Date
}

/** The journal of what is still to be settled: it is written with what it follows from, and outlives a crash. */
export function unsettledStore(database: Database) {
  const unsettled = database.collection<UnsettledDocument>('bodyWeightBackfills')
  const placeOf = (userId: string) => ({ _id: new ObjectId(userId), userId: new ObjectId(userId) })

  return {
    /** The latest days first. In a transaction. */
    async find(userId: string): Promise<UnsettledSpan[]> {
      return (await unsettled.findOne(placeOf(userId)))?.spans ?? []
    },

    /** In the transaction that has settled, or changed, something. */
    async write(userId: string, spans: readonly UnsettledSpan[], touchedAt: Date): Promise<void> {
      if (spans.length === 0) await unsettled.deleteOne(placeOf(userId))
      else
        await unsettled.updateOne(
          placeOf(userId),
          { $set: { spans: [...spans], touchedAt } },
          { upsert: true },
        )
    },

    /** Some of those of whom nobody has settled anything since a moment. */
    async leftSince(moment: Date, limit: number): Promise<string[]> {
      const found = await unsettled.find(
        { touchedAt: { $lte: moment } },
        { limit, projection: { userId: 1 } },
      )
      return found.map(({ userId }) => userId.toHexString())
    },

    /** Leaves nothing of a person. */
    async erase(userId: string): Promise<void> {
      await unsettled.deleteOne(placeOf(userId))
    },
  }
}

export type UnsettledStore = ReturnType<typeof unsettledStore>
