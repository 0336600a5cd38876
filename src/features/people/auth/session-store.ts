import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import type { Session } from './models.js'

interface SessionDocument extends Entity {
  jtiHash: string
  userId: ObjectId
  device: string
  address: string
  createdAt: Date
  lastUsedAt: Date
  /** No token of it is good after that. */
  expiresAt: Date
}

export interface NewSession {
  id: string
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
    newId: (): string => new ObjectId().toHexString(),

    /** Once, however often it is called. */
    async create({ id, jti, userId, ...session }: NewSession, now: Date): Promise<void> {
      const times = { createdAt: now, lastUsedAt: now }
      await sessions.updateOne(
        { jtiHash: hash(jti) },
        { $setOnInsert: { _id: new ObjectId(id), userId: new ObjectId(userId), ...session, ...times } },
        { upsert: true },
      )
    },

    async exists(id: string, userId: string): Promise<boolean> {
      const session = await sessions.findById(new ObjectId(id))
      return session !== null && session.userId.equals(userId)
    },

    /** Whether a refresh token has not been revoked, nor come to its end. */
    async isActive(jti: string, userId: string, now: Date): Promise<boolean> {
      const live = { jtiHash: hash(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } }
      return (await sessions.findOne(live)) !== null
    },

    /**
     * Notes that the session was used, and keeps it for what is issued in it now.
     * @returns its id; null if it has ended
     */
    async touch(jti: string, userId: string, now: Date, keptUntil: Date): Promise<string | null> {
      const session = await sessions.findOneAndUpdate(
        { jtiHash: hash(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } },
        { $set: { lastUsedAt: now }, $max: { expiresAt: keptUntil } },
      )
      return session && session._id.toHexString()
    },

    /** What is kept of a person's, as far as it tells them anything. */
    async *exportSessions(userId: string): AsyncGenerator<object> {
      const found = await sessions.find({ userId: new ObjectId(userId) })
      for (const { _id, device, address, createdAt, lastUsedAt, expiresAt } of found)
        yield { id: _id.toHexString(), device, address, createdAt, lastUsedAt, expiresAt }
    },

    /** @returns its id; null if it had ended */
    async deleteByJti(jti: string, userId: string): Promise<string | null> {
      const session = await sessions.findOneAndDelete({ jtiHash: hash(jti), userId: new ObjectId(userId) })
      return session && session._id.toHexString()
    },

    /** Those that are live, the one that was used last first. */
    async list(userId: string, now: Date, limit: number): Promise<Session[]> {
      const filter = { userId: new ObjectId(userId), expiresAt: { $gt: now } }
      return (await sessions.find(filter, { sort: { lastUsedAt: -1, _id: -1 }, limit })).map(toSession)
    },

    async find(id: string, userId: string): Promise<Session | null> {
      const found = await sessions.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toSession(found) : null
    },

    /** Whether it was there. */
    async deleteById(id: string, userId: string): Promise<boolean> {
      return (await sessions.deleteOne({ _id: new ObjectId(id), userId: new ObjectId(userId) })) > 0
    },

    async deleteAll(userId: string): Promise<void> {
      await sessions.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

const hash = (jti: string) => createHash('sha256').update(jti).digest('base64url')

const toSession = ({ _id, device, address, createdAt, lastUsedAt }: SessionDocument): Session => ({
  id: _id.toHexString(),
  ...{ device, address, createdAt, lastUsedAt },
})
