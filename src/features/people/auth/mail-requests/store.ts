import { Binary, ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import { lastFailureIndex, queueState, type QueueItem } from '../../../../platform/database/queue-state.js'
import type { LinkPurpose } from '../mails/mail-links.js'

/** The purposes of mails that anybody can request for an address. */
export type MailRequestPurpose = LinkPurpose | 'sign-in-code'

interface NewMailRequest {
  purpose: MailRequestPurpose
  /** The id of the HTTP request. */
  requestId: string
  /** The encrypted address, language and code. */
  sealed: Uint8Array
  requestedAt: Date
  /** When any instance may process the request. */
  dueAt: Date
  /** When the attempts to send the mail end. */
  expiresAt: Date
}

/** An accepted request for a mail. Whether the address has an account has not been checked yet. */
export interface MailRequest extends NewMailRequest {
  id: string
}

interface MailRequestDocument extends Omit<MailRequest, 'id' | 'sealed'>, QueueItem {
  sealed: Binary
}

export function mailRequestStore(database: Database) {
  const requests = database.collection<MailRequestDocument>('mailRequests', [
    { key: { dueAt: 1 } },
    lastFailureIndex,
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async add({ sealed, ...mail }: NewMailRequest): Promise<MailRequest> {
      const _id = new ObjectId()
      await requests.insertOne({ _id, ...mail, sealed: new Binary(sealed) })
      return { id: _id.toHexString(), ...mail, sealed }
    },

    /** Returns the requests that are due at `dueBy` and not expired at `now`, the longest due first. */
    async findDue(dueBy: Date, now: Date, limit: number): Promise<MailRequest[]> {
      const filter = { dueAt: { $lte: dueBy }, expiresAt: { $gt: now } }
      const found = await requests.find(filter, { sort: { dueAt: 1 }, limit })
      return found.map(({ _id, sealed, ...mail }) => ({
        id: _id.toHexString(),
        ...mail,
        sealed: sealed.value(),
      }))
    },

    /** @returns false if the request was already deleted */
    remove: async (id: string): Promise<boolean> =>
      (await requests.deleteOne({ _id: new ObjectId(id) })) === 1,

    state: () => queueState(requests),

    async postpone(id: string, dueAt: Date): Promise<void> {
      await requests.updateOne({ _id: new ObjectId(id) }, { $set: { dueAt } })
    },
  }
}

export type MailRequestStore = ReturnType<typeof mailRequestStore>
