import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../platform/database/database.js'

interface SessionDocument extends Entity {
  jtiHash: string
  userId: ObjectId
  device: string
  address: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

export interface NewSession {
  jti: string
  userId: string
  device: string
  address: string
  expiresAt: Date
}

/** Signed-in devices: one document for each refresh token, which itself is never stored. */
export function sessionStore(database: Database) {
  const sessions = database.collection<SessionDocument>('sessions', [
    { key: { jtiHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** Once, however often it is called. */
    async open({ jti, userId, ...session }: NewSession, now: Date): Promise<void> {
      const times = { createdAt: now, lastUsedAt: now }
      await sessions.updateOne(
        { jtiHash: hash(jti) },
        { $setOnInsert: { _id: new ObjectId(), userId: new ObjectId(userId), ...session, ...times } },
        { upsert: true },
      )
    },

    /** Notes that the session was used; false if it has ended. */
    async touch(jti: string, userId: string, now: Date): Promise<boolean> {
      const session = await sessions.findOneAndUpdate(
        { jtiHash: hash(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } },
        { $set: { lastUsedAt: now } },
      )
      return session !== null
    },

    async delete(jti: string, userId: string): Promise<void> {
      await sessions.deleteOne({ jtiHash: hash(jti), userId: new ObjectId(userId) })
    },

    async deleteAll(userId: string): Promise<void> {
      await sessions.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

const hash = (jti: string) => createHash('sha256').update(jti).digest('base64url')
