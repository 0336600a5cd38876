import { ObjectId, type Filter } from 'mongodb'
import { chunk } from '../../lib/chunk.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { Database, Entity } from '../../platform/database/database.js'
import { deleteInChunks } from '../../platform/database/delete-in-chunks.js'
import { readInOrder } from '../../platform/database/read-in-order.js'
import { headIdOf } from './head-id.js'
import type { FeedChange, Head, OwnedType, Stored, StoredRecord } from './models.js'
import {
  headUpdate,
  toBulkWrites,
  toChanges,
  toDocument,
  type HeadChange,
  type SequencedPatch,
  type SequencedRecord,
} from './bulk-writes.js'
import {
  firstHeadId,
  headId,
  headFilter,
  createPageSizeLimit,
  toStoredRecord,
  type OwnedDocument,
} from './view.js'

/** The head of one user, which every write of the user updates. All fields that are not declared are the parts of features. */
interface HeadDocument extends Entity, Partial<Pick<Head, 'counts' | 'active'>> {
  userId: ObjectId
  /** The sequence number of the latest change. The head itself is not in the feed. */
  last?: number
}

/**
 * A position in the change feed of a user. During a first sync, `firstSeq` is the sequence number of the latest change
 * when it began.
 */
interface FeedPosition {
  seq: number
  firstSeq: number | null
}

interface FeedEntry extends FeedChange {
  seq: number
  row: StoredRecord
}

/** One change can patch thousands of workouts. */
const writeBatchSize = 250

export function ownedStore(database: Database) {
  const owned = database.collection<OwnedDocument>('ownedRecords', [
    { key: { userId: 1, seq: 1 }, unique: true },
    {
      key: { userId: 1, type: 1, ref: 1 },
      unique: true,
      partialFilterExpression: { ref: { $type: 'objectId' } },
    },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const heads = database.collection<HeadDocument>('ownedRecords')

  return {
    /** The records and tombstones with the ids, of any owner. */
    async findMany(ids: readonly string[]): Promise<Map<string, Stored>> {
      const objectIds = ids.map(id => new ObjectId(id))
      const found = await owned.find({ _id: { $in: objectIds } })
      return new Map(found.map(document => [document._id.toHexString(), toStored(document)]))
    },

    /** Reads of the same tick are sent to the database in one command. */
    async find(id: string): Promise<Stored | null> {
      const found = await owned.findById(new ObjectId(id))
      return found && toStored(found)
    },

    /** Returns the records with the ids, the user's head, and those of the ids that are ids of users who have written a record. */
    async findManyWithHead(userId: string, ids: readonly string[]) {
      const userIdOf = new Map([userId, ...ids].map(id => [headIdOf(id), id]))
      const objectIds = [...ids, ...userIdOf.keys()].map(id => new ObjectId(id))
      const stored = new Map<string, Stored>()
      const heads = new Map<string, HeadDocument>()
      for (const document of await owned.find({ _id: { $in: objectIds } })) {
        const id = document._id.toHexString()
        const headOwner = userIdOf.get(id)
        if (headOwner === undefined) stored.set(id, toStored(document))
        else heads.set(headOwner, document)
      }
      return { stored, head: toHead(heads.get(userId) ?? null), userIds: new Set([userId, ...heads.keys()]) }
    },

    /** The records of one type, without tombstones, with one of the values in a field of their content. */
    async findByContent(userId: string, type: OwnedType, field: string, values: readonly unknown[]) {
      const filter = { userId: new ObjectId(userId), type, deletedAt: null }
      const found = await owned.find({ ...filter, [`content.${field}`]: { $in: values } })
      return found.map(document => [document._id.toHexString(), toStored(document)] as const)
    },

    /** The records of one type, without tombstones. */
    async findByType(userId: string, type: OwnedType) {
      const found = await owned.find({ userId: new ObjectId(userId), type, deletedAt: null })
      return found.map(document => [document._id.toHexString(), toStored(document)] as const)
    },

    async findReference(userId: string, type: OwnedType, ref: string): Promise<Stored | null> {
      const found = await owned.findOne({ userId: new ObjectId(userId), type, ref: new ObjectId(ref) })
      return found && toStored(found)
    },

    /** The ids of all users who have written a record. */
    async listOwnerIds(): Promise<string[]> {
      const found = await heads.find({ _id: { $gte: firstHeadId } }, { projection: { userId: 1 } })
      return found.map(({ userId }) => userId.toHexString())
    },

    async head(userId: string): Promise<Head> {
      return toHead(await heads.findById(headId(userId)))
    },

    /**
     * Allocates the next sequence numbers of the feed. Must be called in a transaction, so that they become visible in
     * their order.
     * @returns the last number
     */
    async advanceHead(userId: string, change: HeadChange): Promise<number> {
      const update = headUpdate(change)
      // The rest of the document is about a hundred times as large.
      const options = { upsert: true, projection: { last: 1 } } as const
      const after = await heads.findOneAndUpdate(headFilter(userId), update, options)
      return after?.last ?? 0
    },

    /**
     * Writes records and patches in one command, unless there are very many.
     * @param change of the head, if `advanceHead` has not been called
     */
    async write(
      userId: string,
      records: readonly SequencedRecord[],
      patches: readonly SequencedPatch[],
      change: HeadChange | null = null,
    ): Promise<void> {
      const writes = toBulkWrites(userId, records, patches, change)
      for (const batch of chunk(writes, writeBatchSize, () => 1)) {
        await owned.bulkWrite(batch)
        if (writes.length > writeBatchSize) await yieldToEventLoop()
      }
    },

    /** Removes the derived data of tombstones, and with it what prevents their expiry. */
    async releaseTombstones(
      userId: string,
      type: OwnedType,
      ids: readonly string[],
      expiresAt: Date,
    ): Promise<void> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      await owned.updateMany(
        { _id, userId: new ObjectId(userId), type, deletedAt: { $ne: null }, expiresAt: { $exists: false } },
        { $set: { derived: {}, expiresAt } },
      )
    },

    /** Writes the feed entry of a record that is stored in another collection under the id `ref`. */
    async writeReference(ref: string, record: SequencedRecord): Promise<void> {
      const { userId, type } = record.stored
      const filter = { ref: new ObjectId(ref), userId: new ObjectId(userId), type }
      if (record.isNew) await owned.insertOne({ ...toDocument(record), _id: new ObjectId(), ...filter })
      else await owned.updateOne(filter, toChanges(record))
    },

    async erase(userId: string): Promise<void> {
      await deleteInChunks(owned, { userId: new ObjectId(userId) })
    },

    /** All records and tombstones, in the order of their latest changes. */
    async *streamAll(userId: string, batchSize: number): AsyncGenerator<FeedEntry> {
      // The head has no sequence number.
      const filter = { userId: new ObjectId(userId), seq: { $gt: 0 } }
      for await (const found of readInOrder(owned, { filter, sort: { seq: 1 }, batchSize }))
        yield toEntry(found)
    },

    /**
     * The changes after a position, in order; during a first sync without tombstones from before it. Ends before
     * `limit` with the record that exceeds the size of a page.
     */
    async feed(userId: string, { seq, firstSeq }: FeedPosition, limit: number): Promise<FeedEntry[]> {
      const after: Filter<OwnedDocument> = { userId: new ObjectId(userId), seq: { $gt: seq } }
      const current = { $or: [{ deletedAt: null }, { seq: { $gt: firstSeq ?? 0 } }] }
      const filter = firstSeq === null ? after : { $and: [after, current] }
      const found = await owned.find(filter, { sort: { seq: 1 }, limit, isLast: createPageSizeLimit() })
      return found.map(toEntry)
    },
  }
}

export type OwnedStore = ReturnType<typeof ownedStore>

const toEntry = (document: OwnedDocument): FeedEntry => ({
  type: document.type,
  id: (document.ref ?? document._id).toHexString(),
  version: document.version,
  deletedAt: document.deletedAt,
  seq: document.seq,
  row: toStoredRecord(document),
})

function toStored(document: OwnedDocument): Stored {
  const { userId, type, accepted } = document
  return { row: toStoredRecord(document), userId: userId.toHexString(), type, accepted }
}

function toHead(document: HeadDocument | null): Head {
  if (!document) return { seq: 0, counts: {}, active: {}, parts: {} }
  const { _id: _, userId: __, last = 0, counts = {}, active = {}, ...parts } = document
  return { seq: last, counts, active, parts }
}
