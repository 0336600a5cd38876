import { Binary, ObjectId, type Filter } from 'mongodb'
import { days, seconds } from '../../lib/quantities.js'
import type { Database } from '../database/database.js'
import { lastFailureIndex, queueState, type QueueFailure, type QueueItem } from '../database/queue-state.js'

interface NewMail {
  /** The recipient's account; null for a mail that is sent even after the account is deleted. */
  userId: string | null
  /** The purpose of the mail, for logs. */
  purpose: string
  /** The id of the request that queued the mail. */
  requestId: string | null
  /** The W3C `traceparent` of that request. Missing in mails that older versions queued. */
  traceparent?: string | null
  /** The encrypted mail. Until it is used, a link in a mail is as powerful as a password. */
  sealed: Uint8Array
  /** The time of the next attempt. During an attempt: the time after which it counts as failed. */
  dueAt: Date
  /** The time after which the mail is not sent any more. */
  expiresAt: Date
}

/** A mail that was claimed for an attempt to send it. */
export interface QueuedMail extends NewMail {
  id: string
  /** The number of attempts, including the current one. */
  attempts: number
}

interface MailDocument extends Omit<QueuedMail, 'id' | 'userId' | 'sealed'>, QueueItem {
  userId: ObjectId | null
  sealed: Binary
}

/** The seconds after `expiresAt` until a mail that no sender has removed is deleted. */
const deletedAfter = (1 * days) / seconds

export function createMailQueueStore(database: Database) {
  const mails = database.collection<MailDocument>('mails', [
    { key: { dueAt: 1 } },
    { key: { userId: 1 } },
    lastFailureIndex,
    { key: { expiresAt: 1 }, expireAfterSeconds: deletedAfter },
  ])
  /** Matches the mail only if no other sender has claimed it since. */
  const currentAttempt = ({ id, attempts }: QueuedMail): Filter<MailDocument> => ({
    _id: new ObjectId(id),
    attempts,
  })

  return {
    add: ({ userId, sealed, ...mail }: NewMail): Promise<void> =>
      mails.insertOne({
        _id: new ObjectId(),
        userId: userId === null ? null : new ObjectId(userId),
        ...mail,
        sealed: new Binary(sealed),
        attempts: 0,
      }),

    async deleteUserMails(userId: string): Promise<void> {
      await mails.deleteMany({ userId: new ObjectId(userId) })
    },

    /** Claims the mail that has been due for longest, exclusively until the lease ends. */
    async claim(now: Date, leaseUntil: Date): Promise<QueuedMail | null> {
      const found = await mails.findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: leaseUntil }, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 } },
      )
      if (!found) return null
      const { _id, userId, sealed, ...mail } = found
      // Mails that older versions queued have no owner.
      const owner = (userId as ObjectId | undefined)?.toHexString() ?? null
      return { ...mail, id: _id.toHexString(), userId: owner, sealed: sealed.value() }
    },

    /** Removes a mail that was sent or discarded. */
    async remove(mail: QueuedMail): Promise<void> {
      await mails.deleteOne(currentAttempt(mail))
    },

    state: () => queueState(mails),

    async postpone(mail: QueuedMail, dueAt: Date, lastFailure: QueueFailure): Promise<void> {
      await mails.updateOne(currentAttempt(mail), { $set: { dueAt, lastFailure } })
    },
  }
}

export type MailQueueStore = ReturnType<typeof createMailQueueStore>
