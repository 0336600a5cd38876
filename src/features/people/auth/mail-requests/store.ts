import { Binary, ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { LinkPurpose } from '../mail-links.js'

export interface NewMailRequest {
  purpose: LinkPurpose
  /** The request that asked for it. */
  requestId: string
  /** For which address, encrypted: nobody else may learn who asks for what. */
  sealed: Uint8Array
  askedAt: Date
  /** From when on anybody takes it up. */
  dueAt: Date
  /** It is not worth anything any more from then on. */
  expiresAt: Date
}

/** A mail that somebody was told of. Whether the address has an account was not looked at yet. */
export interface MailRequest extends NewMailRequest {
  id: string
}

interface MailRequestDocument extends Omit<MailRequest, 'id' | 'sealed'>, Entity {
  sealed: Binary
}

export function mailRequestStore(database: Database) {
  const asked = database.collection<MailRequestDocument>('askedMails', [
    { key: { dueAt: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async add({ sealed, ...mail }: NewMailRequest): Promise<MailRequest> {
      const _id = new ObjectId()
      await asked.insertOne({ _id, ...mail, sealed: new Binary(sealed) })
      return { id: _id.toHexString(), ...mail, sealed }
    },

    /** Those that are due by then and worth something now, what has been due for longest first. */
    async due(by: Date, now: Date, limit: number): Promise<MailRequest[]> {
      const filter = { dueAt: { $lte: by }, expiresAt: { $gt: now } }
      const found = await asked.find(filter, { sort: { dueAt: 1 }, limit })
      return found.map(({ _id, sealed, ...mail }) => ({
        ...{ id: _id.toHexString(), ...mail },
        sealed: sealed.value(),
      }))
    },

    /** It is done with. False where it was already. */
    remove: async (id: string): Promise<boolean> => (await asked.deleteOne({ _id: new ObjectId(id) })) === 1,

    async postpone(id: string, dueAt: Date): Promise<void> {
      await asked.updateOne({ _id: new ObjectId(id) }, { $set: { dueAt } })
    },
  }
}

export type MailRequestStore = ReturnType<typeof mailRequestStore>
