import { isReservedId } from './head-id.js'
import type { DerivedPatch, Head, OwnedType, RecordChange, Stored, WriteConflict } from './models.js'
import type { RecordType } from './record-type.js'
import type { HeadChange } from './bulk-writes.js'

/** The records in the database before the batch. */
interface LoadedRecords {
  /** The stored records with the ids of the writes, and the records that may conflict with them. */
  stored: ReadonlyMap<string, Stored>
  head: Head
  /** The ids that belong to something other than an owned record. */
  foreignIds: ReadonlySet<string>
}

/** Another record because of which a write is not applied. */
interface BlockingRecord {
  id: string
  conflict: WriteConflict
}

export type BatchRecords<Content extends object, Derived extends object> = ReturnType<
  typeof batchRecords<Content, Derived>
>

/** Holds the records of one type and the head of a user in memory, as the writes of a batch change them. */
export function batchRecords<Content extends object, Derived extends object>(
  userId: string,
  {
    type,
    unique,
    uniqueConflict = 'ACTIVE',
    excludes,
    isActive = () => false,
  }: Pick<RecordType<Content, Derived>, 'type' | 'unique' | 'uniqueConflict' | 'excludes' | 'isActive'>,
  loaded: LoadedRecords,
) {
  type OwnStored = Stored<Content, Derived>
  const records = new Map<string, Stored>(loaded.stored)
  const changedIds = new Set<string>()
  const head: Head = {
    ...loaded.head,
    counts: { ...loaded.head.counts },
    active: { ...loaded.head.active },
  }
  const isOwn = (stored: Stored): stored is OwnStored => stored.userId === userId && stored.type === type
  const idsByUniqueValue = new Map<unknown, string>()
  for (const stored of records.values()) if (isOwn(stored)) updateUniqueIndex(null, stored)

  function updateUniqueIndex(before: OwnStored | null, after: OwnStored): void {
    if (unique === undefined) return
    const [previous, value] = [before?.row.content?.[unique], after.row.content?.[unique]]
    if (previous != null) idsByUniqueValue.delete(previous)
    if (value != null) idsByUniqueValue.set(value, after.row.id)
  }

  function find(id: string): OwnStored | null {
    const found = records.get(id)
    return found && isOwn(found) ? found : null
  }

  function findExcluding(id: string, content: Content): string | undefined {
    if (excludes === undefined) return undefined
    for (const stored of records.values()) {
      const other = isOwn(stored) && stored.row.id !== id ? stored.row.content : null
      if (other && excludes(content, other)) return stored.row.id
    }
    return undefined
  }

  return {
    head,

    /** The record or the tombstone of the user and the type. */
    find,

    /** Returns whether the id belongs to something other than a record of the user and the type. */
    isTaken: (id: string): boolean =>
      find(id) === null && (records.has(id) || loaded.foreignIds.has(id) || isReservedId(id)),

    /** Finds another record that is active already, that has the same unique value, or that excludes the content. */
    findBlocking(id: string, content: Content, derived: Derived | null): BlockingRecord | null {
      const active = head.active[type]
      if (active !== undefined && active !== id && isActive(content, derived))
        return { id: active, conflict: 'ACTIVE' }
      const value = unique && content[unique]
      const holder = value == null ? undefined : idsByUniqueValue.get(value)
      if (holder !== undefined && holder !== id) return { id: holder, conflict: uniqueConflict }
      const excluding = findExcluding(id, content)
      return excluding === undefined ? null : { id: excluding, conflict: 'ACTIVE' }
    },

    /** Adds or replaces a record of the user and the type. */
    put(stored: OwnStored): void {
      const { id, deletedAt, content, derived } = stored.row
      const before = find(id)
      const wasLive = before?.row.deletedAt === null
      head.counts[type] = (head.counts[type] ?? 0) + Number(deletedAt === null) - Number(wasLive)
      if (content && isActive(content, derived)) head.active[type] = id
      else if (head.active[type] === id) head.active[type] = undefined
      updateUniqueIndex(before, stored)
      records.set(id, stored)
      changedIds.add(id)
    },

    /** Applies the patches of records in the batch. @returns the patches of other records */
    patch(patches: readonly DerivedPatch[]): DerivedPatch[] {
      for (const { id, set, type, isActive } of patches) {
        const stored = records.get(id)
        if (stored)
          records.set(id, { ...stored, row: { ...stored.row, derived: applyPatch(stored.row.derived, set) } })
        if (isActive === true) head.active[type] = id
        if (isActive === false && head.active[type] === id) head.active[type] = undefined
      }
      return patches.filter(({ id }) => !changedIds.has(id))
    },

    /** The records before and after the whole batch, each once. */
    changes: (): RecordChange<Content, Derived>[] =>
      [...changedIds].map(id => ({
        id,
        before: liveRecord(loaded.stored.get(id) as OwnStored | undefined),
        after: liveRecord(records.get(id) as OwnStored),
      })),

    changedRecords: (): Stored[] => [...changedIds].flatMap(id => records.get(id) ?? []),

    isNew: (id: string): boolean => !loaded.stored.has(id),

    headChange(): Pick<HeadChange, 'counts' | 'active'> {
      const before = loaded.head
      const types = Object.keys({ ...before.active, ...head.active }) as OwnedType[]
      const changedTypes = types.filter(name => before.active[name] !== head.active[name])
      return {
        counts: { [type]: (head.counts[type] ?? 0) - (before.counts[type] ?? 0) },
        active: Object.fromEntries(changedTypes.map(name => [name, head.active[name] ?? null])),
      }
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

/** Returns null for a tombstone. */
export const liveRecord = <Content extends object, Derived extends object>(
  stored: Stored<Content, Derived> | null | undefined,
) => (stored?.row.deletedAt === null ? stored.row : null)
