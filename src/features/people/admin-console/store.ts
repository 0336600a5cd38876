import { Binary, ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'

/** A session of the console, as it is stored. */
export interface StoredSession {
  /** The hash of the identifier in the cookie. */
  idHash: string
  userId: string
  /** The encrypted tokens. */
  sealed: Uint8Array
  expiresAt: Date
}

interface SessionDocument extends Omit<StoredSession, 'userId' | 'sealed'>, Entity {
  userId: ObjectId
  sealed: Binary
}

export function consoleSessionStore(database: Database) {
  const sessions = database.collection<SessionDocument>('consoleSessions', [
    { key: { idHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async create({ userId, sealed, ...session }: StoredSession): Promise<void> {
      const ids = { _id: new ObjectId(), userId: new ObjectId(userId) }
      await sessions.insertOne({ ...ids, ...session, sealed: new Binary(sealed) })
    },

    async find(idHash: string, now: Date): Promise<StoredSession | null> {
      const found = await sessions.findOne({ idHash, expiresAt: { $gt: now } })
      if (!found) return null
      const { userId, sealed, expiresAt } = found
      return { idHash, userId: userId.toHexString(), sealed: sealed.value(), expiresAt }
    },

    async replaceTokens(idHash: string, sealed: Uint8Array): Promise<void> {
      await sessions.updateOne({ idHash }, { $set: { sealed: new Binary(sealed) } })
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
