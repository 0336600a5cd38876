import { Binary, ObjectId, type Filter } from 'mongodb'
import { days, seconds } from '../../lib/quantities.js'
import type { Database, Entity } from '../database/database.js'

export interface NewMail {
  /** Whose it is; null for one that outlives the account. */
  userId: string | null
  /** What it is for, in a log's words. */
  purpose: string
  /** The request that asked for it. */
  requestId: string | null
  /** Where in a trace that was, as W3C Trace Context writes it; mails of before have none. */
  traceparent?: string | null
  /** The mail, encrypted: a link in it is as good as a password until it is used. */
  sealed: Uint8Array
  /** When it is tried next; while somebody tries, when that counts as failed. */
  dueAt: Date
  /** It is not tried any more from then on. */
  expiresAt: Date
}

/** A mail that waits to be sent, or to be tried again. */
export interface QueuedMail extends NewMail {
  id: string
  /** How often it was tried, this time included. */
  attempts: number
}

interface MailDocument extends Omit<QueuedMail, 'id' | 'userId' | 'sealed'>, Entity {
  userId: ObjectId | null
  sealed: Binary
}

/** What nobody was there to give up vanishes then, in seconds. */
const deletedAfter = (1 * days) / seconds

export function createMailQueueStore(database: Database) {
  const mails = database.collection<MailDocument>('mails', [
    { key: { dueAt: 1 } },
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: deletedAfter },
  ])
  /** Only who tried it last has a say. */
  const currentAttempt = ({ id, attempts }: QueuedMail): Filter<MailDocument> => ({
    _id: new ObjectId(id),
    attempts,
  })

  return {
    add: ({ userId, sealed, ...mail }: NewMail): Promise<void> =>
      mails.insertOne({
        ...{ _id: new ObjectId(), userId: userId === null ? null : new ObjectId(userId), ...mail },
        ...{ sealed: new Binary(sealed), attempts: 0 },
      }),

    async deleteUserMails(userId: string): Promise<void> {
      await mails.deleteMany({ userId: new ObjectId(userId) })
    },

    /** The mail that has been due for longest: nobody else gets it until the lease ends. */
    async claim(now: Date, leaseUntil: Date): Promise<QueuedMail | null> {
      const found = await mails.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: leaseUntil }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 } },
      )
      if (!found) return null
      const { _id, userId, sealed, ...mail } = found
      // One of an instance of before has no owner.
      const owner = (userId as ObjectId | undefined)?.toHexString() ?? null
      return { ...mail, id: _id.toHexString(), userId: owner, sealed: sealed.value() }
    },

    /** It is done with: sent, or given up. */
    async remove(mail: QueuedMail): Promise<void> {
      await mails.deleteOne(currentAttempt(mail))
    },

    async postpone(mail: QueuedMail, dueAt: Date): Promise<void> {
      await mails.updateOne(currentAttempt(mail), { $set: { dueAt } })
    },
  }
}

export type MailQueueStore = ReturnType<typeof createMailQueueStore>
