import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'

/** A user whose derived data is incomplete. Migrations insert these documents. */
interface StatisticsRebuildDocument extends Entity {
  userId: ObjectId
  /** The time from which an instance may claim the rebuild. */
  dueAt: Date
}

export function statisticsRebuildStore(database: Database) {
  const rebuilds = database.collection<StatisticsRebuildDocument>('statisticsRebuilds', [
    { key: { dueAt: 1 } },
  ])

  return {
    /** Claims a rebuild until `dueAt`. @returns the id of the user; null if none is due */
    async claim(now: Date, dueAt: Date): Promise<string | null> {
      const options = { sort: { dueAt: 1 } } as const
      const found = await rebuilds.findOneAndUpdate({ dueAt: { $lte: now } }, { $set: { dueAt } }, options)
      return found && found.userId.toHexString()
    },

    async erase(userId: string): Promise<void> {
      await rebuilds.deleteOne({ _id: new ObjectId(userId), userId: new ObjectId(userId) })
    },
  }
}

export type StatisticsRebuildStore = ReturnType<typeof statisticsRebuildStore>
