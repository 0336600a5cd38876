import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'

/** Somebody of whom more is to be derived than there is; a migration writes it. */
interface StaleDocument extends Entity {
  userId: ObjectId
  /** From when on somebody may take it up. */
  dueAt: Date
}

export function staleStore(database: Database) {
  const stale = database.collection<StaleDocument>('statisticsRebuilds', [{ key: { dueAt: 1 } }])

  return {
    /** Takes one up: until `dueAt` nobody else does. @returns null where there is none */
    async claim(now: Date, dueAt: Date): Promise<string | null> {
      const options = { sort: { dueAt: 1 } } as const
      const found = await stale.findOneAndUpdate({ dueAt: { $lte: now } }, { $set: { dueAt } }, options)
      return found && found.userId.toHexString()
    },

    /** There is no more to be done; nothing is left of a person here. */
    async erase(userId: string): Promise<void> {
      await stale.deleteOne({ _id: new ObjectId(userId), userId: new ObjectId(userId) })
    },
  }
}

export type StaleStore = ReturnType<typeof staleStore>
