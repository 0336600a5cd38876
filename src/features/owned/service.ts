import { AppError } from '../../errors.js'
import { chunk } from '../../lib/chunk.js'
import { createYielder, yieldToEventLoop, type Yielder } from '../../lib/event-loop.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import { createBatch, type CompleteContent, type Validator } from './batch.js'
import { withAcceptedWrite, fingerprintOfWrite, versionOfFingerprint } from './decision.js'
import type {
  DerivedPatch,
  DerivedWrites,
  Deletion,
  FeedChange,
  Head,
  OwnedType,
  RecordChange,
  StoredRecord,
  SaveWrite,
  Write,
  WriteConflict,
  WriteResult,
} from './models.js'
import type { OwnedStore, Stored } from './store.js'

/** Records can have several hundred kilobytes each. */
const readBatchSize = 50

/** Small, because large records block the embedded database for long. */
const derivedBatchSize = 50

interface Dependencies {
  owned: OwnedStore
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
  /** How long tombstones are stored, in milliseconds. */
  tombstoneLifetime: number
  clock: () => Date
}

/** Completes and validates the writes of a batch, one by one. */
interface Preparation<Content extends object, Derived extends object> {
  /**
   * Fills in the fields that a write omits. A write that is sent again is recognized by the content that was sent, not by
   * the completed one.
   * @param stored null if there is no record, or a tombstone
   */
  complete?(content: Content, stored: Content | null, derived: Derived | null): Content
  validate?: Validator<Content>
}

/** The rules of one type of owned records. All of them are called in the transaction of the writes. */
export interface RecordType<Content extends object, Derived extends object = object> {
  type: OwnedType
  /** Reads, in a constant number of commands, the data for completing and validating the writes. */
  prepare?(
    userId: string,
    writes: readonly SaveWrite<Content>[],
  ): Promise<Preparation<Content, Derived>> | Preparation<Content, Derived>
  /** A field of the content with a different value in each record of a user that has it. */
  unique?: keyof Content & string
  /** The conflict of a duplicate; ACTIVE by default. */
  uniqueConflict?: WriteConflict
  /**
   * Returns whether two records cannot exist at the same time; the second one is the conflict ACTIVE. All records of the user
   * are read for a save, so their number must be small.
   */
  excludes?(content: Content, other: Content): boolean
  /** Returns whether a record is the active one of its type. A user has at most one. */
  isActive?(content: Content, derived: Derived | null): boolean
  /** True for writes from another source, which are not announced to write listeners. */
  isImport?: boolean
  /** True if `derive` writes other owned records itself. They get lower sequence numbers in the feed than the batch. */
  writesOthers?: boolean
  /**
   * Writes data derived from the changes to other collections, before the changes are written.
   * @param head with the counts and the active records after the changes
   * @returns the derived data to be written to owned records and to the head
   */
  derive?(
    userId: string,
    changes: readonly RecordChange<Content, Derived>[],
    head: Head,
  ): Promise<DerivedWrites>
}

export interface RecordTypeService<Content extends object, Derived extends object = object> {
  /** An error that the validator throws is returned in the result. */
  save(userId: string, write: SaveWrite<Content>): Promise<WriteResult<Content, Derived>>
  remove(userId: string, deletion: Deletion): Promise<WriteResult<Content, Derived>>
  /** Applies the writes in their order, with about as many database commands as one write. */
  apply(userId: string, writes: readonly Write<Content>[]): Promise<WriteResult<Content, Derived>[]>
  /** The result of a write with this fingerprint that was accepted earlier; null for a new one. */
  findRepeated(userId: string, write: FingerprintedWrite): Promise<WriteResult<Content, Derived> | null>
}

/** A write whose content is computed by the service, so that the fingerprint of the request identifies it. */
type FingerprintedWrite = Pick<SaveWrite<object>, 'id' | 'expectedVersion'> & { fingerprint: string }

/** The records that a batch of writes changed. */
export interface AnnouncedWrites {
  type: OwnedType
  records: readonly { id: string; version: number; isDeleted: boolean }[]
  /** The other records whose derived data changed. */
  patched: readonly Pick<DerivedPatch, 'type' | 'id'>[]
  /** The parts are in their state before the writes. */
  head: Head
}

/** Called in the transaction of the writes, after them. */
export type WriteListener = (userId: string, writes: AnnouncedWrites) => Promise<void>

/** Identifies a change of a record whose content is stored in another collection. */
interface ExternalChangeKey {
  type: OwnedType
  /** The id of the changed record. */
  id: string
  fingerprint: string
}

/** Returns those of the ids that must not become ids of records. */
type FindReservedIds = (ids: readonly string[]) => Promise<readonly string[]>

interface ExternalChange extends Omit<ExternalChangeKey, 'fingerprint'> {
  version: number
  isDeleted: boolean
  /** Recognizes the change when it is sent again; null if that is not needed. */
  fingerprint: string | null
}

export function ownedService({ owned, database, events, tombstoneLifetime, clock }: Dependencies) {
  const topic = (userId: string) => `changes:${userId}`
  const publishChange = (userId: string) => database.afterCommit(() => events.publish(topic(userId), ''))
  const tombstoneExpiry = (deletedAt: Date) => new Date(deletedAt.getTime() + tombstoneLifetime)
  const reservations: FindReservedIds[] = []
  const writeListeners: WriteListener[] = []

  /** The ids of users, and those reserved by features. */
  async function findForeignIds(ids: readonly string[], userIds: ReadonlySet<string>): Promise<Set<string>> {
    const foreignIds = new Set(ids.filter(id => userIds.has(id)))
    if (ids.length === 0) return foreignIds
    for (const findReservedIds of reservations)
      for (const id of await findReservedIds(ids)) foreignIds.add(id)
    return foreignIds
  }

  function defineRecordType<Content extends object, Derived extends object = object>(
    rules: RecordType<Content, Derived>,
  ): RecordTypeService<Content, Derived> {
    type Batch = ReturnType<typeof createBatch<Content>>
    const { type, unique } = rules
    const isActive = rules.isActive as ((content: Content, derived: object | null) => boolean) | undefined

    async function createBatchFor(userId: string, writes: readonly Write<Content>[]): Promise<Batch> {
      const ids = new Set(writes.map(({ id }) => id))
      const { stored, head, userIds } = await owned.findManyWithHead(userId, [...ids])
      const foreignIds = await findForeignIds(
        [...ids].filter(id => !stored.has(id)),
        userIds,
      )
      const saves = writes.filter(write => 'content' in write)
      const active = head.active[type]
      // Load the conflicting active record too, so that the result can return it.
      if (
        active !== undefined &&
        !stored.has(active) &&
        saves.some(({ content }) => isActive?.(content, null))
      )
        for (const [id, found] of await owned.findMany([active])) stored.set(id, found)
      if (unique !== undefined && saves.length > 0) {
        const values = saves.flatMap(({ content }) => content[unique] ?? [])
        const holders = values.length > 0 ? await owned.findByContent(userId, type, unique, values) : []
        for (const [id, found] of holders) stored.set(id, found)
      }
      if (rules.excludes !== undefined && saves.length > 0)
        for (const [id, found] of await owned.findByType(userId, type)) stored.set(id, found)
      const preparation = saves.length > 0 ? await rules.prepare?.(userId, saves) : undefined
      return createBatch<Content>({
        userId,
        type,
        stored,
        head,
        foreignIds,
        validate: preparation?.validate,
        complete: preparation?.complete as CompleteContent<Content> | undefined,
        isActive,
        unique,
        uniqueConflict: rules.uniqueConflict,
        excludes: rules.excludes,
        now: clock(),
      })
    }

    async function apply(userId: string, writes: readonly Write<Content>[]): Promise<WriteResult<Content>[]> {
      // Comparing, deriving and storing a workout with thousands of sets take several milliseconds each.
      const pause = createYielder()
      const batch = await createBatchFor(userId, writes)
      const outcomes: ReturnType<Batch['decide']>[] = []
      for (const write of writes) {
        await pause()
        outcomes.push(batch.decide(write))
      }
      await pause()
      const changes = batch.changes() as RecordChange<Content, Derived>[]
      if (changes.length > 0) await store(userId, batch, changes, pause)
      return outcomes.map(batch.toResult)
    }

    async function store(
      userId: string,
      batch: Batch,
      changes: RecordChange<Content, Derived>[],
      pause: Yielder,
    ) {
      const writes = (await rules.derive?.(userId, changes, batch.head)) ?? {}
      const { derived = [], head: fields = {}, released } = writes
      const others = batch.patch(derived)
      const records = batch.changedRecords()
      const sequenceCount = records.length + others.length
      const change = { sequenceCount, fields, ...batch.headChange() }
      const last = rules.writesOthers
        ? await owned.advanceHead(userId, change)
        : batch.head.seq + sequenceCount
      const first = last - sequenceCount + 1
      await pause()
      await owned.write(
        userId,
        records.map((stored, index) => ({
          stored,
          seq: first + index,
          isNew: batch.isNew(stored.row.id),
          // A tombstone with derived data expires only after it was released.
          expiresAt: hasDerivedData(stored.row)
            ? null
            : stored.row.deletedAt && tombstoneExpiry(stored.row.deletedAt),
        })),
        others.map((patch, index) => ({ ...patch, seq: first + records.length + index })),
        rules.writesOthers ? null : change,
      )
      if (released && released.ids.length > 0)
        await owned.releaseTombstones(userId, released.type, released.ids, tombstoneExpiry(clock()))
      if (!rules.isImport) await announce(userId, { records, patched: others, head: batch.head })
      publishChange(userId)
    }

    async function announce(
      userId: string,
      { records, patched, head }: { records: Stored[] } & Pick<AnnouncedWrites, 'patched' | 'head'>,
    ) {
      const announced = records.map(({ row }) => ({
        id: row.id,
        version: row.version,
        isDeleted: row.deletedAt !== null,
      }))
      for (const listener of writeListeners)
        await listener(userId, { type, records: announced, patched, head })
    }

    const applyInTransaction = (userId: string, writes: readonly Write<Content>[]) =>
      database.transaction(userId, () => apply(userId, writes)) as Promise<WriteResult<Content, Derived>[]>
    async function applyOne(userId: string, write: Write<Content>): Promise<WriteResult<Content, Derived>> {
      const [result] = await applyInTransaction(userId, [write])
      if (!result) throw new Error('a write has no result')
      return result
    }

    async function findRepeated(
      userId: string,
      write: FingerprintedWrite,
    ): Promise<WriteResult<Content, Derived> | null> {
      const stored = await owned.find(write.id)
      if (stored?.userId !== userId || stored.type !== type) return null
      const version = versionOfFingerprint(stored.accepted, fingerprintOfWrite(write))
      if (version === null) return null
      const row = stored.row as StoredRecord<Content, Derived>
      return {
        status: 'UNCHANGED',
        conflict: null,
        version,
        row: row.deletedAt ? null : row,
        deletedAt: row.deletedAt,
        error: null,
      }
    }

    return { save: applyOne, remove: applyOne, apply: applyInTransaction, findRepeated }
  }

  return {
    defineRecordType,

    /** Prevents that records get ids which another collection uses. */
    reserveIds(findReservedIds: FindReservedIds): void {
      reservations.push(findReservedIds)
    },

    /** Registers a listener of the writes of users, except imports. Must be called while features are created. */
    onWrite(listener: WriteListener): void {
      writeListeners.push(listener)
    },

    head: (userId: string): Promise<Head> => owned.head(userId),

    /** The user's records and tombstones with the given ids, by their ids. */
    async findMany(userId: string, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
      const found = await owned.findMany(ids)
      return new Map(
        [...found].flatMap(([id, stored]) => (stored.userId === userId ? [[id, stored.row]] : [])),
      )
    },

    /** The ids of all users who have written a record. */
    listOwnerIds: (): Promise<string[]> => owned.listOwnerIds(),

    /** Writes derived data of records after a change in another collection, in the transaction of the change. */
    async derive(
      userId: string,
      { derived = [], head: fields = {} }: Omit<DerivedWrites, 'released'>,
    ): Promise<void> {
      const last = await owned.advanceHead(userId, { sequenceCount: derived.length, fields })
      const first = last - derived.length + 1
      const patches = derived.map((patch, index) => ({ ...patch, seq: first + index }))
      for (const batch of chunk(patches, derivedBatchSize, () => 1)) {
        await owned.write(userId, [], batch)
        await yieldToEventLoop()
      }
      publishChange(userId)
    },

    /**
     * Adds the change of a record whose content is stored in another collection to the change feed, in the transaction
     * of the change. The feed has one entry for each type, id and owner.
     */
    async recordExternalChange(
      userId: string,
      { type, id, version, isDeleted, fingerprint }: ExternalChange,
    ): Promise<void> {
      await database.transaction(userId, async () => {
        const reference = await owned.findReference(userId, type, id)
        const existed = reference !== null && reference.row.deletedAt === null
        const countDelta = Number(!isDeleted) - Number(existed)
        const seq = await owned.advanceHead(userId, { sequenceCount: 1, counts: { [type]: countDelta } })
        const now = clock()
        const deletedAt = isDeleted ? now : null
        const createdAt = reference?.row.createdAt ?? now
        const row = { id, version, createdAt, updatedAt: now, deletedAt, content: null, derived: null }
        const before = reference?.accepted ?? []
        const accepted = fingerprint === null ? before : withAcceptedWrite(before, fingerprint, version)
        const stored = { row, userId, type, accepted }
        await owned.writeReference(id, {
          stored,
          seq,
          isNew: reference === null,
          expiresAt: deletedAt && tombstoneExpiry(now),
        })
        publishChange(userId)
      })
    },

    /** The version that the change with the fingerprint created; null if it is not among the latest changes. */
    async versionOfExternalChange(
      userId: string,
      { type, id, fingerprint }: ExternalChangeKey,
    ): Promise<number | null> {
      const reference = await owned.findReference(userId, type, id)
      return reference && versionOfFingerprint(reference.accepted, fingerprint)
    },

    feed: owned.feed,

    /** All records and tombstones, each once, in their state at the time of reading. */
    async *streamAll(userId: string): AsyncGenerator<FeedChange & StoredRecord> {
      for await (const { type, id, row } of owned.streamAll(userId, readBatchSize)) yield { type, ...row, id }
    },

    /**
     * Calls the listener after each change of the user's records, on any instance. @returns a function that
     * unsubscribes
     */
    onChange: (userId: string, listener: () => void): (() => void) => events.listen(topic(userId), listener),
  }
}

const hasDerivedData = ({ derived }: StoredRecord) => derived !== null && Object.keys(derived).length > 0

export type OwnedService = ReturnType<typeof ownedService>

export const refusedResult = (error: AppError): WriteResult => ({
  status: 'REFUSED',
  conflict: null,
  version: null,
  row: null,
  deletedAt: null,
  error,
})

/** The same result, whose error names the field of the command, because the command does not send the content. */
export const withErrorField = (result: WriteResult, field: string): WriteResult =>
  result.error
    ? { ...result, error: new AppError(result.error.code, result.error.message, { field }) }
    : result

/** @throws the error of a refused write */
export function unwrapResult<Content extends object, Derived extends object>(
  result: WriteResult<Content, Derived>,
): WriteResult<Content, Derived> {
  if (result.error) throw result.error
  return result
}
