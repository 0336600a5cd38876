import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'

interface ChallengeDocument extends Entity {
  challenge: string
  /** The user who registers a passkey; null for a sign-in. */
  userId: ObjectId | null
  /** The identifier by which the authenticator knows the user; null for a sign-in. */
  userHandle: string | null
  expiresAt: Date
}

export interface Challenge {
  challenge: string
  userHandle: string | null
}

/** Stores the challenges that authenticators sign. */
export function challengeStore(database: Database) {
  const challenges = database.collection<ChallengeDocument>('passkeyChallenges', [
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** @returns the identifier of the challenge */
    async create(
      { challenge, userHandle }: Challenge,
      userId: string | null,
      expiresAt: Date,
    ): Promise<string> {
      const _id = new ObjectId()
      const owner = userId === null ? null : new ObjectId(userId)
      await challenges.insertOne({ _id, challenge, userHandle, userId: owner, expiresAt })
      return _id.toHexString()
    },

    /**
     * Uses up a challenge. Of concurrent calls only one succeeds.
     * @param userId the user who registers a passkey; null for a sign-in
     * @returns null for a used, expired or unknown challenge, and for one of another user
     */
    async consume(id: string, userId: string | null, now: Date): Promise<Challenge | null> {
      if (!ObjectId.isValid(id)) return null
      return challenges.findOneAndDelete({
        _id: new ObjectId(id),
        userId: userId === null ? null : new ObjectId(userId),
        expiresAt: { $gt: now },
      })
    },

    async deleteAll(userId: string): Promise<void> {
      await challenges.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type ChallengeStore = ReturnType<typeof challengeStore>
