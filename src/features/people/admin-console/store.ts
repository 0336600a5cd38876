import { Binary, ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'

/** A session of the console, as it is stored. */
interface StoredSession {
  /** The hash of the identifier in the cookie. */
  idHash: string
  userId: string
  /** The encrypted tokens. */
  encryptedTokens: Uint8Array
  expiresAt: Date
}

interface SessionDocument extends Omit<StoredSession, 'userId' | 'encryptedTokens'>, Entity {
  userId: ObjectId
  /** Missing in sessions of older versions. */
  encryptedTokens?: Binary
}

export function consoleSessionStore(database: Database) {
  const sessions = database.collection<SessionDocument>('consoleSessions', [
    { key: { idHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async create({ userId, encryptedTokens, ...session }: StoredSession): Promise<void> {
      const ids = { _id: new ObjectId(), userId: new ObjectId(userId) }
      await sessions.insertOne({ ...ids, ...session, encryptedTokens: new Binary(encryptedTokens) })
    },

    async find(idHash: string, now: Date): Promise<StoredSession | null> {
      const found = await sessions.findOne({ idHash, expiresAt: { $gt: now } })
      if (!found?.encryptedTokens) return null
      const { userId, encryptedTokens, expiresAt } = found
      const id = userId.toHexString()
      return { idHash, userId: id, encryptedTokens: encryptedTokens.value(), expiresAt }
    },

    async replaceTokens(idHash: string, encryptedTokens: Uint8Array): Promise<void> {
      await sessions.updateOne({ idHash }, { $set: { encryptedTokens: new Binary(encryptedTokens) } })
    },

    async delete(idHash: string): Promise<void> {
      await sessions.deleteOne({ idHash })
    },

    async deleteAll(userId: string): Promise<void> {
      await sessions.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type ConsoleSessionStore = ReturnType<typeof consoleSessionStore>
