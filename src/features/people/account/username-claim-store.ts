import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import { foldCase } from '../../../lib/text.js'
import type { Database, Entity } from '../../../platform/database/database.js'

/** A username that looks taken whether or not an account has it. Its id says for whom. */
interface UsernameClaim extends Entity {
  usernameKey: string
  expiresAt: Date
}

export function usernameClaimStore(database: Database) {
  const claims = database.collection<UsernameClaim>('usernameClaims', [
    { key: { usernameKey: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  /** Whoever registers with an address claims under this id, whether or not the address has an account. */
  const claimIdOf = (email: string): string =>
    createHash('sha256').update(foldCase(email)).digest('hex').slice(0, 24)

  return {
    idOf: claimIdOf,

    /** For whom the name is claimed; null for nobody. */
    async findClaimant(username: string, now: Date): Promise<string | null> {
      const claim = await claims.findOne({ usernameKey: foldCase(username), expiresAt: { $gt: now } })
      return claim?._id.toHexString() ?? null
    },

    /** One name at a time, and one that nobody else claims. */
    async claim(id: string, username: string, expiresAt: Date): Promise<void> {
      const _id = new ObjectId(id)
      const usernameKey = foldCase(username)
      // What has lapsed may still be there.
      await claims.deleteMany({ $or: [{ _id }, { usernameKey }] })
      await claims.insertOne({ _id, usernameKey, expiresAt })
    },

    /** Leaves nothing of an account. */
    async erase({ id, email }: { id: string; email: string }): Promise<void> {
      await claims.deleteMany({ _id: { $in: [new ObjectId(id), new ObjectId(claimIdOf(email))] } })
    },

    /** Gives up this name, and no other one. */
    async release(id: string, username: string): Promise<void> {
      await claims.deleteOne({ _id: new ObjectId(id), usernameKey: foldCase(username) })
    },
  }
}

export type UsernameClaimStore = ReturnType<typeof usernameClaimStore>
