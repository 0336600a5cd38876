import { ObjectId } from 'mongodb'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { SignInMethod } from '../../audit/models.js'
import type { Session } from './models.js'

interface SessionDocument extends Entity {
  jtiHash: string
  userId: ObjectId
  device: string
  address: string
  /** Missing in sessions of older versions. */
  signInMethod?: SignInMethod
  createdAt: Date
  lastUsedAt: Date
  /** When the user last proved their identity. Missing in sessions of older versions: it was when they signed in. */
  steppedUpAt?: Date
  /** Whether the user has used a second factor or a passkey. Missing means false. */
  hasSecondFactor?: boolean
  /** Counts the sensitive actions, so that they conflict with the end of the session. Missing before the first. */
  sensitiveActions?: number
  /** When the last token of the session expires. */
  expiresAt: Date
}

interface NewSession {
  id: string
  jti: string
  userId: string
  device: string
  address: string
  signInMethod: SignInMethod
  hasSecondFactor: boolean
  expiresAt: Date
}

/** Stores one document for each refresh token, with a hash of the token's id. */
export function sessionStore(database: Database) {
  const sessions = database.collection<SessionDocument>('sessions', [
    { key: { jtiHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    newId: (): string => new ObjectId().toHexString(),

    /** Creates a session. Repeated calls have no effect. */
    async create({ id, jti, userId, ...session }: NewSession, now: Date): Promise<void> {
      const times = { createdAt: now, lastUsedAt: now, steppedUpAt: now }
      await sessions.updateOne(
        { jtiHash: sha256(jti) },
        { $setOnInsert: { _id: new ObjectId(id), userId: new ObjectId(userId), ...session, ...times } },
        { upsert: true },
      )
    },

    async exists(id: string, userId: string): Promise<boolean> {
      const session = await sessions.findById(new ObjectId(id))
      return session !== null && session.userId.equals(userId)
    },

    /** Returns whether the session has a second factor; null if it has ended. */
    async findSecondFactor(id: string, userId: string): Promise<boolean | null> {
      const session = await sessions.findById(new ObjectId(id))
      return session?.userId.equals(userId) ? (session.hasSecondFactor ?? false) : null
    },

    /**
     * Returns when and how the user last proved their identity in the session; null if it has ended. Writes the session, so
     * that the transaction of a sensitive action conflicts with a concurrent sign-out, which must also end what it creates.
     */
    async useStepUp(id: string, userId: string): Promise<{ at: Date; hasSecondFactor: boolean } | null> {
      const session = await sessions.findOneAndUpdate(
        { _id: new ObjectId(id), userId: new ObjectId(userId) },
        { $inc: { sensitiveActions: 1 } },
      )
      if (!session) return null
      const { steppedUpAt, createdAt, hasSecondFactor = false } = session
      return { at: steppedUpAt ?? createdAt, hasSecondFactor }
    },

    /** Forgets the second factor in all sessions except those of passkeys. */
    async clearSecondFactor(userId: string): Promise<void> {
      const withFactor = { userId: new ObjectId(userId), signInMethod: { $ne: 'PASSKEY' as const } }
      await sessions.updateMany(withFactor, { $set: { hasSecondFactor: false } })
    },

    /** @returns false if the session has ended */
    async recordStepUp(
      id: string,
      userId: string,
      now: Date,
      { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
    ): Promise<boolean> {
      const updated = await sessions.findOneAndUpdate(
        { _id: new ObjectId(id), userId: new ObjectId(userId) },
        { $set: { steppedUpAt: now, ...(hasSecondFactor && { hasSecondFactor }) } },
      )
      return updated !== null
    },

    /** Returns whether a refresh token is neither revoked nor expired. */
    async isActive(jti: string, userId: string, now: Date): Promise<boolean> {
      const filter = { jtiHash: sha256(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } }
      return (await sessions.findOne(filter)) !== null
    },

    /**
     * Records the use of a session, and extends it to the expiry of a new token.
     * @returns the id of the session; null if it has ended
     */
    async touch(jti: string, userId: string, now: Date, tokenExpiresAt: Date): Promise<string | null> {
      const session = await sessions.findOneAndUpdate(
        { jtiHash: sha256(jti), userId: new ObjectId(userId), expiresAt: { $gt: now } },
        { $set: { lastUsedAt: now }, $max: { expiresAt: tokenExpiresAt } },
      )
      return session && session._id.toHexString()
    },

    /** Yields the sessions of a user for the data export. */
    async *exportSessions(userId: string): AsyncGenerator<object> {
      const found = await sessions.find({ userId: new ObjectId(userId) })
      for (const session of found) yield { ...toSession(session), expiresAt: session.expiresAt }
    },

    /** @returns the id of the session; null if it has ended */
    async deleteByJti(jti: string, userId: string): Promise<string | null> {
      const session = await sessions.findOneAndDelete({ jtiHash: sha256(jti), userId: new ObjectId(userId) })
      return session && session._id.toHexString()
    },

    /** Lists the active sessions, the last used first. */
    async list(userId: string, now: Date, limit: number): Promise<Session[]> {
      const filter = { userId: new ObjectId(userId), expiresAt: { $gt: now } }
      return (await sessions.find(filter, { sort: { lastUsedAt: -1, _id: -1 }, limit })).map(toSession)
    },

    async find(id: string, userId: string): Promise<Session | null> {
      const found = await sessions.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toSession(found) : null
    },

    /** @returns whether the session existed */
    async deleteById(id: string, userId: string): Promise<boolean> {
      return (await sessions.deleteOne({ _id: new ObjectId(id), userId: new ObjectId(userId) })) > 0
    },

    async deleteAll(userId: string): Promise<void> {
      await sessions.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

const toSession = ({
  _id,
  device,
  address,
  signInMethod,
  createdAt,
  lastUsedAt,
}: SessionDocument): Session => ({
  id: _id.toHexString(),
  device,
  address,
  signInMethod: signInMethod ?? null,
  createdAt,
  lastUsedAt,
})
