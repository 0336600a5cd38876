import { ObjectId, type Filter } from 'mongodb'
import { cumulativeLimit, maxStoredObjects, storedObjectCount } from '../../lib/object-count.js'
import { mapNodes, type Page, type PageArguments } from '../../lib/pages.js'
import type { Database, Entity, Index } from '../../platform/database/database.js'
import { findPage, type PageOrder } from '../../platform/database/find-page.js'
import { readInOrder } from '../../platform/database/read-in-order.js'
import { firstHeadIdHex, headIdOf } from './head-id.js'
import type { Accepted, OwnedType, StoredRecord } from './models.js'

/** Records of all types are in one collection, so that one index serves the feed of all changes of a user. */
export interface OwnedDocument<
  Content extends object = object,
  Derived extends object = object,
> extends Entity {
  userId: ObjectId
  type: OwnedType
  /** The id of the record that this feed entry is for, if the record is stored in another collection. */
  ref?: ObjectId
  /** Sequence number in the change feed of the owner. */
  seq: number
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  /** When a tombstone is removed. */
  expiresAt?: Date
  accepted: Accepted[]
  content?: Content | null
  derived?: Derived | null
}

interface RecordPage {
  /** Conditions in addition to the owner and the type. */
  conditions: object
  order: PageOrder
  /** Null if it is unknown. */
  totalCount: number | null
}

const readBatchSize = 100

/** The ids of all heads are at or above this id. */
export const firstHeadId = new ObjectId(firstHeadIdHex)

export const headId = (userId: string): ObjectId => new ObjectId(headIdOf(userId))

/** The filter for writing a head, and the initial fields of a new one. A head has no type and no sequence number. */
export const headFilter = (userId: string) => ({ _id: headId(userId), userId: new ObjectId(userId) })

/**
 * Reads the records of one type, without tombstones.
 * @param indexes The keys are appended to the id of the owner.
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
      // Several types may have an index with the same key.
      name: `${type}_${Object.keys(index.key).join('_')}`,
      partialFilterExpression: { type },
    })),
  )
  /** Selects the records of one owner, without tombstones. */
  const liveFilter = (userId: string) =>
    ({ userId: new ObjectId(userId), type, deletedAt: null }) as Filter<OwnedDocument<Content, Derived>>
  return {
    collection: owned,
    liveFilter,
    /** Up to `limit` records of one owner that meet the conditions. Without `sort`, they are in no particular order. */
    async findSome(
      userId: string,
      limit: number,
      { conditions = {}, sort }: { conditions?: object; sort?: Record<string, 1 | -1> } = {},
    ): Promise<StoredRecord<Content, Derived>[]> {
      const filter = { ...liveFilter(userId), ...conditions }
      return (await owned.find(filter, { limit, ...(sort && { sort }) })).map(toStoredRecord)
    },
    /** Reads all records of one owner, in no particular order. */
    async *streamAll(userId: string): AsyncGenerator<StoredRecord<Content, Derived>> {
      const all = { filter: liveFilter(userId), sort: { _id: 1 as const }, batchSize: readBatchSize }
      for await (const document of readInOrder(owned, all)) yield toStoredRecord(document)
    },
    /**
     * Reads a page of the records of one owner. A page of very large records is shorter.
     * @throws AppError BAD_USER_INPUT
     */
    async page(
      userId: string,
      { conditions, order, totalCount }: RecordPage,
      pageArguments: PageArguments,
    ): Promise<Page<StoredRecord<Content, Derived>, number | null>> {
      const filter = { ...liveFilter(userId), ...conditions }
      const list = { filter, order, totalCount, createIsLast: createPageSizeLimit }
      return mapNodes(await findPage(owned, list, pageArguments), toStoredRecord)
    },
    newId: (): string => new ObjectId().toHexString(),
    /** Reads of the same tick are sent to the database in one command. */
    async find(userId: string, id: string): Promise<StoredRecord<Content, Derived> | null> {
      const found = await owned.findById(new ObjectId(id))
      const isOwn = found?.type === type && found.userId.toHexString() === userId
      return isOwn && found.deletedAt === null ? toStoredRecord(found) : null
    },
  }
}

/** An index in descending order of a field, after the fields that are compared for equality. */
export const latestFirstIndex = (field: string, ...equal: string[]): Index => ({
  key: {
    deletedAt: 1,
    ...Object.fromEntries(equal.map(name => [name, 1 as const])),
    [field]: -1,
    _id: -1,
  },
})

/** Returns a predicate that is true from the first document on that exceeds the size of a page. */
export function createPageSizeLimit(): (document: OwnedDocument) => boolean {
  const isOneTooMany = cumulativeLimit(maxStoredObjects)
  return document => isOneTooMany(storedObjectCount(document))
}

export function toStoredRecord<Content extends object, Derived extends object>(
  document: OwnedDocument<Content, Derived>,
): StoredRecord<Content, Derived> {
  const { _id, ref, version, createdAt, updatedAt, deletedAt, content = null, derived = null } = document
  const id = (ref ?? _id).toHexString()
  return { id, version, createdAt, updatedAt, deletedAt, content, derived }
}
