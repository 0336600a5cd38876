import { ObjectId } from 'mongodb'
import type { BulkWrite } from '../../platform/database/database.js'
import type { DerivedPatch, HeadFields, OwnedType, Stored } from './models.js'
import { headFilter, type OwnedDocument } from './view.js'

export interface HeadChange {
  /** How many sequence numbers of the feed to allocate. */
  sequenceCount: number
  counts?: Partial<Record<OwnedType, number>>
  active?: Partial<Record<OwnedType, string | null>>
  fields?: HeadFields
}

/** A record to be written with its sequence number in the feed. */
export interface SequencedRecord {
  stored: Stored
  seq: number
  isNew: boolean
  /** Null for a record, and for a tombstone with derived data. */
  expiresAt: Date | null
}

export interface SequencedPatch extends DerivedPatch {
  seq: number
}

/** The operations of one command, or of several if there are very many. */
export function toBulkWrites(
  userId: string,
  records: readonly SequencedRecord[],
  patches: readonly SequencedPatch[],
  change: HeadChange | null,
): BulkWrite<OwnedDocument>[] {
  const head = change && { filter: headFilter(userId), update: headUpdate(change), upsert: true }
  const added = records.filter(({ isNew }) => isNew)
  return [
    // First, so that a concurrent write of this user on another instance conflicts here.
    ...(head ? [{ updateOne: head }] : []),
    // The driver splits a bulk where the type of the operations changes: a single insert is sent as an upsert.
    ...records.filter(({ isNew }) => !isNew).map(toUpdate),
    ...patches.map(patch => toPatch(userId, patch)),
    ...added.map(added.length === 1 ? toUpsert : toInsert),
  ]
}

/** Raises the sequence number and the counts, and sets or removes the fields of the parts. */
export function headUpdate({ sequenceCount, counts = {}, active = {}, fields = {} }: HeadChange) {
  const $inc: Record<string, number> = { last: sequenceCount }
  const $set: Record<string, unknown> = {}
  const $unset: Record<string, true> = {}
  for (const [type, delta] of Object.entries(counts)) if (delta !== 0) $inc[`counts.${type}`] = delta
  const parts = [
    ...Object.entries(active).map(([type, id]) => [`active.${type}`, id] as const),
    ...Object.entries(fields),
  ]
  for (const [path, value] of parts) {
    if (value === null) $unset[path] = true
    else $set[path] = value
  }
  const isEmpty = (part: object) => Object.keys(part).length === 0
  return { $inc, ...(!isEmpty($set) && { $set }), ...(!isEmpty($unset) && { $unset }) }
}

const recordFilter = ({ userId, type, row }: Stored) => ({
  _id: new ObjectId(row.id),
  userId: new ObjectId(userId),
  type,
})

const toUpdate = (record: SequencedRecord): BulkWrite<OwnedDocument> => ({
  updateOne: { filter: recordFilter(record.stored), update: toChanges(record) },
})

const toInsert = (record: SequencedRecord): BulkWrite<OwnedDocument> => ({
  insertOne: { document: { ...toDocument(record), _id: new ObjectId(record.stored.row.id) } },
})

/**
 * An insert in the form of an update. The filter contains the new sequence number, which no document has yet: if the id
 * is taken, the upsert fails as a duplicate.
 */
function toUpsert(record: SequencedRecord): BulkWrite<OwnedDocument> {
  const { userId: _, type: __, seq, ...$set } = toDocument(record)
  return { updateOne: { filter: { ...recordFilter(record.stored), seq }, update: { $set }, upsert: true } }
}

function toPatch(userId: string, { id, type, set, seq }: SequencedPatch): BulkWrite<OwnedDocument> {
  const $set: Record<string, unknown> = { seq }
  for (const [field, value] of Object.entries(set)) $set[`derived.${field}`] = value
  return {
    updateOne: {
      filter: { _id: new ObjectId(id), userId: new ObjectId(userId), type, deletedAt: null },
      update: { $set },
    },
  }
}

/** The fields of a record, except its id. */
export function toDocument({ stored: { row, userId, type, accepted }, seq, expiresAt }: SequencedRecord) {
  const { id: _, ...fields } = row
  return {
    userId: new ObjectId(userId),
    type,
    seq,
    accepted,
    ...fields,
    derived: row.derived ?? {},
    ...(expiresAt && { expiresAt }),
  }
}

/** The update of a record that exists. */
export function toChanges({ stored, seq, expiresAt }: SequencedRecord) {
  const { version, updatedAt, deletedAt, content, derived } = stored.row
  const $set = {
    seq,
    version,
    updatedAt,
    deletedAt,
    content,
    derived: derived ?? {},
    accepted: stored.accepted,
  }
  return expiresAt ? { $set: { ...$set, expiresAt } } : { $set, $unset: { expiresAt: true as const } }
}
