import { chunk } from '../../../lib/chunk.js'
import type { Database } from '../../../platform/database/database.js'
import type { OwnedService } from '../../owned/service.js'
import type { RecordWriter, SaveWrite } from '../../owned/models.js'
import { writerOf, type OwnedRecord } from '../../owned/record.js'
import { applyWithFallbackIds } from './apply-with-fallback-ids.js'
import type { Lease } from './lease.js'
import { restoredTypes } from './parsing/exported-records.js'
import type { ImportProgress } from './progress.js'
import type { RecordCandidate } from './sources/source.js'

const batchSize = 20
const conflictReason =
  'Another record conflicts with this one: an overlapping pause, or settings of the same exercise. Delete it, then import the file again.'

interface Dependencies {
  owned: Pick<OwnedService, 'findMany' | 'head'>
  database: Pick<Database, 'transaction'>
  ownedRecords(): readonly OwnedRecord[]
}

/**
 * Saves the records of an export with the checks of a save by their owner. Skips records that exist or were deleted. A dry
 * run only counts the records that would be saved.
 */
export function recordRestorer({ owned, database, ownedRecords }: Dependencies) {
  return async (
    userId: string,
    candidates: readonly RecordCandidate[],
    progress: Pick<ImportProgress, 'counts' | 'skip'>,
    { dryRun, lease }: { dryRun: boolean; lease: Lease },
  ): Promise<void> => {
    if (candidates.length === 0) return
    /** The ids under which records were restored, by their ids in the export. Routines refer to their folders by them. */
    const restoredIds = new Map<string, string>()
    const { counts } = await owned.head(userId)

    for (const type of restoredTypes) {
      const ofType = candidates.filter(candidate => candidate.type === type)
      for (const batch of chunk(ofType, batchSize, () => 1))
        if (dryRun) await countNew(batch)
        else await save(writerOf(ownedRecords(), type), batch)
    }

    async function countNew(batch: readonly RecordCandidate[]): Promise<void> {
      const ids = batch.map(({ record }) => record.id)
      const existing = await owned.findMany(userId, ids)
      progress.counts.recordsRestored += ids.filter(id => !existing.has(id)).length
    }

    async function save(writer: RecordWriter, batch: readonly RecordCandidate[]): Promise<void> {
      lease.signal.throwIfAborted()
      const { results, recordsRestored } = await database.transaction(userId, () => apply(writer, batch))
      progress.counts.recordsRestored = recordsRestored
      for (const [index, { conflict, error }] of results.entries()) {
        const line = batch[index]?.line ?? 0
        if (error) progress.skip({ line, reason: error.message })
        else if (conflict === 'ACTIVE') progress.skip({ line, reason: conflictReason })
      }
    }

    /** Saves the count in the same transaction, because a restarted import finds these records and does not count them. */
    async function apply(writer: RecordWriter, batch: readonly RecordCandidate[]) {
      const saves = batch.map(candidate => ({ save: toSave(candidate), fallbackId: candidate.fallbackId }))
      const applied = await applyWithFallbackIds(saves, all => writer.apply(userId, all))
      for (const [index, { id }] of applied.entries()) restoredIds.set(batch[index]?.record.id ?? id, id)
      const results = applied.map(({ result }) => result)
      const restored = results.filter(({ status }) => status === 'APPLIED').length
      const recordsRestored = progress.counts.recordsRestored + restored
      await lease.renew({ recordsRestored })
      return { results, recordsRestored }
    }

    function toSave({ type, record }: RecordCandidate): SaveWrite<object> {
      const { folderId } = record.content as { folderId?: string | null }
      const folder = type === 'ROUTINE' &&
        folderId != null && { folderId: restoredIds.get(folderId) ?? folderId }
      // A restored gym does not replace the default one.
      const gym = type === 'GYM' && counts.GYM && { isDefault: null }
      return { ...record, content: { ...record.content, ...folder, ...gym } }
    }
  }
}

export type RecordRestorer = ReturnType<typeof recordRestorer>
