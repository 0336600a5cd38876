import { AppError } from '../../errors.js'
import {
  withAcceptedWrite,
  findConflict,
  decideDeletion,
  versionOfRepeatedWrite,
  writeFingerprint,
} from './decision.js'
import { isReservedId } from './head-id.js'
import type {
  DerivedPatch,
  Head,
  OwnedType,
  RecordChange,
  StoredRecord,
  SaveWrite,
  Write,
  WriteConflict,
  WriteResult,
  WriteStatus,
} from './models.js'
import type { HeadChange, Stored } from './store.js'

/** Validates a write that changes something. @throws AppError if the write is invalid */
export type Validator<Content extends object> = (
  write: SaveWrite<Content>,
  state: { before: StoredRecord<Content> | null; head: Head },
) => void

/** Fills in the fields that a write leaves unchanged. */
export type CompleteContent<Content extends object> = (
  content: Content,
  stored: Content | null,
  derived: object | null,
) => Content

interface BatchOptions<Content extends object> {
  userId: string
  type: OwnedType
  /** The stored records with the ids of the writes, and the records that may conflict with them. */
  stored: ReadonlyMap<string, Stored>
  head: Head
  /** The ids that belong to something other than an owned record. */
  foreignIds: ReadonlySet<string>
  validate?: Validator<Content>
  complete?: CompleteContent<Content>
  isActive?(content: Content, derived: object | null): boolean
  unique?: keyof Content
  uniqueConflict?: WriteConflict
  excludes?(content: Content, other: Content): boolean
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

/** Applies several writes of one type in memory, one after the other, before anything is stored. */
export function createBatch<Content extends object>(options: BatchOptions<Content>) {
  const {
    userId,
    type,
    now,
    unique,
    uniqueConflict = 'ACTIVE',
    excludes,
    isActive = () => false,
    complete = content => content,
  } = options
  const records = new Map<string, Stored>(options.stored)
  const changed = new Set<string>()
  const head: Head = {
    ...options.head,
    counts: { ...options.head.counts },
    active: { ...options.head.active },
  }

  const idsByUniqueValue = new Map<unknown, string>()
  const isOwn = (stored: Stored) => stored.userId === userId && stored.type === type
  if (unique !== undefined)
    for (const stored of records.values())
      if (isOwn(stored)) updateUniqueIndex(unique, null, stored as Stored<Content>)

  function updateUniqueIndex(
    field: keyof Content,
    before: Stored<Content> | null,
    { row }: Stored<Content>,
  ): void {
    const [previous, value] = [before?.row.content?.[field], row.content?.[field]]
    if (previous != null) idsByUniqueValue.delete(previous)
    if (value != null) idsByUniqueValue.set(value, row.id)
  }

  const isTaken = (id: string) => records.has(id) || options.foreignIds.has(id) || isReservedId(id)

  function lookUp(id: string) {
    const found = records.get(id) as Stored<Content> | undefined
    const own = found && isOwn(found) ? found : null
    return { own, isTaken: own === null && isTaken(id) }
  }

  function put(stored: Stored<Content>): void {
    const { row } = stored
    const before = records.get(row.id)
    const wasLive = before !== undefined && before.row.deletedAt === null
    const countDelta = Number(row.deletedAt === null) - Number(wasLive)
    head.counts[type] = (head.counts[type] ?? 0) + countDelta
    if (row.content && isActive(row.content, row.derived)) head.active[type] = row.id
    else if (head.active[type] === row.id) head.active[type] = undefined
    if (unique !== undefined) updateUniqueIndex(unique, lookUp(row.id).own, stored)
    records.set(row.id, stored)
    changed.add(row.id)
  }

  function save(write: SaveWrite<Content>): Outcome {
    const { id } = write
    const { own, isTaken } = lookUp(id)
    const content = complete(write.content, own?.row.content ?? null, own?.row.derived ?? null)
    const completed = { ...write, content }
    const repeated = own && versionOfRepeatedWrite(toRecordState(own), write, content)
    if (repeated !== null) return outcome('UNCHANGED', { version: repeated, visibleId: id })
    // Content equal to the stored content is not validated again, because some limits depend on the current time.
    const error = findValidationError(() => options.validate?.(completed, { before: own?.row ?? null, head }))
    if (error) return outcome('REFUSED', { error })
    if (isTaken) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
    const version = own?.row.version ?? 0
    const conflict = findConflict(own && toRecordState(own), completed)
    if (conflict) return outcome('CONFLICT', { conflict, version: version || null, visibleId: own && id })
    const blocking = findBlockingRecord(id, content, own?.row.derived ?? null)
    if (blocking)
      return outcome('CONFLICT', {
        conflict: blocking.conflict,
        version: versionOf(blocking.id),
        visibleId: blocking.id,
      })

    put({
      row: {
        id,
        version: version + 1,
        createdAt: own?.row.createdAt ?? now,
        updatedAt: now,
        deletedAt: null,
        content,
        derived: own?.row.derived ?? null,
      },
      userId,
      type,
      accepted: withAcceptedWrite(own?.accepted ?? [], writeFingerprint(write), version + 1),
    })
    return outcome('APPLIED', { version: version + 1, visibleId: id })
  }

  /** Finds another record that is active already, that has the same unique value, or that excludes the content. */
  function findBlockingRecord(
    id: string,
    content: Content,
    derived: object | null,
  ): { id: string; conflict: WriteConflict } | null {
    const active = head.active[type]
    if (active !== undefined && active !== id && isActive(content, derived))
      return { id: active, conflict: 'ACTIVE' }
    const value = unique && content[unique]
    const holder = value == null ? undefined : idsByUniqueValue.get(value)
    if (holder !== undefined && holder !== id) return { id: holder, conflict: uniqueConflict }
    const excluding = excludes && findExcluding(id, content, excludes)
    return excluding === undefined ? null : { id: excluding, conflict: 'ACTIVE' }
  }

  function findExcluding(
    id: string,
    content: Content,
    excludes: (content: Content, other: Content) => boolean,
  ): string | undefined {
    for (const stored of records.values()) {
      const other = isOwn(stored) && stored.row.id !== id ? (stored.row.content as Content | null) : null
      if (other && excludes(content, other)) return stored.row.id
    }
    return undefined
  }

  const versionOf = (id: string) => records.get(id)?.row.version ?? null

  function remove({ id, expectedVersion }: Write<Content>): Outcome {
    const { own, isTaken } = lookUp(id)
    if (isTaken) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
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
    put({ ...own, row: { ...own.row, ...tombstone } })
    return outcome('APPLIED', { version: tombstone.version, visibleId: id })
  }

  function headChange(): Pick<HeadChange, 'counts' | 'active'> {
    const before = options.head
    const types = Object.keys({ ...before.active, ...head.active }) as OwnedType[]
    const changedTypes = types.filter(name => before.active[name] !== head.active[name])
    return {
      counts: { [type]: (head.counts[type] ?? 0) - (before.counts[type] ?? 0) },
      active: Object.fromEntries(changedTypes.map(name => [name, head.active[name] ?? null])),
    }
  }

  return {
    head,
    headChange,
    decide: (write: Write<Content>): Outcome => ('content' in write ? save(write) : remove(write)),

    /** The records before and after the whole batch, each once. */
    changes(): RecordChange<Content>[] {
      return [...changed].map(id => ({
        id,
        before: liveRecord(options.stored.get(id) as Stored<Content> | undefined),
        after: liveRecord(records.get(id) as Stored<Content>),
      }))
    },

    changedRecords: (): Stored[] => [...changed].flatMap(id => records.get(id) ?? []),
    isNew: (id: string) => !options.stored.has(id),

    /** Applies the patches of records in the batch. @returns the patches of other records */
    patch(patches: readonly DerivedPatch[]): DerivedPatch[] {
      for (const { id, set, type, isActive } of patches) {
        const stored = records.get(id)
        if (stored)
          records.set(id, { ...stored, row: { ...stored.row, derived: applyPatch(stored.row.derived, set) } })
        if (isActive === true) head.active[type] = id
        if (isActive === false && head.active[type] === id) head.active[type] = undefined
      }
      return patches.filter(({ id }) => !changed.has(id))
    },

    /** The result of one write, with its record as it is after the whole batch. */
    toResult({ visibleId, ...outcome }: Outcome): WriteResult<Content> {
      const record = visibleId === null ? undefined : (records.get(visibleId) as Stored<Content> | undefined)
      return { ...outcome, row: liveRecord(record), deletedAt: record?.row.deletedAt ?? null }
    },
  }
}

/** Sets fields by their dotted paths, like `$set` of the database. */
function applyPatch(derived: object | null, set: DerivedPatch['set']): object {
  const after: Record<string, unknown> = { ...derived }
  for (const [path, value] of Object.entries(set)) {
    const [name = '', ...inner] = path.split('.')
    after[name] =
      inner.length === 0 ? value : applyPatch(after[name] as object | null, { [inner.join('.')]: value })
  }
  return after
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

/** The record, or null for a tombstone. */
const liveRecord = <Content extends object>(stored: Stored<Content> | undefined) =>
  stored && stored.row.deletedAt === null ? stored.row : null

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
