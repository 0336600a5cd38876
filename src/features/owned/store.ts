import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import { chunk } from '../../lib/chunk.js'
import { yieldToEventLoop } from '../../lib/event-loop.js'
import type { BulkWrite, Database, Entity } from '../../platform/database/database.js'
import { deleteInChunks } from '../../platform/database/delete-in-chunks.js'
import { readInOrder } from '../../platform/database/read-in-order.js'
import type { Accepted } from './decision.js'
import { headIdOf } from './head-place.js'
import type { DerivedPatch, FeedChange, Head, HeadFields, OwnedType, StoredRecord } from './models.js'
import { firstHeadId, headId, headPlace, tooLarge, toRow, type OwnedDocument } from './view.js'

/** The document of a head. Every write of the user meets here. The fields that are not named are the parts of features. */
interface HeadDocument extends Entity, Partial<Pick<Head, 'counts' | 'active'>> {
  userId: ObjectId
  /** The number of the latest change. The head itself has no place in the feed. */
  last?: number
}

/** A stored record with what its writers need to know. */
export interface Stored<Content extends object = object, Derived extends object = object> {
  row: StoredRecord<Content, Derived>
  userId: string
  type: OwnedType
  accepted: Accepted[]
}

/** What becomes of a head. */
export interface HeadChange {
  /** How many numbers of the feed are taken. */
  numbers: number
  counts?: Partial<Record<OwnedType, number>>
  active?: Partial<Record<OwnedType, string | null>>
  fields?: HeadFields
}

/** A place in somebody's feed; numbers from `firstSeq` on are later than the first sync that is under way. */
export interface FeedPlace {
  seq: number
  firstSeq: number | null
}

export interface FeedEntry extends FeedChange {
  seq: number
  row: StoredRecord
}

/** A record that is to be written, in its place in the feed. */
export interface Placed {
  stored: Stored
  seq: number
  isNew: boolean
  /** Only a tombstone expires. */
  expiresAt: Date | null
}

/** A patch of what is derived for a record, in its place in the feed. */
export interface PlacedPatch extends DerivedPatch {
  seq: number
}

/** One change can give thousands of workouts another one before them. */
const writtenAtOnce = 250

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
    /** Whoever has the ids: each belongs to one record of one owner. */
    async findMany(ids: readonly string[]): Promise<Map<string, Stored>> {
      const wanted = ids.map(id => new ObjectId(id))
      const found = await owned.find({ _id: { $in: wanted } })
      return new Map(found.map(document => [document._id.toHexString(), toStored(document)]))
    },

    /** The same of one; reads of one tick go to the database together. */
    async find(id: string): Promise<Stored | null> {
      const found = await owned.findById(new ObjectId(id))
      return found && toStored(found)
    },

    /** The same, with the head of the person who writes, and those of the ids that are people's. */
    async findManyWithHead(userId: string, ids: readonly string[]) {
      const placeOf = new Map([userId, ...ids].map(id => [headIdOf(id), id]))
      const wanted = [...ids, ...placeOf.keys()].map(id => new ObjectId(id))
      const stored = new Map<string, Stored>()
      const heads = new Map<string, HeadDocument>()
      for (const document of await owned.find({ _id: { $in: wanted } })) {
        const id = document._id.toHexString()
        const person = placeOf.get(id)
        if (person === undefined) stored.set(id, toStored(document))
        else heads.set(person, document)
      }
      return { stored, head: toHead(heads.get(userId) ?? null), people: new Set([userId, ...heads.keys()]) }
    },

    /** The living records of one type whose content has one of some values in a field. */
    async findByContent(userId: string, type: OwnedType, field: string, values: readonly unknown[]) {
      const its = { userId: new ObjectId(userId), type, deletedAt: null }
      const found = await owned.find({ ...its, [`content.${field}`]: { $in: values } })
      return found.map(document => [document._id.toHexString(), toStored(document)] as const)
    },

    async findReference(userId: string, type: OwnedType, ref: string): Promise<Stored | null> {
      const found = await owned.findOne({ userId: new ObjectId(userId), type, ref: new ObjectId(ref) })
      return found && toStored(found)
    },

    /** Everybody who has written something. */
    async owners(): Promise<string[]> {
      const found = await heads.find({ _id: { $gte: firstHeadId } }, { projection: { userId: 1 } })
      return found.map(({ userId }) => userId.toHexString())
    },

    async head(userId: string): Promise<Head> {
      return toHead(await heads.findById(headId(userId)))
    },

    /** Takes the next numbers of the feed. In a transaction: numbers become visible in their order. @returns the last */
    async raiseHead(userId: string, change: HeadChange): Promise<number> {
      const update = headUpdate(change)
      // All else of it is a hundred times as large.
      const options = { upsert: true, projection: { last: 1 } } as const
      const after = await heads.findOneAndUpdate(headPlace(userId), update, options)
      return after?.last ?? 0
    },

    /**
     * Writes them in one command, unless there are very many.
     * @param change of the head, where it has not been raised before
     */
    async write(
      userId: string,
      records: readonly Placed[],
      patches: readonly PlacedPatch[],
      change: HeadChange | null = null,
    ): Promise<void> {
      const head = change && { filter: headPlace(userId), update: headUpdate(change), upsert: true }
      const added = records.filter(({ isNew }) => isNew)
      const writes: BulkWrite<OwnedDocument>[] = [
        // Another instance's write of this person is met here.
        ...(head ? [{ updateOne: head }] : []),
        // Of a bulk, the server is sent each kind that follows another one by itself: one record goes with the updates.
        ...records.filter(({ isNew }) => !isNew).map(toUpdate),
        ...patches.map(patch => toPatch(userId, patch)),
        ...added.map(added.length === 1 ? toUpsert : toInsert),
      ]
      for (const piece of chunk(writes, writtenAtOnce, () => 1)) {
        await owned.bulkWrite(piece)
        if (writes.length > writtenAtOnce) await yieldToEventLoop()
      }
    },

    /** Removes the derived data of tombstones that have not expired because of it, and lets them expire. */
    async release(userId: string, type: OwnedType, ids: readonly string[], expiresAt: Date): Promise<void> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      const kept = { deletedAt: { $ne: null }, expiresAt: { $exists: false } }
      await owned.updateMany(
        { _id, userId: new ObjectId(userId), type, ...kept },
        { $set: { derived: {}, expiresAt } },
      )
    },

    /** Gives a place in the feed to what is kept elsewhere, under the id of what it stands for. */
    async writeReference(ref: string, placed: Placed): Promise<void> {
      const { userId, type } = placed.stored
      const its = { ref: new ObjectId(ref), userId: new ObjectId(userId), type }
      if (placed.isNew) await owned.insertOne({ ...toDocument(placed), _id: new ObjectId(), ...its })
      else await owned.updateOne(its, changesOf(placed))
    },

    /** Leaves nothing of a person. */
    async erase(userId: string): Promise<void> {
      await deleteInChunks(owned, { userId: new ObjectId(userId) })
    },

    /** All records and tombstones, in the order of their latest changes. */
    async *every(userId: string, atOnce: number): AsyncGenerator<FeedEntry> {
      // The head has no place in the feed.
      const filter = { userId: new ObjectId(userId), seq: { $gt: 0 } }
      for await (const found of readInOrder(owned, { filter, sort: { seq: 1 }, batchSize: atOnce }))
        yield toEntry(found)
    },

    /**
     * What has changed past a place, in order; during a first sync without what was deleted before it. Ends early with
     * the first record that is one too many of very large ones.
     */
    async feed(userId: string, { seq, firstSeq }: FeedPlace, limit: number): Promise<FeedEntry[]> {
      const past: Filter<OwnedDocument> = { userId: new ObjectId(userId), seq: { $gt: seq } }
      const living = { $or: [{ deletedAt: null }, { seq: { $gt: firstSeq ?? 0 } }] }
      const filter = firstSeq === null ? past : { $and: [past, living] }
      const found = await owned.find(filter, { sort: { seq: 1 }, limit, isLast: tooLarge() })
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
  row: toRow(document),
})

function toStored(document: OwnedDocument): Stored {
  const { userId, type, accepted } = document
  return { row: toRow(document), userId: userId.toHexString(), type, accepted }
}

function toHead(document: HeadDocument | null): Head {
  if (!document) return { seq: 0, counts: {}, active: {}, parts: {} }
  const { _id: _, userId: __, last = 0, counts = {}, active = {}, ...parts } = document
  return { seq: last, counts, active, parts }
}

function headUpdate({ numbers, counts = {}, active = {}, fields = {} }: HeadChange) {
  const $inc: Record<string, number> = { last: numbers }
  const $set: Record<string, unknown> = {}
  const $unset: Record<string, true> = {}
  for (const [type, more] of Object.entries(counts)) if (more !== 0) $inc[`counts.${type}`] = more
  const parts = [
    ...Object.entries(active).map(([type, id]) => [`active.${type}`, id] as const),
    ...Object.entries(fields),
  ]
  for (const [path, value] of parts) {
    if (value === null) $unset[path] = true
    else $set[path] = value
  }
  const isAny = (part: object) => Object.keys(part).length > 0
  return { $inc, ...(isAny($set) && { $set }), ...(isAny($unset) && { $unset }) }
}

const recordPlace = ({ userId, type, row }: Stored) => ({
  ...{ _id: new ObjectId(row.id), userId: new ObjectId(userId), type },
})

const toUpdate = (placed: Placed): BulkWrite<OwnedDocument> => ({
  updateOne: { filter: recordPlace(placed.stored), update: changesOf(placed) },
})

const toInsert = (placed: Placed): BulkWrite<OwnedDocument> => ({
  insertOne: { document: { ...toDocument(placed), _id: new ObjectId(placed.stored.row.id) } },
})

/** An insert in the form of an update. Nothing has its number yet: where the id is taken, it is a duplicate. */
function toUpsert(placed: Placed): BulkWrite<OwnedDocument> {
  const { userId: _, type: __, seq, ...$set } = toDocument(placed)
  return { updateOne: { filter: { ...recordPlace(placed.stored), seq }, update: { $set }, upsert: true } }
}

function toPatch(userId: string, { id, type, set, seq }: PlacedPatch): BulkWrite<OwnedDocument> {
  const $set: Record<string, unknown> = { seq }
  for (const [field, value] of Object.entries(set)) $set[`derived.${field}`] = value
  return {
    updateOne: {
      filter: { _id: new ObjectId(id), userId: new ObjectId(userId), type, deletedAt: null },
      update: { $set },
    },
  }
}

function toDocument({ stored: { row, userId, type, accepted }, seq, expiresAt }: Placed) {
  const { id: _, ...fields } = row
  const expiring = expiresAt && { expiresAt }
  return {
    ...{ userId: new ObjectId(userId), type, seq, accepted, ...fields, derived: row.derived ?? {} },
    ...expiring,
  }
}

function changesOf({ stored, seq, expiresAt }: Placed) {
  const { version, updatedAt, deletedAt, content, derived } = stored.row
  const kept = { content, derived: derived ?? {}, accepted: stored.accepted }
  const $set = { seq, version, updatedAt, deletedAt, ...kept }
  return expiresAt ? { $set: { ...$set, expiresAt } } : { $set, $unset: { expiresAt: true as const } }
}
