import { ObjectId } from 'mongodb'
import type { Locale } from '../../../../lib/locales.js'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { Recipient } from '../mail-template.js'

/** An account that is gone, of which not everything is erased yet. Its id is the account's. */
interface ErasureDocument extends Entity {
  /** Who is told when it is done, and in which language. */
  to: string
  locale: Locale
  begunAt: Date
  /** What stands for them in the audit log; missing in one of before. */
  mark?: string
  /** When everything is looked through the next time. */
  dueAt: Date
}

export interface Erasure extends Recipient {
  userId: string
  begunAt: Date
  mark: string | undefined
}

export function erasureStore(database: Database) {
  const erasures = database.collection<ErasureDocument>('erasures')

  return {
    async insert({ userId, ...erasure }: Erasure & { mark: string }): Promise<void> {
      await erasures.insertOne({ _id: new ObjectId(userId), ...erasure, dueAt: erasure.begunAt })
    },

    /** Those that are due, in the order of their ids behind one of them. */
    async findDue(now: Date, limit: number, after: string | null): Promise<Erasure[]> {
      const rest = after === null ? {} : { _id: { $gt: new ObjectId(after) } }
      const found = await erasures.find({ dueAt: { $lte: now }, ...rest }, { sort: { _id: 1 }, limit })
      return found.map(toErasure)
    },

    async find(userId: string): Promise<Erasure | null> {
      const found = await erasures.findById(new ObjectId(userId))
      return found && toErasure(found)
    },

    async postpone(userId: string, dueAt: Date): Promise<void> {
      await erasures.updateOne({ _id: new ObjectId(userId) }, { $set: { dueAt } })
    },

    async delete(userId: string): Promise<void> {
      await erasures.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type ErasureStore = ReturnType<typeof erasureStore>

const toErasure = ({ _id, to, locale, begunAt, mark }: ErasureDocument): Erasure => ({
  userId: _id.toHexString(),
  ...{ to, locale, begunAt, mark },
})
