import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'

/** A code of a registration confirms the address without removing the password. */
export type CodePurpose = 'SIGN_IN' | 'REGISTRATION'

interface CodeChallengeDocument extends Entity {
  challengeHash: string
  /** The hash of the code together with the challenge, which is stored nowhere: codes alone could be guessed. */
  codeHash: string
  /** The hash of the address to which the code is mailed. */
  emailHash: string
  purpose: CodePurpose
  /** The account to which the code was mailed; null until then, and for addresses without an account. */
  userId: ObjectId | null
  /** The address that a guest wants to use; missing otherwise. */
  newEmail?: string
  /** The number of codes that were entered. */
  attempts: number
  expiresAt: Date
}

interface NewCodeChallenge {
  challengeHash: string
  codeHash: string
  emailHash: string
  purpose: CodePurpose
  userId: string | null
  /** The address that a guest wants to use; missing otherwise. */
  newEmail?: string
  expiresAt: Date
}

/** A challenge for which a code was entered. */
export interface CodeChallenge extends NewCodeChallenge {
  id: string
}

export function codeChallengeStore(database: Database) {
  const challenges = database.collection<CodeChallengeDocument>('codeChallenges', [
    { key: { challengeHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** @returns the id of the challenge */
    async create({ userId, ...challenge }: NewCodeChallenge): Promise<string> {
      const _id = new ObjectId()
      const owner = userId === null ? null : new ObjectId(userId)
      await challenges.insertOne({ _id, ...challenge, userId: owner, attempts: 0 })
      return _id.toHexString()
    },

    /** Makes the code of a challenge valid for an account. */
    async assign(id: string, userId: string): Promise<void> {
      await challenges.updateOne({ _id: new ObjectId(id) }, { $set: { userId: new ObjectId(userId) } })
    },

    /** Counts an attempt. @returns null for an unknown or expired challenge, and after the maximum number of attempts */
    async countAttempt(challengeHash: string, now: Date, maxAttempts: number): Promise<CodeChallenge | null> {
      const found = await challenges.findOneAndUpdate(
        { challengeHash, expiresAt: { $gt: now }, attempts: { $lt: maxAttempts } },
        { $inc: { attempts: 1 } },
      )
      return found && toChallenge(found)
    },

    /** Of concurrent calls only one succeeds. @returns false if the challenge was already deleted */
    consume: async (id: string): Promise<boolean> =>
      (await challenges.deleteOne({ _id: new ObjectId(id) })) === 1,

    async deleteAll(userId: string): Promise<void> {
      await challenges.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type CodeChallengeStore = ReturnType<typeof codeChallengeStore>

const toChallenge = ({ _id, userId, attempts: _, ...challenge }: CodeChallengeDocument): CodeChallenge => ({
  id: _id.toHexString(),
  userId: userId?.toHexString() ?? null,
  ...challenge,
})
