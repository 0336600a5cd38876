import { ObjectId } from 'mongodb'
import { foldCase } from '../../lib/text.js'
import type { Database, Entity } from '../../platform/database/database.js'

/** A username that looks taken although no account has it. Its id is that of the registration that tried it. */
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
    /** Which registration claims the name; null if none does. */
    async claimant(username: string, now: Date): Promise<string | null> {
      const claim = await claims.findOne({ usernameKey: foldCase(username), expiresAt: { $gt: now } })
      return claim?._id.toHexString() ?? null
    },

    /** Of a name that nobody claims. */
    async claim(id: string, username: string, expiresAt: Date): Promise<void> {
      const usernameKey = foldCase(username)
      // What has lapsed may still be there.
      await claims.deleteOne({ usernameKey })
      await claims.insertOne({ _id: new ObjectId(id), usernameKey, expiresAt })
    },
  }
}

export type UsernameClaimStore = ReturnType<typeof usernameClaimStore>
