import { createYielder, type Yielder } from '../../lib/event-loop.js'
import type { Database } from '../../platform/database/database.js'
import { loadBatch, type BatchLoaderDependencies } from './batch-loader.js'
import type { Batch } from './batch.js'
import { fingerprintOfWrite, versionOfFingerprint } from './decision.js'
import type { RecordChange, Stored, StoredRecord, Write, WriteResult } from './models.js'
import type { FingerprintedWrite, RecordType, RecordTypeService } from './record-type.js'
import type { OwnedStore } from './store.js'
import type { SequencedRecord } from './bulk-writes.js'
import type { WriteListener } from './write-listener.js'
import { unchangedResult } from './write-result.js'

export interface RecordTypeServiceDependencies extends BatchLoaderDependencies {
  owned: OwnedStore
  database: Pick<Database, 'transaction'>
  /** When a tombstone expires. */
  tombstoneExpiry(deletedAt: Date): Date
  /** Calls the write listeners. */
  announce: WriteListener
  /** Notifies the subscribers to the user's changes after the commit. */
  publishChange(userId: string): void
}

/** Writes the records of one type by its rules. */
export function recordTypeService<Content extends object, Derived extends object>(
  rules: RecordType<Content, Derived>,
  dependencies: RecordTypeServiceDependencies,
): RecordTypeService<Content, Derived> {
  type Result = WriteResult<Content, Derived>
  const { owned, database, tombstoneExpiry, announce, publishChange, clock } = dependencies
  const { type, writesOthers = false, isImport = false } = rules

  const apply = (userId: string, writes: readonly Write<Content>[]): Promise<Result[]> =>
    database.transaction(userId, async () => {
      // Comparing, deriving and storing a workout with thousands of sets take several milliseconds each.
      const pause = createYielder()
      const batch = await loadBatch(userId, writes, rules, dependencies)
      const outcomes: ReturnType<typeof batch.decide>[] = []
      for (const write of writes) {
        await pause()
        outcomes.push(batch.decide(write))
      }
      await pause()
      const changes = batch.records.changes()
      if (changes.length > 0) await store(userId, batch, changes, pause)
      return outcomes.map(batch.toResult)
    })

  /** Stores the changed records with the data derived from them, in the order of their sequence numbers. */
  async function store(
    userId: string,
    { records }: Batch<Content, Derived>,
    changes: readonly RecordChange<Content, Derived>[],
    pause: Yielder,
  ): Promise<void> {
    const writes = (await rules.derive?.(userId, changes, records.head)) ?? {}
    const { derived = [], head: fields = {}, released } = writes
    const patched = records.patch(derived)
    const changed = records.changedRecords()
    const sequenceCount = changed.length + patched.length
    const change = { sequenceCount, fields, ...records.headChange() }
    const last = writesOthers ? await owned.advanceHead(userId, change) : records.head.seq + sequenceCount
    const first = last - sequenceCount + 1
    await pause()
    await owned.write(
      userId,
      changed.map((stored, index) => sequenced(stored, first + index, records.isNew(stored.row.id))),
      patched.map((patch, index) => ({ ...patch, seq: first + changed.length + index })),
      writesOthers ? null : change,
    )
    if (released && released.ids.length > 0)
      await owned.releaseTombstones(userId, released.type, released.ids, tombstoneExpiry(clock()))
    if (!isImport)
      await announce(userId, { type, records: changed.map(toAnnounced), patched, head: records.head })
    publishChange(userId)
  }

  function sequenced(stored: Stored, seq: number, isNew: boolean): SequencedRecord {
    const { derived, deletedAt } = stored.row
    // A tombstone with derived data expires only after it was released.
    const hasDerivedData = derived !== null && Object.keys(derived).length > 0
    return { stored, seq, isNew, expiresAt: hasDerivedData ? null : deletedAt && tombstoneExpiry(deletedAt) }
  }

  async function applyOne(userId: string, write: Write<Content>): Promise<Result> {
    const [result] = await apply(userId, [write])
    if (!result) throw new Error('a write has no result')
    return result
  }

  async function findRepeated(userId: string, write: FingerprintedWrite): Promise<Result | null> {
    const stored = await owned.find(write.id)
    if (stored?.userId !== userId || stored.type !== type) return null
    const version = versionOfFingerprint(stored.accepted, fingerprintOfWrite(write))
    if (version === null) return null
    return unchangedResult(stored.row as StoredRecord<Content, Derived>, version)
  }

  return { save: applyOne, remove: applyOne, apply, findRepeated }
}

const toAnnounced = ({ row: { id, version, deletedAt } }: Stored) => ({
  id,
  version,
  isDeleted: deletedAt !== null,
})
