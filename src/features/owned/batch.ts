import { AppError } from '../../errors.js'
import { afterAccepting, conflictOf, deletionOf, versionOfRepeat, writeFingerprint } from './decision.js'
import { isReserved } from './head-place.js'
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

/** Judges a write that is news. @throws AppError for what must not be written */
export type Validator<Content extends object> = (
  write: SaveWrite<Content>,
  standing: { before: StoredRecord<Content> | null; head: Head },
) => void

/** Fills in what a write leaves as it is stored. */
export type Completion<Content extends object> = (
  content: Content,
  stored: Content | null,
  derived: object | null,
) => Content

interface BatchContext<Content extends object> {
  userId: string
  type: OwnedType
  /** What is stored under the ids of the writes, and the active record where one may stand in the way. */
  stored: ReadonlyMap<string, Stored>
  head: Head
  /** Ids of what is no owned record. */
  foreign: ReadonlySet<string>
  validate?: Validator<Content>
  complete?: Completion<Content>
  isActive?(content: Content, derived: object | null): boolean
  unique?: keyof Content
  now: Date
}

/** What a write came to, before it is known what follows from all of them. */
interface Outcome {
  status: WriteStatus
  conflict: WriteConflict | null
  version: number | null
  /** Whose copy the caller is shown; null where there is nothing for them to see. */
  shown: string | null
  error: AppError | null
}

/** Several writes of one type, decided one after the other in memory, before anything is written. */
export function createBatch<Content extends object>(ground: BatchContext<Content>) {
  const { userId, type, now, unique, isActive = () => false, complete = content => content } = ground
  const records = new Map<string, Stored>(ground.stored)
  const changed = new Set<string>()
  const head: Head = {
    ...ground.head,
    counts: { ...ground.head.counts },
    active: { ...ground.head.active },
  }

  /** Who has each value of what is unique. */
  const holders = new Map<unknown, string>()
  const isOwn = (stored: Stored) => stored.userId === userId && stored.type === type
  if (unique !== undefined)
    for (const stored of records.values()) if (isOwn(stored)) hold(unique, null, stored as Stored<Content>)

  function hold(field: keyof Content, before: Stored<Content> | null, { row }: Stored<Content>): void {
    if (before?.row.content) holders.delete(before.row.content[field])
    if (row.content) holders.set(row.content[field], row.id)
  }

  const isTaken = (id: string) => records.has(id) || ground.foreign.has(id) || isReserved(id)

  function lookFor(id: string) {
    const found = records.get(id) as Stored<Content> | undefined
    const own = found && isOwn(found) ? found : null
    return { own, isTaken: own === null && isTaken(id) }
  }

  function put(stored: Stored<Content>): void {
    const { row } = stored
    const before = records.get(row.id)
    const more =
      Number(row.deletedAt === null) - Number(before !== undefined && before.row.deletedAt === null)
    head.counts[type] = (head.counts[type] ?? 0) + more
    if (row.content && isActive(row.content, row.derived)) head.active[type] = row.id
    else if (head.active[type] === row.id) head.active[type] = undefined
    if (unique !== undefined) hold(unique, lookFor(row.id).own, stored)
    records.set(row.id, stored)
    changed.add(row.id)
  }

  function save(sent: SaveWrite<Content>): Outcome {
    const { id } = sent
    const { own, isTaken } = lookFor(id)
    const content = complete(sent.content, own?.row.content ?? null, own?.row.derived ?? null)
    const write = { ...sent, content }
    const repeated = own && versionOfRepeat(standing(own), sent, content)
    if (repeated !== null) return outcome('UNCHANGED', { version: repeated, shown: id })
    // What equals the stored is not judged again: bounds move with time.
    const error = faultOf(() => ground.validate?.(write, { before: own?.row ?? null, head }))
    if (error) return outcome('REFUSED', { error })
    if (isTaken) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
    const version = own?.row.version ?? 0
    const conflict = conflictOf(own && standing(own), write)
    if (conflict) return outcome('CONFLICT', { conflict, version: version || null, shown: own && id })
    const other = inTheWayOf(id, content, own?.row.derived ?? null)
    if (other !== undefined)
      return outcome('CONFLICT', { conflict: 'ACTIVE', version: versionOf(other), shown: other })

    const row = {
      ...{ id, version: version + 1, createdAt: own?.row.createdAt ?? now, updatedAt: now, deletedAt: null },
      ...{ content, derived: own?.row.derived ?? null },
    }
    put({
      row,
      userId,
      type,
      accepted: afterAccepting(own?.accepted ?? [], writeFingerprint(sent), version + 1),
    })
    return outcome('APPLIED', { version: version + 1, shown: id })
  }

  /** The other record that is active already, or has the value that only one can have. */
  function inTheWayOf(id: string, content: Content, derived: object | null): string | undefined {
    const active = head.active[type]
    if (active !== undefined && active !== id && isActive(content, derived)) return active
    const holder = unique && holders.get(content[unique])
    return holder === id ? undefined : holder
  }

  const versionOf = (id: string) => records.get(id)?.row.version ?? null

  function remove({ id, expectedVersion }: Write<Content>): Outcome {
    const { own, isTaken } = lookFor(id)
    if (isTaken) return outcome('CONFLICT', { conflict: 'ID_TAKEN' })
    const decided = deletionOf(own && standing(own), { expectedVersion })
    const version = own?.row.version ?? null
    if (!own || decided === null) return outcome('UNCHANGED', { version, shown: own && id })
    if (decided === 'VERSION') return outcome('CONFLICT', { conflict: 'VERSION', version, shown: id })
    const gone = {
      version: own.row.version + 1,
      updatedAt: now,
      deletedAt: now,
      content: null,
      derived: null,
    }
    put({ ...own, row: { ...own.row, ...gone } })
    return outcome('APPLIED', { version: gone.version, shown: id })
  }

  /** What the head is told of it. */
  function headChange(): Pick<HeadChange, 'counts' | 'active'> {
    const before = ground.head
    const types = Object.keys({ ...before.active, ...head.active }) as OwnedType[]
    const moved = types.filter(one => before.active[one] !== head.active[one])
    return {
      counts: { [type]: (head.counts[type] ?? 0) - (before.counts[type] ?? 0) },
      active: Object.fromEntries(moved.map(one => [one, head.active[one] ?? null])),
    }
  }

  return {
    head,
    headChange,
    decide: (write: Write<Content>): Outcome => ('content' in write ? save(write) : remove(write)),

    /** Each record once, from before the batch to after it. */
    changes(): RecordChange<Content>[] {
      return [...changed].map(id => ({
        id,
        before: living(ground.stored.get(id) as Stored<Content> | undefined),
        after: living(records.get(id) as Stored<Content>),
      }))
    },

    /** The changed records as they are to be written. */
    changedRecords: (): Stored[] => [...changed].flatMap(id => records.get(id) ?? []),
    isNew: (id: string) => !ground.stored.has(id),

    /** Takes what is derived for records of the batch. @returns the patches of all others */
    patch(patches: readonly DerivedPatch[]): DerivedPatch[] {
      for (const { id, set, type, isActive } of patches) {
        const known = records.get(id)
        if (known)
          records.set(id, { ...known, row: { ...known.row, derived: patched(known.row.derived, set) } })
        if (isActive === true) head.active[type] = id
        if (isActive === false && head.active[type] === id) head.active[type] = undefined
      }
      return patches.filter(({ id }) => !changed.has(id))
    },

    /** As the server has it when all are written. */
    written({ shown, ...outcome }: Outcome): WriteResult<Content> {
      const record = shown === null ? undefined : (records.get(shown) as Stored<Content> | undefined)
      return { ...outcome, row: living(record), deletedAt: record?.row.deletedAt ?? null }
    },
  }
}

/** As the database would: a dot in a name leads into what is inside. */
function patched(derived: object | null, set: DerivedPatch['set']): object {
  const after: Record<string, unknown> = { ...derived }
  for (const [path, value] of Object.entries(set)) {
    const [name = '', ...inner] = path.split('.')
    after[name] =
      inner.length === 0 ? value : patched(after[name] as object | null, { [inner.join('.')]: value })
  }
  return after
}

const outcome = (status: WriteStatus, told: Partial<Outcome>): Outcome => ({
  ...{ status, conflict: null, version: null, shown: null, error: null },
  ...told,
})

const standing = ({ row, accepted }: Stored) => ({
  version: row.version,
  isDeleted: row.deletedAt !== null,
  accepted,
  content: row.content,
})

/** What a tombstone was is nothing that is shown. */
const living = <Content extends object>(stored: Stored<Content> | undefined) =>
  stored && stored.row.deletedAt === null ? stored.row : null

/** What is wrong with what was sent. It is no failure of the transaction, in which others may have written. */
function faultOf(judge: () => void): AppError | null {
  try {
    judge()
    return null
  } catch (error) {
    if (error instanceof AppError && error.statusCode < 500) return error
    throw error
  }
}
