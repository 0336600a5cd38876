import { ObjectId } from 'mongodb'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { SignInMethod } from '../../audit/models.js'

interface PendingSignInDocument extends Entity {
  tokenHash: string
  userId: ObjectId
  signInMethod: SignInMethod
  /** The number of codes that were entered. */
  attempts: number
  expiresAt: Date
}

/** A sign-in that waits for the second factor. */
interface PendingSignIn {
  id: string
  userId: string
  signInMethod: SignInMethod
}

/** Stores sign-ins that wait for the second factor, with hashes of their tokens. */
export function pendingSignInStore(database: Database) {
  const pending = database.collection<PendingSignInDocument>('pendingSignIns', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** Repeated calls with the same token have no effect. */
    async create(
      token: string,
      { userId, signInMethod }: Omit<PendingSignIn, 'id'>,
      expiresAt: Date,
    ): Promise<void> {
      await pending.updateOne(
        { tokenHash: sha256(token) },
        { $setOnInsert: { userId: new ObjectId(userId), signInMethod, attempts: 0, expiresAt } },
        { upsert: true },
      )
    },

    exists: async (token: string): Promise<boolean> =>
      (await pending.findOne({ tokenHash: sha256(token) })) !== null,

    /** Counts an attempt. @returns null for an unknown or expired token, and after the maximum number of attempts */
    async countAttempt(token: string, now: Date, maxAttempts: number): Promise<PendingSignIn | null> {
      const found = await pending.findOneAndUpdate(
        { tokenHash: sha256(token), expiresAt: { $gt: now }, attempts: { $lt: maxAttempts } },
        { $inc: { attempts: 1 } },
      )
      if (!found) return null
      const { _id, userId, signInMethod } = found
      return { id: _id.toHexString(), userId: userId.toHexString(), signInMethod }
    },

    /** Of concurrent calls only one succeeds. @returns false if the sign-in was completed or canceled already */
    consume: async (id: string): Promise<boolean> =>
      (await pending.deleteOne({ _id: new ObjectId(id) })) === 1,

    async deleteAll(userId: string): Promise<void> {
      await pending.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type PendingSignInStore = ReturnType<typeof pendingSignInStore>
