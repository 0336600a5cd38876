import { AppError } from '../../errors.js'
import { liveRecord, type BatchRecords } from './batch-records.js'
import {
  withAcceptedWrite,
  findConflict,
  decideDeletion,
  versionOfRepeatedWrite,
  writeFingerprint,
} from './decision.js'
import type { Deletion, SaveWrite, Stored, Write, WriteConflict, WriteResult, WriteStatus } from './models.js'
import type { Preparation, RecordType } from './record-type.js'

interface BatchOptions<Content extends object, Derived extends object> extends Preparation<Content, Derived> {
  userId: string
  type: RecordType<Content, Derived>['type']
  now: Date
}

/** The result of a write before the data derived from the whole batch is known. */
interface Outcome {
  status: WriteStatus
  conflict: WriteConflict | null
  version: number | null
  /** The id of the record that the caller gets back; null if there is none that the caller may see. */
  visibleId: string | null
  error: AppError | null
}

export type Batch<Content extends object, Derived extends object> = ReturnType<
  typeof createBatch<Content, Derived>
>

/** Applies several writes of one type in memory, one after the other, before anything is stored. */
export function createBatch<Content extends object, Derived extends object>(
  records: BatchRecords<Content, Derived>,
  { userId, type, now, validate, complete = content => content }: BatchOptions<Content, Derived>,
) {
  function save(write: SaveWrite<Content>): Outcome {
    const { id } = write
    const own = records.find(id)
    const stored = own?.row.content ?? null
    const derived = own?.row.derived ?? null
    const content = complete(write.content, stored, derived)
    const completed = { ...write, content }
    const repeated = own && versionOfRepeatedWrite(toRecordState(own), write, content)
    if (repeated !== null) return outcome('UNCHANGED', { version: repeated, visibleId: id })
    // Content equal to the stored content is not validated again, because some limits depend on the current time.
    const error = findValidationError(() =>
      validate?.(completed, { before: own?.row ?? null, head: records.head }),
    )
    if (error) return outcome('REFUSED', { error })
    if (records.isTaken(id)) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
    const version = own?.row.version ?? null
    const conflict = findConflict(own && toRecordState(own), completed)
    if (conflict) return outcome('CONFLICT', { conflict, version, visibleId: own && id })
    const blocking = records.findBlocking(id, content, derived)
    if (blocking) return blockedOutcome(blocking)
    const saved = toSaved(own, write, content)
    records.put(saved)
    return outcome('APPLIED', { version: saved.row.version, visibleId: id })
  }

  function blockedOutcome({ id, conflict }: { id: string; conflict: WriteConflict }): Outcome {
    const version = records.find(id)?.row.version ?? null
    return outcome('CONFLICT', { conflict, version, visibleId: id })
  }

  function toSaved(
    before: Stored<Content, Derived> | null,
    write: SaveWrite<Content>,
    content: Content,
  ): Stored<Content, Derived> {
    const version = (before?.row.version ?? 0) + 1
    return {
      row: {
        id: write.id,
        version,
        createdAt: before?.row.createdAt ?? now,
        updatedAt: now,
        deletedAt: null,
        content,
        derived: before?.row.derived ?? null,
      },
      userId,
      type,
      accepted: withAcceptedWrite(before?.accepted ?? [], writeFingerprint(write), version),
    }
  }

  function remove({ id, expectedVersion }: Deletion): Outcome {
    if (records.isTaken(id)) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
    const own = records.find(id)
    const decision = decideDeletion(own && toRecordState(own), { expectedVersion })
    const version = own?.row.version ?? null
    if (!own || decision === null) return outcome('UNCHANGED', { version, visibleId: own && id })
    if (decision === 'VERSION') return outcome('CONFLICT', { conflict: 'VERSION', version, visibleId: id })
    const tombstone = {
      version: own.row.version + 1,
      updatedAt: now,
      deletedAt: now,
      content: null,
      derived: null,
    }
    records.put({ ...own, row: { ...own.row, ...tombstone } })
    return outcome('APPLIED', { version: tombstone.version, visibleId: id })
  }

  return {
    records,

    decide: (write: Write<Content>): Outcome => ('content' in write ? save(write) : remove(write)),

    /** The result of one write, with its record as it is after the whole batch. */
    toResult({ visibleId, ...outcome }: Outcome): WriteResult<Content, Derived> {
      const record = visibleId === null ? null : records.find(visibleId)
      return { ...outcome, row: liveRecord(record), deletedAt: record?.row.deletedAt ?? null }
    },
  }
}

const outcome = (status: WriteStatus, fields: Partial<Outcome>): Outcome => ({
  status,
  conflict: null,
  version: null,
  visibleId: null,
  error: null,
  ...fields,
})

const toRecordState = ({ row, accepted }: Stored) => ({
  version: row.version,
  isDeleted: row.deletedAt !== null,
  accepted,
  content: row.content,
})

/**
 * Returns a client error instead of throwing it, because the transaction may contain other writes.
 * @throws what is not a client error
 */
function findValidationError(validate: () => void): AppError | null {
  try {
    validate()
    return null
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500) return error
    throw error
  }
}
