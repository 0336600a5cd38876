import { ObjectId } from 'mongodb'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { AuditAction, AuditEntry, AuditFilter, AuditEvent } from './models.js'

/** An entry to insert. The details that other actions have are missing. */
type NewEntry = Omit<AuditEntry, 'id' | 'consent' | 'catalogueExerciseId' | 'signInMethod'> &
  Pick<AuditEvent, 'consent' | 'catalogueExerciseId' | 'signInMethod'>

interface AuditDocument extends NewEntry, Entity {
  /** The distinct actor and subject. */
  userIds: string[]

  expiresAt: Date
}

const batchSize = 500
const latestFirst: PageOrder = { field: 'at', type: 'date', direction: -1 }

export function auditStore(database: Database) {
  const entries = database.collection<AuditDocument>('auditEntries', [
    { key: { at: -1, _id: -1 } },
    { key: { action: 1, at: -1, _id: -1 } },
    { key: { userIds: 1, at: -1, _id: -1 } },
    { key: { userIds: 1, action: 1, at: -1, _id: -1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    insert: (entry: NewEntry, expiresAt: Date): Promise<void> =>
      entries.insertOne({ _id: new ObjectId(), ...entry, userIds: userIdsOf(entry), expiresAt }),

    async page(
      { userId, action, from, to }: AuditFilter,
      now: Date,
      pageArguments: PageArguments,
    ): Promise<Page<AuditEntry, null>> {
      const filter = {
        ...(userId === null ? {} : { userIds: userId }),
        ...(action === null ? {} : { action }),
        ...((from ?? to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
        // The TTL index removes expired entries about once a minute.
        expiresAt: { $gt: now },
      }
      const list = { filter, order: latestFirst, totalCount: null }
      return mapNodes(await findPage(entries, list, pageArguments), toEntry)
    },

    /** Counts the entries with an action from one time until before another. */
    count: (action: AuditAction, from: Date, to: Date): Promise<number> =>
      entries.countDocuments({ action, at: { $gte: from, $lt: to } }),

    /** Replaces a user by a pseudonym in a batch of entries. @returns whether there may be more */
    async pseudonymize(userId: string, pseudonym: string): Promise<boolean> {
      const found = await entries.find({ userIds: userId }, { limit: batchSize })
      const replace = (id: string | null) => (id === userId ? pseudonym : id)
      const writes = found.map(({ _id, actor, subject }) => {
        const roles = { actor: replace(actor), subject: replace(subject) ?? pseudonym }
        const changes = { ...roles, userIds: userIdsOf(roles), address: null, device: null }
        return { updateOne: { filter: { _id }, update: { $set: changes } } }
      })
      if (writes.length > 0) await entries.bulkWrite(writes)
      return found.length === batchSize
    },
  }
}

export type AuditStore = ReturnType<typeof auditStore>

const userIdsOf = ({ actor, subject }: Pick<AuditEntry, 'actor' | 'subject'>): string[] => [
  ...new Set(actor === null ? [subject] : [actor, subject]),
]

const toEntry = ({ _id, actor, subject, action, at, ...document }: AuditDocument): AuditEntry => ({
  id: _id.toHexString(),
  actor,
  subject,
  action,
  at,
  consent: document.consent ?? null,
  catalogueExerciseId: document.catalogueExerciseId ?? null,
  signInMethod: document.signInMethod ?? null,
  address: document.address,
  device: document.device,
})
