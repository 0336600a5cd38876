import type { Database, Entity } from '../../platform/database/database.js'
import { DuplicateKeyError } from '../../platform/database/database.js'
import { foldCase } from '../../lib/text.js'

/** A username that looks taken although no account has it, or not yet. */
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
    /** Whether the caller has it now: of several at once only one gets it. */
    async claim(username: string, now: Date, expiresAt: Date): Promise<boolean> {
      try {
        const lapsed = { usernameKey: foldCase(username), expiresAt: { $lte: now } }
        await claims.updateOne(lapsed, { $set: { expiresAt } }, { upsert: true })
        return true
      } catch (error) {
        if (error instanceof DuplicateKeyError) return false
        throw error
      }
    },

    async release(username: string): Promise<void> {
      await claims.deleteOne({ usernameKey: foldCase(username) })
    },
  }
}

export type UsernameClaimStore = ReturnType<typeof usernameClaimStore>
