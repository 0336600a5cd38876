import { NetworkError, ServiceError, StaleRecordError } from '../errors.js'
import type { Requests } from '../requests.js'
import type { ClientStorage, StorageChange } from '../storage/storage.js'
import {
  fingerprintOf,
  typeOf,
  type OfflineDocuments,
  type RecordChange,
  type ServiceRecord,
  type SyncResult,
} from './documents.js'
import { openLocalData, type OutboxEntry, type SyncProblem } from './local-data.js'
import {
  combined,
  favoriteOf,
  isSave,
  raisesVersion,
  recordIdOf,
  withVersion,
  type Operation,
} from './operations.js'

/** The most operations that `sync` takes. */
const maxOperations = 100
/** The most changes of a page of the feed. */
const maxChanges = 100

interface Options<Selected extends ServiceRecord> {
  userId: string
  storage: ClientStorage
  requests: Pick<Requests, 'request'>
  documents: OfflineDocuments<Selected>
  /**
   * Called with each write that the service has refused, also again after a restart of the app, until
   * `resolve(problem.id)`.
   */
  onProblem(problem: SyncProblem<Selected>): void
  /** Called after each change of the local data. */
  onChange?: () => void
}

/** A record with the writes that wait for it. */
export interface OfflineRecord<Selected extends ServiceRecord = ServiceRecord> {
  id: string
  /** Such as `WORKOUT`; null for a record that was created on this device and not sent yet. */
  type: string | null
  /** As the service returned it last; null for a record that was created on this device and not sent yet. */
  record: Selected | null
  /** The writes that have not been sent, the earliest first. */
  pending: Operation[]
}

/**
 * Keeps a copy of all records of a user on the device. Writes are stored in an outbox first, and sent when the service can
 * be reached.
 */
export async function openOfflineRecords<Selected extends ServiceRecord>(options: Options<Selected>) {
  const { userId, storage, requests, documents, onProblem, onChange } = options
  const data = await openLocalData<Selected>(storage, await fingerprintOf(documents))
  const { changes } = data
  let batchSize = maxOperations
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  for (const problem of data.problems()) onProblem(problem)

  async function store(changesOf: () => readonly StorageChange[]): Promise<void> {
    if (await data.write(changesOf)) onChange?.()
  }

  const pendingOf = (id: string): OutboxEntry[] =>
    data.outbox().flatMap(([, entry]) => (entry.recordId === id ? [entry] : []))

  /** The version of a record after its pending writes; null for a record that does not exist. */
  function expectedVersion(id: string): number | null {
    const raised = pendingOf(id).filter(({ operation }) => raisesVersion(operation)).length
    const version = (data.record(id)?.version ?? 0) + raised
    return version === 0 ? null : version
  }

  /** Takes at most one write of each record, so that no write is applied after a refused one that it builds on. */
  function nextBatch(): [key: string, entry: OutboxEntry][] {
    const ids = new Set<string>()
    const entries = data.outbox()
    const end = entries.findIndex(([, { recordId }]) => {
      if (ids.size === batchSize || ids.has(recordId)) return true
      ids.add(recordId)
      return false
    })
    return entries.slice(0, end < 0 ? undefined : end)
  }

  /**
   * Removes a refused write from the outbox, with the later ones of its record, and reports them. If the user has saved the
   * record again since, only the later save is sent: it may be valid, as when a workout is finished in the meantime.
   */
  function refusalChanges(
    key: string,
    { recordId, operation }: OutboxEntry,
    result: SyncResult<Selected>,
  ): StorageChange[] {
    const later = data.outbox().filter(([other, entry]) => entry.recordId === recordId && other > key)
    const [nextKey, nextEntry] = later.length === 1 ? (later[0] ?? []) : []
    const isUnchanged = result.status === 'REFUSED' || result.conflict === 'ACTIVE'
    const save = isUnchanged && nextEntry ? combined(operation, nextEntry.operation) : null
    if (save && nextKey !== undefined)
      return [changes.removedEntry(key), changes.entry(nextKey, { recordId, operation: save, isSent: false })]
    const operations = [operation, ...later.map(([, entry]) => entry.operation)]
    return [
      ...[key, ...later.map(([other]) => other)].map(changes.removedEntry),
      changes.newProblem({ operations, result }),
    ]
  }

  /** Stores the record that a result returns, or removes the stored one if the result says that it was deleted. */
  function recordChanges({
    recordId,
    version,
    record,
    status,
    conflict,
  }: SyncResult<Selected>): StorageChange[] {
    // The result contains the other record with which this one conflicts.
    if (conflict === 'ACTIVE' || conflict === 'EXTERNAL_ID' || conflict === 'ID_TAKEN') return []
    const known = data.record(recordId)
    if (record)
      return [changes.record({ type: typeOf(record), id: recordId, version: record.version, record })]
    // The record was deleted, or is too large for the result: the change feed returns it then.
    const isGone = status === 'CONFLICT' || version === null || (known !== null && known.version <= version)
    return known && isGone ? [changes.removedRecord(recordId)] : []
  }

  /**
   * Stores the favorite that a result confirms. The change feed returns it later, and until then the favorite would appear
   * as it was before the write.
   */
  function favoriteChanges(
    { recordId, version, record }: SyncResult<Selected>,
    favorite: boolean,
  ): StorageChange[] {
    const id = localId({ type: 'FAVORITE', recordId })
    if (!favorite) return data.record(id) ? [changes.removedRecord(id)] : []
    return record && version !== null ? [changes.record({ type: 'FAVORITE', id, version, record })] : []
  }

  /** Stores the results of a batch in one step. */
  async function applyResults(
    batch: readonly [key: string, entry: OutboxEntry][],
    results: readonly SyncResult<Selected>[],
  ): Promise<void> {
    const changesOf = ([key, entry]: [string, OutboxEntry], index: number): StorageChange[] => {
      const result = results[index]
      if (!result) return []
      const isRefused = result.status === 'CONFLICT' || result.status === 'REFUSED'
      const removed = isRefused ? refusalChanges(key, entry, result) : [changes.removedEntry(key)]
      if (result.status === 'REFUSED') return removed
      const favorite = favoriteOf(entry.operation)
      return [...removed, ...(favorite === null ? recordChanges(result) : favoriteChanges(result, favorite))]
    }
    const known = new Set(data.problems().map(({ id }) => id))
    await store(() => batch.flatMap(changesOf))
    for (const problem of data.problems()) if (!known.has(problem.id)) onProblem(problem)
  }

  /** @returns whether something was sent @throws ServiceError, NetworkError */
  async function sendBatch(): Promise<boolean> {
    let batch: [key: string, entry: OutboxEntry][] = []
    await data.write(() => {
      batch = nextBatch()
      return batch.flatMap(([key, entry]) =>
        entry.isSent ? [] : [changes.entry(key, { ...entry, isSent: true })],
      )
    })
    if (batch.length === 0) return false
    try {
      const { sync } = await requests.request(documents.sync, {
        operations: batch.map(([, { operation }]) => operation),
      } as never)
      if (sync?.results.length !== batch.length) throw new NetworkError('The response is incomplete.')
      await applyResults(batch, sync.results)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const index = Number(/^operations\[(\d+)\]/.exec(error.field ?? '')?.[1] ?? Number.NaN)
      const found = batch[index]
      if (found) await removeUnreadable(found, error)
      else if (error.code === 'QUERY_TOO_COMPLEX' && batch.length > 1) batchSize = Math.ceil(batch.length / 2)
      else throw error
    }
    return true
  }

  /** An operation that the service cannot read would refuse every batch that contains it. */
  async function removeUnreadable(
    [key, entry]: [string, OutboxEntry],
    { code, message, field }: ServiceError,
  ) {
    const { recordId } = entry
    const result: SyncResult<Selected> = {
      ...{ recordId, status: 'REFUSED', version: null, conflict: null, record: null },
      error: { code, message, path: field ?? '' },
    }
    await applyResults([[key, entry]], [result])
  }

  /** @throws ServiceError, NetworkError */
  async function readChanges(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      try {
        const page = await requests.request(documents.changes, { since: data.cursor(), first: maxChanges })
        const { changes: found } = page
        if (!found) return
        hasMore = found.hasMore
        const readIds = new Set(found.changes.map(localId))
        await store(() => [
          // Without a cursor the feed lists no deletions. What it does not contain was deleted.
          ...(found.hasMore ? [] : staleRecords().filter(({ id }) => !readIds.has(id))).map(({ id }) =>
            changes.removedRecord(id),
          ),
          ...found.changes.flatMap(toChange),
          ...changes.cursor(found.cursor),
        ])
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'CURSOR_EXPIRED') throw error
        // Tombstones are missing, so start again from nothing.
        await store(() => [
          ...data.records().map(({ id }) => changes.removedRecord(id)),
          ...changes.cursor(undefined),
        ])
      }
    }
  }

  const staleRecords = () => data.records().filter(data.isStale)

  /** The record of a favorite is the exercise, which has a change of its own if it is the user's. */
  const localId = ({ type, recordId }: Pick<RecordChange<Selected>, 'type' | 'recordId'>): string =>
    type === 'FAVORITE' ? `favorite ${recordId}` : recordId

  function toChange(change: RecordChange<Selected>): StorageChange[] {
    const { type, version, deletedAt, record } = change
    const id = localId(change)
    if (deletedAt !== null || !record) return data.record(id) ? [changes.removedRecord(id)] : []
    return [changes.record({ type, id, version, record })]
  }

  async function synchronizeNow(): Promise<void> {
    // Without a cursor the feed does not list deletions, so read it before results of writes are stored.
    if (data.cursor() === null) await readChanges()
    while (await sendBatch());
    await readChanges()
  }

  function synchronize(): Promise<void> {
    if (!running) return (running = synchronizeNow().finally(() => (running = undefined)))
    // The run may already have read the changes that this call is about. All calls during a run share the next one.
    return (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return synchronize()
      }))
  }

  const findRecord = (id: string): OfflineRecord<Selected> | null => {
    const local = data.record(id)
    const pending = pendingOf(id).map(({ operation }) => operation)
    if (!local && pending.length === 0) return null
    return { id, type: local?.type ?? null, record: local?.record ?? null, pending }
  }

  return {
    /**
     * Stores a write in the outbox. It is sent by the next `synchronize`.
     * @throws StaleRecordError if it saves a record that was read with other documents: call `synchronize`, then repeat the
     * change on the new copy
     */
    async write(operation: Operation): Promise<void> {
      const recordId = recordIdOf(operation, userId)
      await store(() => {
        const known = data.record(recordId)
        // A save replaces the whole record. An earlier save that waits has done so already.
        const isReplaced = pendingOf(recordId).some(({ operation: earlier }) => isSave(earlier))
        if (known && data.isStale(known) && isSave(operation) && !isReplaced)
          throw new StaleRecordError(recordId)
        const [key, last] = data.outbox().findLast(([, entry]) => entry.recordId === recordId) ?? []
        const replacement = last && !last.isSent ? combined(last.operation, operation) : null
        const versioned = replacement ?? withVersion(operation, expectedVersion(recordId))
        const entry = { recordId, operation: versioned, isSent: false }
        return [replacement && key !== undefined ? changes.entry(key, entry) : changes.newEntry(entry)]
      })
    },

    /**
     * Sends the outbox, then reads what other devices have changed. Calls during a run start another one after it.
     * @throws NetworkError while the service cannot be reached, ServiceError with `retryAfter` while it is overloaded:
     * nothing is lost, call it again later
     */
    synchronize,

    /** Null if the record does not exist. */
    get: findRecord,

    /** All records of a type, in no particular order. */
    list: (type: string): OfflineRecord<Selected>[] =>
      data.records().flatMap(record => (record.type === type ? (findRecord(record.id) ?? []) : [])),

    /** All records with writes that have not been sent. */
    pending: (): OfflineRecord<Selected>[] =>
      [...new Set(data.outbox().map(([, { recordId }]) => recordId))].flatMap(id => findRecord(id) ?? []),

    problems: data.problems,

    /**
     * Stops storing: a response that arrives later is dropped, and `write`, `synchronize` and `resolve` throw an Error. Resolves
     * when nothing is being stored any more. What waits in the outbox stays on the device.
     */
    close: data.close,

    /** Removes a problem that the user has seen. */
    resolve: (problemId: string): Promise<void> => store(() => [changes.removedProblem(problemId)]),
  }
}

export type OfflineRecords<Selected extends ServiceRecord = ServiceRecord> = Awaited<
  ReturnType<typeof openOfflineRecords<Selected>>
>
