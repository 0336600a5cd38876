import { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Database, type Entity } from '../../../../platform/database/database.js'

interface UsedTokenDocument extends Entity {
  key: string
  expiresAt: Date
}

/** Stores which ID tokens and nonces were used, until the tokens expire. */
export function usedTokenStore(database: Database) {
  const used = database.collection<UsedTokenDocument>('usedIdTokens', [
    { key: { key: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** Marks the keys as used. Of concurrent calls only one succeeds. @returns false if one of them was used before */
    async claim(keys: readonly string[], expiresAt: Date): Promise<boolean> {
      try {
        for (const key of keys) await used.insertOne({ _id: new ObjectId(), key, expiresAt })
        return true
      } catch (error) {
        if (error instanceof DuplicateKeyError) return false
        throw error
      }
    },
  }
}

export type UsedTokenStore = ReturnType<typeof usedTokenStore>
