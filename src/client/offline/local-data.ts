import type { ClientStorage, StorageChange } from '../storage/storage.js'
import type { ServiceRecord, SyncResult } from './documents.js'
import type { Operation } from './operations.js'

/** The copy of a record on this device. */
interface LocalRecord<Selected extends ServiceRecord> {
  /** Such as `WORKOUT`. */
  type: string
  id: string
  version: number
  /** As the service returned it last. */
  record: Selected
  /** The fingerprint of the documents with which it was read. Missing in copies of earlier versions of the package. */
  selection?: string
}

/** A write that waits in the outbox. */
export interface OutboxEntry {
  recordId: string
  operation: Operation
  /** True once it may have reached the service. It must be sent again unchanged then. */
  isSent: boolean
}

/** A write that the service has refused, and the later writes of its record, which were not sent. */
export interface SyncProblem<Selected extends ServiceRecord = ServiceRecord> {
  id: string
  operations: Operation[]
  /** With the status CONFLICT or REFUSED. `record` is the copy of the service. */
  result: SyncResult<Selected>
}

const prefixes = { record: 'record/', outbox: 'outbox/', problem: 'problem/' }
const cursorKey = 'cursor'
/** The key of the fingerprint of the documents with which the feed is read up to the cursor. */
const selectionKey = 'selection'
/** Keys in ascending order of the numbers. */
const numbered = (prefix: string, number: number) => prefix + String(number).padStart(12, '0')

/**
 * Reads what a device has stored, and keeps it in memory. Each change is stored as a whole before it is visible.
 * @param selection the fingerprint of the documents. If it has changed, the cursor is ignored, so that the feed is read again
 * from its start: the stored records lack the fields that only the new documents select.
 */
export async function openLocalData<Selected extends ServiceRecord>(
  storage: ClientStorage,
  selection: string,
) {
  const records = new Map<string, LocalRecord<Selected>>()
  const outbox = new Map<string, OutboxEntry>()
  const problems = new Map<string, SyncProblem<Selected>>()
  for (const [key, value] of await storage.list(prefixes.record))
    records.set(key, value as LocalRecord<Selected>)
  for (const [key, value] of await storage.list(prefixes.outbox)) outbox.set(key, value as OutboxEntry)
  for (const [key, value] of await storage.list(prefixes.problem))
    problems.set(key, value as SyncProblem<Selected>)
  const isSelected = (await storage.get(selectionKey)) === selection
  let cursor = isSelected ? (((await storage.get(cursorKey)) as string | undefined) ?? null) : null
  let lastNumber = Math.max(
    0,
    ...[...outbox.keys(), ...problems.keys()].map(key => Number(key.slice(key.indexOf('/') + 1))),
  )

  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function write(written: readonly StorageChange[]): Promise<boolean> {
    if (isClosed) throw new Error('The local copy of the records is closed. Open it again.')
    if (written.length === 0) return false
    await storage.write(written)
    for (const { key, value } of written) apply(key, value)
    return true
  }

  const recordKey = (id: string) => prefixes.record + id

  function apply(key: string, value: unknown): void {
    if (key === cursorKey) cursor = (value as string | undefined) ?? null
    const maps: [string, Map<string, unknown>][] = [
      [prefixes.record, records],
      [prefixes.outbox, outbox],
      [prefixes.problem, problems],
    ]
    for (const [prefix, values] of maps)
      if (key.startsWith(prefix))
        if (value === undefined) values.delete(key)
        else values.set(key, value)
  }

  return {
    cursor: (): string | null => cursor,
    record: (id: string): LocalRecord<Selected> | null => records.get(recordKey(id)) ?? null,
    records: (): LocalRecord<Selected>[] => [...records.values()],
    /** Returns true if a record was read with other documents and may lack fields. */
    isStale: (record: LocalRecord<Selected>): boolean => record.selection !== selection,
    /** In the order in which the writes were made. */
    outbox: (): [key: string, entry: OutboxEntry][] =>
      [...outbox].sort(([one], [other]) => (one < other ? -1 : 1)),
    problems: (): SyncProblem<Selected>[] => [...problems.values()],

    /**
     * Stores all changes, or none. Calls run one after another, so that the changes are derived from what the calls before
     * have stored. Returns whether there are any.
     */
    write(changesOf: () => readonly StorageChange[]): Promise<boolean> {
      const result = last.then(() => write(changesOf()))
      last = result.catch(() => undefined)
      return result
    },

    /** Rejects further writes. Resolves when the one that has begun is stored. */
    async close(): Promise<void> {
      isClosed = true
      await last
    },

    changes: {
      record: (record: Omit<LocalRecord<Selected>, 'selection'>): StorageChange => ({
        key: recordKey(record.id),
        value: { ...record, selection },
      }),
      removedRecord: (id: string): StorageChange => ({ key: recordKey(id), value: undefined }),
      cursor: (value: string | undefined): StorageChange[] => [
        { key: cursorKey, value },
        { key: selectionKey, value: selection },
      ],
      newEntry: (value: OutboxEntry): StorageChange => ({
        key: numbered(prefixes.outbox, ++lastNumber),
        value,
      }),
      entry: (key: string, value: OutboxEntry): StorageChange => ({ key, value }),
      removedEntry: (key: string): StorageChange => ({ key, value: undefined }),
      newProblem(problem: Omit<SyncProblem<Selected>, 'id'>): StorageChange {
        const id = numbered(prefixes.problem, ++lastNumber)
        return { key: id, value: { ...problem, id } }
      },
      removedProblem: (id: string): StorageChange => ({ key: id, value: undefined }),
    },
  }
}
