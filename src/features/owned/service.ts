import { chunk } from '../../lib/chunk.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import { externalChanges } from './external-changes.js'
import type { DerivedWrites, FeedChange, Head, StoredRecord } from './models.js'
import { recordTypeService, type RecordTypeServiceDependencies } from './record-type-service.js'
import type { RecordType, RecordTypeService } from './record-type.js'
import type { OwnedStore } from './store.js'
import type { WriteListener } from './write-listener.js'

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

/** Returns those of the ids that must not become ids of records. */
type FindReservedIds = (ids: readonly string[]) => Promise<readonly string[]>

export function ownedService({ owned, database, events, tombstoneLifetime, clock }: Dependencies) {
  const topic = (userId: string) => `changes:${userId}`
  const reservations: FindReservedIds[] = []
  const writeListeners: WriteListener[] = []

  const writing: RecordTypeServiceDependencies = {
    owned,
    database,
    clock,
    tombstoneExpiry: deletedAt => new Date(deletedAt.getTime() + tombstoneLifetime),
    publishChange: userId => database.afterCommit(() => events.publish(topic(userId), '')),

    /** The ids of users, and those reserved by features. */
    async findForeignIds(ids, userIds) {
      const foreignIds = new Set(ids.filter(id => userIds.has(id)))
      if (ids.length === 0) return foreignIds
      for (const findReservedIds of reservations)
        for (const id of await findReservedIds(ids)) foreignIds.add(id)
      return foreignIds
    },

    async announce(userId, writes) {
      for (const listener of writeListeners) await listener(userId, writes)
    },
  }

  return {
    defineRecordType: <Content extends object, Derived extends object = object>(
      rules: RecordType<Content, Derived>,
    ): RecordTypeService<Content, Derived> => recordTypeService(rules, writing),

    externalChanges: externalChanges(writing),

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
      writing.publishChange(userId)
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

export type OwnedService = ReturnType<typeof ownedService>
