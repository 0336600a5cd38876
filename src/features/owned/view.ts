import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import { cumulativeLimit, maxStoredObjects, storedObjectCount } from '../../lib/object-count.js'
import type { Database, Entity, Index } from '../../platform/database/database.js'
import type { Accepted } from './decision.js'
import { firstHeadPlace, headIdOf } from './head-place.js'
import type { OwnedType, StoredRecord } from './models.js'

/** Everything that people own, of every type: so that one index is the feed of all its changes. */
export interface OwnedDocument<
  Content extends object = object,
  Derived extends object = object,
> extends Entity {
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
  derived?: Derived | null
}

/** Heads lie behind all records. */
export const firstHeadId = new ObjectId(firstHeadPlace)

export const headId = (userId: string): ObjectId => new ObjectId(headIdOf(userId))

/** By which a head is written; a new one begins so. It is of no type, and has no place in the feed. */
export const headPlace = (userId: string) => ({ _id: headId(userId), userId: new ObjectId(userId) })

/**
 * One type's living records, for what its feature asks of them beside the way that all are written.
 * @param indexes over fields behind the owner
 */
export function ownedView<Content extends object, Derived extends object = object>(
  database: Database,
  type: OwnedType,
  indexes: Index[] = [],
) {
  const owned = database.collection<OwnedDocument<Content, Derived>>(
    'ownedRecords',
    indexes.map(index => ({
      ...index,
      key: { userId: 1 as const, ...index.key },
      // Several types may order by the same fields.
      name: `${type}_${Object.keys(index.key).join('_')}`,
      partialFilterExpression: { type },
    })),
  )
  /** The filter of everything of one owner; a tombstone is none of it. */
  const living = (userId: string) =>
    ({ userId: new ObjectId(userId), type, deletedAt: null }) as Filter<OwnedDocument<Content, Derived>>
  return {
    collection: owned,
    living,
    /** Some of one owner, in no order. */
    async some(userId: string, limit: number): Promise<StoredRecord<Content, Derived>[]> {
      return (await owned.find(living(userId), { limit })).map(toRow)
    },
    /** Reads of one tick go to the database together. */
    async find(userId: string, id: string): Promise<StoredRecord<Content, Derived> | null> {
      const found = await owned.findById(new ObjectId(id))
      const isOwn = found?.type === type && found.userId.toHexString() === userId
      return isOwn && found.deletedAt === null ? toRow(found) : null
    },
  }
}

/** An index in the order of a field, from the last on, behind fields that are to be equal. */
export const latestBy = (field: string, ...equal: string[]): Index => ({
  key: {
    deletedAt: 1,
    ...Object.fromEntries(equal.map(name => [name, 1 as const])),
    [field]: -1,
    _id: -1,
  },
})

/** Whether a page has enough of very large records: from the first on that is one too many for an answer. */
export function tooLarge(): (document: OwnedDocument) => boolean {
  const isOneTooMany = cumulativeLimit(maxStoredObjects)
  return document => isOneTooMany(storedObjectCount(document))
}

export function toRow<Content extends object, Derived extends object>(
  document: OwnedDocument<Content, Derived>,
): StoredRecord<Content, Derived> {
  const { _id, ref, version, createdAt, updatedAt, deletedAt, content = null, derived = null } = document
  const id = (ref ?? _id).toHexString()
  return { id, version, createdAt, updatedAt, deletedAt, content, derived }
}
