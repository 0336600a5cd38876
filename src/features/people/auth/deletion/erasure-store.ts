import { ObjectId } from 'mongodb'
import type { Locale } from '../../../../lib/locales.js'
import type { Database } from '../../../../platform/database/database.js'
import {
  findLastFailure,
  lastFailureIndex,
  type QueueFailure,
  type QueueItem,
  type QueueState,
} from '../../../../platform/database/queue-state.js'
import type { Recipient } from '../mails/mail-template.js'

/** A deleted account whose data is not completely erased yet. Its id is the id of the account. */
interface ErasureDocument extends QueueItem {
  /** The recipient of the final mail. */
  to: string
  locale: Locale
  startedAt: Date
  /** The pseudonym of the user in the audit log; missing in documents of older versions. */
  pseudonym?: string
  /** When the erasure runs next. */
  dueAt: Date
}

export interface Erasure extends Recipient {
  userId: string
  startedAt: Date
  pseudonym: string | undefined
}

export function erasureStore(database: Database) {
  const erasures = database.collection<ErasureDocument>('erasures', [lastFailureIndex])

  return {
    async insert({ userId, ...erasure }: Erasure & { pseudonym: string }): Promise<void> {
      await erasures.insertOne({ _id: new ObjectId(userId), ...erasure, dueAt: erasure.startedAt })
    },

    /** Returns due erasures in the order of their ids, after the given id. */
    async findDue(now: Date, limit: number, after: string | null): Promise<Erasure[]> {
      const rest = after === null ? {} : { _id: { $gt: new ObjectId(after) } }
      const found = await erasures.find({ dueAt: { $lte: now }, ...rest }, { sort: { _id: 1 }, limit })
      return found.map(toErasure)
    },

    async find(userId: string): Promise<Erasure | null> {
      const found = await erasures.findById(new ObjectId(userId))
      return found && toErasure(found)
    },

    /** Returns how many accounts are not completely erased. Their identifiers are older than the erasures. */
    async state(): Promise<QueueState> {
      const [length, [oldest], lastFailure] = await Promise.all([
        erasures.countDocuments({}),
        erasures.find({}, { sort: { startedAt: 1 }, limit: 1 }),
        findLastFailure(erasures),
      ])
      return { length, oldestAt: oldest?.startedAt ?? null, lastFailure }
    },

    async postpone(userId: string, dueAt: Date): Promise<void> {
      await erasures.updateOne({ _id: new ObjectId(userId) }, { $set: { dueAt } })
    },

    async recordFailure(userId: string, lastFailure: QueueFailure): Promise<void> {
      await erasures.updateOne({ _id: new ObjectId(userId) }, { $set: { lastFailure } })
    },

    async delete(userId: string): Promise<void> {
      await erasures.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type ErasureStore = ReturnType<typeof erasureStore>

const toErasure = ({ _id, to, locale, startedAt, pseudonym }: ErasureDocument): Erasure => ({
  userId: _id.toHexString(),
  to,
  locale,
  startedAt,
  pseudonym,
})
