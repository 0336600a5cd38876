import type { Database } from '../../platform/database/database.js'
import { withAcceptedWrite, versionOfFingerprint } from './decision.js'
import type { OwnedType } from './models.js'
import type { OwnedStore } from './store.js'

interface Dependencies {
  owned: Pick<OwnedStore, 'advanceHead' | 'findReference' | 'writeReference'>
  database: Pick<Database, 'transaction'>
  /** When a tombstone expires. */
  tombstoneExpiry(deletedAt: Date): Date
  /** Notifies the subscribers to the user's changes after the commit. */
  publishChange(userId: string): void
  clock: () => Date
}

/** Identifies a change of a record whose content is stored in another collection. */
interface ExternalChangeKey {
  type: OwnedType
  /** The id of the changed record. */
  id: string
  fingerprint: string
}

interface ExternalChange extends Omit<ExternalChangeKey, 'fingerprint'> {
  version: number
  isDeleted: boolean
  /** Recognizes the change when it is sent again; null if that is not needed. */
  fingerprint: string | null
}

/** The changes of records whose content is stored in other collections. */
export function externalChanges({ owned, database, tombstoneExpiry, publishChange, clock }: Dependencies) {
  return {
    /**
     * Adds a change to the change feed, in the transaction of the change. The feed has one entry for each type, id and
     * owner.
     */
    async record(
      userId: string,
      { type, id, version, isDeleted, fingerprint }: ExternalChange,
    ): Promise<void> {
      await database.transaction(userId, async () => {
        const reference = await owned.findReference(userId, type, id)
        const existed = reference?.row.deletedAt === null
        const countDelta = Number(!isDeleted) - Number(existed)
        const seq = await owned.advanceHead(userId, { sequenceCount: 1, counts: { [type]: countDelta } })
        const now = clock()
        const deletedAt = isDeleted ? now : null
        const createdAt = reference?.row.createdAt ?? now
        const row = { id, version, createdAt, updatedAt: now, deletedAt, content: null, derived: null }
        const before = reference?.accepted ?? []
        const accepted = fingerprint === null ? before : withAcceptedWrite(before, fingerprint, version)
        const stored = { row, userId, type, accepted }
        const expiresAt = deletedAt && tombstoneExpiry(deletedAt)
        await owned.writeReference(id, { stored, seq, isNew: reference === null, expiresAt })
        publishChange(userId)
      })
    },

    /** The version that the change with the fingerprint created; null if it is not among the latest changes. */
    async findVersion(userId: string, { type, id, fingerprint }: ExternalChangeKey): Promise<number | null> {
      const reference = await owned.findReference(userId, type, id)
      return reference && versionOfFingerprint(reference.accepted, fingerprint)
    },
  }
}
