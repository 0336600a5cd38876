import { createHash, randomBytes } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'

export type MailTokenPurpose = 'verify-email' | 'change-email' | 'reset-password' | 'delete-account'

interface MailTokenDocument extends Entity {
  tokenHash: string
  purpose: MailTokenPurpose
  userId: ObjectId
  /** Which address it confirms, where that is not the account's. */
  newEmail?: string
  expiresAt: Date
}

/** The tokens in mail links. Only their hashes are stored. */
export function mailTokenStore(database: Database) {
  const tokens = database.collection<MailTokenDocument>('mailTokens', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const live = (token: string, purpose: MailTokenPurpose, now: Date) => ({
    tokenHash: hash(token),
    purpose,
    expiresAt: { $gt: now },
  })

  return {
    /** A new token: 256 random bits. */
    async create(
      purpose: MailTokenPurpose,
      userId: string,
      expiresAt: Date,
      newEmail?: string,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const document = {
        _id: new ObjectId(),
        tokenHash: hash(token),
        purpose,
        userId: new ObjectId(userId),
        expiresAt,
        ...(newEmail === undefined ? {} : { newEmail }),
      }
      await tokens.insertOne(document)
      return token
    },

    /** Whose token it is, or null if it is not good; the token stays good. */
    async findUserId(token: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      return (await tokens.findOne(live(token, purpose, now)))?.userId.toHexString() ?? null
    },

    /** Which address the token confirms, and for whom; null if it is not good. It stays good. */
    async findEmailChange(token: string, now: Date): Promise<{ userId: string; newEmail: string } | null> {
      const found = await tokens.findOne(live(token, 'change-email', now))
      return found?.newEmail === undefined
        ? null
        : { userId: found.userId.toHexString(), newEmail: found.newEmail }
    },

    /** Whose token it was, or null if it was not good; of two callers at once only one is told. */
    async consume(token: string, purpose: MailTokenPurpose, now: Date): Promise<string | null> {
      return (await tokens.findOneAndDelete(live(token, purpose, now)))?.userId.toHexString() ?? null
    },

    /** Leaves nothing of a person. */
    async erase(userId: string): Promise<void> {
      await tokens.deleteMany({ userId: new ObjectId(userId) })
    },

    async deleteAll(userId: string, purpose: MailTokenPurpose): Promise<void> {
      await tokens.deleteMany({ userId: new ObjectId(userId), purpose })
    },
  }
}

export type MailTokenStore = ReturnType<typeof mailTokenStore>

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
