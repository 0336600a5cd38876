import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import { foldCase } from '../../../lib/text.js'
import type { Database, Entity } from '../../../platform/database/database.js'

/** A claimed username, which counts as taken. Its id identifies the claimant. */
interface UsernameClaim extends Entity {
  usernameKey: string
  expiresAt: Date
}

export function usernameClaimStore(database: Database) {
  const claims = database.collection<UsernameClaim>('usernameClaims', [
    { key: { usernameKey: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  /** The id of the claims of registrations with an address. */
  const claimIdOf = (email: string): string =>
    createHash('sha256').update(foldCase(email)).digest('hex').slice(0, 24)

  return {
    idOf: claimIdOf,

    /** Returns the claimant of a username; null if it is not claimed. */
    async findClaimant(username: string, now: Date): Promise<string | null> {
      const claim = await claims.findOne({ usernameKey: foldCase(username), expiresAt: { $gt: now } })
      return claim?._id.toHexString() ?? null
    },

    /** Replaces the claimant's claim. Another claimant's claim of the name must have expired. */
    async claim(id: string, username: string, expiresAt: Date): Promise<void> {
      const _id = new ObjectId(id)
      const usernameKey = foldCase(username)
      // Expired claims may not have been removed yet.
      await claims.deleteMany({ $or: [{ _id }, { usernameKey }] })
      await claims.insertOne({ _id, usernameKey, expiresAt })
    },

    /** Deletes all claims of an account. */
    async erase({ id, email }: { id: string; email: string }): Promise<void> {
      await claims.deleteMany({ _id: { $in: [new ObjectId(id), new ObjectId(claimIdOf(email))] } })
    },

    /** Deletes the claim if it is of this username. */
    async release(id: string, username: string): Promise<void> {
      await claims.deleteOne({ _id: new ObjectId(id), usernameKey: foldCase(username) })
    },
  }
}

export type UsernameClaimStore = ReturnType<typeof usernameClaimStore>
