import { ObjectId } from 'mongodb'
import { sha256 } from '../../../../lib/sha256.js'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { Subject } from './models.js'

/** The proof that the owner of the account still has to give. */
type LinkProof = 'PASSWORD' | 'MAILED_LINK' | 'SECOND_FACTOR'

interface LinkRequestDocument extends Entity {
  tokenHash: string
  proof: LinkProof
  userId: ObjectId
  subject: Subject
  /** The number of passwords that were entered. */
  attempts: number
  expiresAt: Date
}

/** A request to link a subject of a provider to an account, whose owner has not agreed yet. */
export interface LinkRequest {
  id: string
  userId: string
  subject: Subject
}

/** Stores requests to link identities, with hashes of their tokens. */
export function linkRequestStore(database: Database) {
  const requests = database.collection<LinkRequestDocument>('identityLinkRequests', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const unexpired = (token: string, proof: LinkProof, now: Date) => ({
    tokenHash: sha256(token),
    proof,
    expiresAt: { $gt: now },
  })

  return {
    /** Repeated calls with the same token have no effect. */
    async create(
      token: string,
      proof: LinkProof,
      { userId, subject }: Omit<LinkRequest, 'id'>,
      expiresAt: Date,
    ): Promise<void> {
      await requests.updateOne(
        { tokenHash: sha256(token) },
        { $setOnInsert: { proof, userId: new ObjectId(userId), subject, attempts: 0, expiresAt } },
        { upsert: true },
      )
    },

    async find(token: string, proof: LinkProof, now: Date): Promise<LinkRequest | null> {
      return toRequest(await requests.findOne(unexpired(token, proof, now)))
    },

    /** Counts an attempt. @returns null for an unknown or expired token, and after the maximum number of attempts */
    async countAttempt(token: string, now: Date, maxAttempts: number): Promise<LinkRequest | null> {
      const filter = { ...unexpired(token, 'PASSWORD', now), attempts: { $lt: maxAttempts } }
      return toRequest(await requests.findOneAndUpdate(filter, { $inc: { attempts: 1 } }))
    },

    /** Uses up a token. Of concurrent calls only one succeeds. @returns null for an unknown or used token */
    async consume(token: string, proof: LinkProof, now: Date): Promise<LinkRequest | null> {
      return toRequest(await requests.findOneAndDelete(unexpired(token, proof, now)))
    },

    async deleteMailedLinks(userId: string): Promise<void> {
      await requests.deleteMany({ userId: new ObjectId(userId), proof: 'MAILED_LINK' })
    },

    async deleteAll(userId: string): Promise<void> {
      await requests.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type LinkRequestStore = ReturnType<typeof linkRequestStore>

const toRequest = (document: LinkRequestDocument | null): LinkRequest | null =>
  document && {
    id: document._id.toHexString(),
    userId: document.userId.toHexString(),
    subject: document.subject,
  }
