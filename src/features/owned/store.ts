import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import type { Database, Entity, Index } from '../../platform/database/database.js'
import type { Accepted } from './decision.js'
import type { FeedChange, OwnedType, Row } from './models.js'

/** Everything that people own, of every type: so that one index is the feed of all its changes. */
export interface OwnedDocument<Content extends object = object> extends Entity {
  userId: ObjectId
  type: OwnedType
  /** Whose change this stands for, where the record has another document or its id several owners. */
  ref?: ObjectId
  /** Place in the feed of its owner's changes. */
  seq: number
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  /** When a tombstone vanishes. */
  expiresAt?: Date
  accepted: Accepted[]
  content?: Content | null
}

/** What is counted and numbered of one person: every writer of theirs meets here. */
interface HeadDocument extends Entity {
  /** The number of the latest change. */
  seq: number
  /** How many living records there are of each type. */
  counts?: Partial<Record<OwnedType, number>>
}

export interface Head {
  seq: number
  counts: Partial<Record<OwnedType, number>>
}

/** A stored record with what its writers need to know. */
export interface Stored<Content extends object> {
  row: Row<Content>
  userId: string
  type: OwnedType
  accepted: Accepted[]
}

/** A place in somebody's feed; numbers from `firstSeq` on are later than the first sync that is under way. */
export interface FeedPlace {
  seq: number
  firstSeq: number | null
}

export interface FeedEntry extends FeedChange {
  seq: number
  row: Row
}

export function ownedStore(database: Database) {
  const owned = database.collection<OwnedDocument>('owned', [
    { key: { userId: 1, seq: 1 }, unique: true },
    {
      key: { userId: 1, type: 1, ref: 1 },
      unique: true,
      partialFilterExpression: { ref: { $type: 'objectId' } },
    },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const heads = database.collection<HeadDocument>('heads')

  return {
    /** Whoever has the id: it belongs to one record of one owner. */
    async look(id: string): Promise<Stored<object> | null> {
      return toStored(await owned.findOne({ _id: new ObjectId(id) }))
    },

    async lookForRef(userId: string, type: OwnedType, ref: string): Promise<Stored<object> | null> {
      return toStored(await owned.findOne({ userId: new ObjectId(userId), type, ref: new ObjectId(ref) }))
    },

    async head(userId: string): Promise<Head> {
      return toHead(await heads.findById(new ObjectId(userId)))
    },

    /** The next number of the feed. In a transaction: numbers become visible in their order. */
    async raise(userId: string, type: OwnedType, more: number): Promise<Head> {
      const $inc = { seq: 1, ...(more === 0 ? {} : { [`counts.${type}`]: more }) }
      return toHead(await heads.findOneAndUpdate({ _id: new ObjectId(userId) }, { $inc }, { upsert: true }))
    },

    async insert(
      { userId, type, accepted, row: { id, ...row } }: Stored<object>,
      seq: number,
      ref?: string,
    ): Promise<void> {
      await owned.insertOne({
        _id: ref === undefined ? new ObjectId(id) : new ObjectId(),
        userId: new ObjectId(userId),
        type,
        ...(ref === undefined ? {} : { ref: new ObjectId(ref) }),
        seq,
        accepted,
        ...row,
      })
    },

    /** Only a tombstone expires. */
    async write(
      { userId, type, accepted, row: { id, version, updatedAt, deletedAt, content } }: Stored<object>,
      { seq, expiresAt, ref }: { seq: number; expiresAt?: Date; ref?: string },
    ): Promise<void> {
      const which = ref === undefined ? { _id: new ObjectId(id) } : { ref: new ObjectId(ref) }
      const $set = { seq, version, updatedAt, deletedAt, content, accepted, ...(expiresAt && { expiresAt }) }
      await owned.updateOne(
        { ...which, userId: new ObjectId(userId), type },
        { $set, ...(expiresAt ? {} : { $unset: { expiresAt: true } }) },
      )
    },

    /** What has changed past a place, in order; during a first sync without what was deleted before it. */
    async feed(userId: string, { seq, firstSeq }: FeedPlace, limit: number): Promise<FeedEntry[]> {
      const past: Filter<OwnedDocument> = { userId: new ObjectId(userId), seq: { $gt: seq } }
      const living = { $or: [{ deletedAt: null }, { seq: { $gt: firstSeq ?? 0 } }] }
      const filter = firstSeq === null ? past : { $and: [past, living] }
      const found = await owned.find(filter, { sort: { seq: 1 }, limit })
      return found.map(document => ({
        type: document.type,
        id: (document.ref ?? document._id).toHexString(),
        version: document.version,
        deletedAt: document.deletedAt,
        seq: document.seq,
        row: toRow(document),
      }))
    },
  }
}

export type OwnedStore = ReturnType<typeof ownedStore>

/** One type's living records, for what its feature asks of them beside the way that all are written. */
export function ownedView<Content extends object>(
  database: Database,
  type: OwnedType,
  indexes: Index[] = [],
) {
  const owned = database.collection<OwnedDocument<Content>>(
    'owned',
    indexes.map(index => ({
      ...index,
      key: { userId: 1 as const, ...index.key },
      partialFilterExpression: { type },
    })),
  )
  const own = (userId: string) => ({ userId: new ObjectId(userId), type })
  return {
    collection: owned,
    /** The filter of everything of one owner; a tombstone is none of it. */
    living: (userId: string) => ({ ...own(userId), deletedAt: null }) as Filter<OwnedDocument<Content>>,
    async find(userId: string, id: string): Promise<Row<Content> | null> {
      const found = await owned.findOne({
        _id: new ObjectId(id),
        ...own(userId),
        deletedAt: null,
      })
      return found && toRow(found)
    },
  }
}

export function toRow<Content extends object>(document: OwnedDocument<Content>): Row<Content> {
  const { _id, ref, version, createdAt, updatedAt, deletedAt, content } = document
  return {
    id: (ref ?? _id).toHexString(),
    version,
    createdAt,
    updatedAt,
    deletedAt,
    content: content ?? null,
  }
}

function toStored(document: OwnedDocument | null): Stored<object> | null {
  if (!document) return null
  const { userId, type, accepted } = document
  return { row: toRow(document), userId: userId.toHexString(), type, accepted }
}

const toHead = (document: HeadDocument | null): Head => ({
  seq: document?.seq ?? 0,
  counts: document?.counts ?? {},
})
