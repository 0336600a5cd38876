import { ObjectId } from 'mongodb'
import { randomToken } from '../../../../lib/random-token.js'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'

export type MailTokenPurpose = 'verify-email' | 'change-email' | 'reset-password' | 'delete-account'

interface MailTokenDocument extends Entity {
  tokenHash: string
  purpose: MailTokenPurpose
  userId: ObjectId
  /** The new address of an e-mail change. */
  newEmail?: string
  expiresAt: Date
}

/** Stores the tokens of mail links as hashes. */
export function mailTokenStore(database: Database) {
  const tokens = database.collection<MailTokenDocument>('mailTokens', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const unexpired = (token: string, purpose: MailTokenPurpose, now: Date) => ({
    tokenHash: sha256(token),
    purpose,
    expiresAt: { $gt: now },
  })

  return {
    async create(
      purpose: MailTokenPurpose,
      userId: string,
      expiresAt: Date,
      newEmail?: string,
    ): Promise<string> {
      const token = randomToken()
      const document = {
        _id: new ObjectId(),
        tokenHash: sha256(token),
        purpose,
        userId: new ObjectId(userId),
        expiresAt,
        ...(newEmail === undefined ? {} : { newEmail }),
      }
      await tokens.insertOne(document)
      return token
    },

    /** Finds the owner of a valid token, or null. Does not use up the token. */
    async findUserId(token: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      return (await tokens.findOne(unexpired(token, purpose, now)))?.userId.toHexString() ?? null
    },

    /** Finds the user and the new address of an e-mail change; null for an invalid token. Does not use up the token. */
    async findEmailChange(token: string, now: Date): Promise<{ userId: string; newEmail: string } | null> {
      const found = await tokens.findOne(unexpired(token, 'change-email', now))
      return found?.newEmail === undefined
        ? null
        : { userId: found.userId.toHexString(), newEmail: found.newEmail }
    },

    /** Uses up a token. Of concurrent calls only one succeeds. @returns the owner, or null for an invalid token */
    async consume(token: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      return (await tokens.findOneAndDelete(unexpired(token, purpose, now)))?.userId.toHexString() ?? null
    },

    async erase(userId: string): Promise<void> {
      await tokens.deleteMany({ userId: new ObjectId(userId) })
    },

    async deleteAll(userId: string, purpose: MailTokenPurpose): Promise<void> {
      await tokens.deleteMany({ userId: new ObjectId(userId), purpose })
    },
  }
}

export type MailTokenStore = ReturnType<typeof mailTokenStore>
