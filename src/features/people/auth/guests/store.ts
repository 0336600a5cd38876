import { ObjectId } from 'mongodb'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'

/** The token of a guest. The identifier is that of the account. */
interface GuestDocument extends Entity {
  tokenHash: string
  /** Accurate to a day. */
  lastUsedAt: Date
}

/** Stores the tokens with which guests sign in, as hashes. */
export function guestStore(database: Database) {
  const guests = database.collection<GuestDocument>('guests', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { lastUsedAt: 1 } },
  ])

  return {
    async insert(userId: string, token: string, now: Date): Promise<void> {
      await guests.insertOne({ _id: new ObjectId(userId), tokenHash: sha256(token), lastUsedAt: now })
    },

    async findUserId(token: string): Promise<string | null> {
      return (await guests.findOne({ tokenHash: sha256(token) }))?._id.toHexString() ?? null
    },

    /** @returns false if there is no such guest */
    async recordUse(userId: string, now: Date): Promise<boolean> {
      const change = { $set: { lastUsedAt: now } }
      return (await guests.findOneAndUpdate({ _id: new ObjectId(userId) }, change)) !== null
    },

    /** Records a use unless one is recorded that is as late as the given time. */
    async recordUseSince(userId: string, since: Date, now: Date): Promise<void> {
      await guests.updateOne(
        { _id: new ObjectId(userId), lastUsedAt: { $lt: since } },
        { $set: { lastUsedAt: now } },
      )
    },

    /** Returns guests without a use since the time, the longest unused first. */
    async findUnused(since: Date, limit: number): Promise<string[]> {
      const found = await guests.find({ lastUsedAt: { $lte: since } }, { sort: { lastUsedAt: 1 }, limit })
      return found.map(({ _id }) => _id.toHexString())
    },

    /** @returns false if the guest is used or gone meanwhile */
    deleteUnused: async (userId: string, since: Date): Promise<boolean> =>
      (await guests.deleteOne({ _id: new ObjectId(userId), lastUsedAt: { $lte: since } })) === 1,

    async delete(userId: string): Promise<void> {
      await guests.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type GuestStore = ReturnType<typeof guestStore>
