import { AppError } from '../../../errors.js'
import { chunk } from '../../../lib/chunk.js'
import type { OwnedService } from '../../owned/service.js'
import type { OwnedRecord, WriteOperation } from '../../owned/record.js'
import type { Write, WriteResult } from '../../owned/models.js'
import type { Lease } from './import-worker.js'
import { restoredTypes, type RestoredType } from './parsing/own-records.js'
import type { ImportProgress } from './progress.js'
import type { RecordCandidate } from './sources/source.js'

const batchSize = 20

const saveOperations: Record<RestoredType, string> = {
  ROUTINE_FOLDER: 'saveRoutineFolder',
  ROUTINE: 'saveRoutine',
  GYM: 'saveGym',
  EXERCISE_SETTINGS: 'saveExerciseSettings',
  PAUSE: 'savePause',
  GOAL: 'saveGoal',
}

interface Dependencies {
  owned: Pick<OwnedService, 'findMany'>
  ownedRecords(): readonly OwnedRecord[]
}

interface Restored {
  candidate: RecordCandidate
  write: Write<object>
}

/**
 * Saves the records of an export like their owner does. Records that exist, or existed and were deleted, stay as they are.
 * A dry run only counts.
 */
export function recordRestorer({ owned, ownedRecords }: Dependencies) {
  return async (
    userId: string,
    candidates: readonly RecordCandidate[],
    progress: Pick<ImportProgress, 'counts' | 'skip'>,
    { dryRun, lease }: { dryRun: boolean; lease: Lease },
  ): Promise<void> => {
    /** The new ids of folders whose own ids belong to another user. */
    const newIds = new Map<string, string>()

    for (const type of restoredTypes) {
      const operation = operationOf(type)
      const ofType = candidates.filter(({ record }) => record.type === type)
      for (const batch of chunk(ofType, batchSize, () => 1)) {
        const restored = batch.flatMap(candidate => readCandidate(operation, candidate) ?? [])
        if (dryRun) await countNew(restored)
        else await save(operation, restored)
      }
    }

    function readCandidate(
      { read }: WriteOperation<object>,
      candidate: RecordCandidate,
      id = candidate.record.id,
    ): Restored | null {
      const { line, record } = candidate
      const folderId = record.type === 'ROUTINE' ? record.content.folderId : null
      const folder = folderId !== null && { folderId: newIds.get(folderId) ?? folderId }
      try {
        return { candidate, write: read({ ...record.content, ...folder, id }, 'record') }
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode >= 500) throw error
        progress.skip({ line, reason: error.message })
        return null
      }
    }

    async function countNew(restored: readonly Restored[]): Promise<void> {
      const ids = restored.map(({ write }) => write.id)
      const existing = await owned.findMany(userId, ids)
      progress.counts.recordsRestored += ids.filter(id => !existing.has(id)).length
    }

    async function save(operation: WriteOperation<object>, restored: readonly Restored[]): Promise<void> {
      await lease.renew()
      const results = await apply(operation, restored)
      const taken = restored.filter((_, index) => results[index]?.conflict === 'ID_TAKEN')
      for (const { candidate } of taken) newIds.set(candidate.record.id, candidate.fallbackId)
      const retried = taken.flatMap(
        ({ candidate }) => readCandidate(operation, candidate, candidate.fallbackId) ?? [],
      )
      await apply(operation, retried)
    }

    async function apply(
      { writer }: WriteOperation<object>,
      restored: readonly Restored[],
    ): Promise<WriteResult[]> {
      if (restored.length === 0) return []
      const results = await writer.apply(
        userId,
        restored.map(({ write }) => write),
      )
      for (const [index, { status, error }] of results.entries()) {
        if (status === 'APPLIED') progress.counts.recordsRestored++
        if (error) progress.skip({ line: restored[index]?.candidate.line ?? 0, reason: error.message })
      }
      return results
    }
  }

  function operationOf(type: RestoredType): WriteOperation<object> {
    const operations = ownedRecords().find(record => record.type === type)?.operations
    return operations?.[saveOperations[type]] as unknown as WriteOperation<object>
  }
}

export type RecordRestorer = ReturnType<typeof recordRestorer>
