import { ObjectId } from 'mongodb'
import { foldCase } from '../../lib/text.js'
import type { Database, Entity } from '../../platform/database/database.js'

/** A username that looks taken whether or not an account has it. Its id is that of the account that it is for. */
interface UsernameClaim extends Entity {
  usernameKey: string
  expiresAt: Date
}

export function usernameClaimStore(database: Database) {
  const claims = database.collection<UsernameClaim>('usernameClaims', [
    { key: { usernameKey: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** For which account the name is claimed; null for none. */
    async claimant(username: string, now: Date): Promise<string | null> {
      const claim = await claims.findOne({ usernameKey: foldCase(username), expiresAt: { $gt: now } })
      return claim?._id.toHexString() ?? null
    },

    /** An account claims one name at a time, and one that nobody else claims. */
    async claim(id: string, username: string, expiresAt: Date): Promise<void> {
      const _id = new ObjectId(id)
      const usernameKey = foldCase(username)
      // What has lapsed may still be there.
      await claims.deleteMany({ $or: [{ _id }, { usernameKey }] })
      await claims.insertOne({ _id, usernameKey, expiresAt })
    },
  }
}

export type UsernameClaimStore = ReturnType<typeof usernameClaimStore>
