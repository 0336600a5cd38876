import type {
  AbstractCursor,
  AnyBulkWriteOperation,
  Collection as DriverCollection,
  Filter,
  FindCursor,
  ObjectId,
} from 'mongodb'
import type { BulkWrite, Collection, Entity } from '../database.js'
import { assertDefined } from '../filters.js'
import { createDecodingPause, waitForDecodingTurn } from './decoding.js'
import type { Perform } from './transactions.js'

/**
 * @param byId reads a document together with those that others read at the same time
 * @param isInTransaction returns whether the caller is in a transaction
 */
export function mongoCollection<T extends Entity>(
  driver: DriverCollection<T>,
  byId: (id: ObjectId) => Promise<T | null>,
  perform: Perform,
  isInTransaction: () => boolean,
): Collection<T> {
  // The driver's WithId<T> is T itself, because every Entity has its _id.
  const asDocument = async (found: Promise<unknown>) => (await found) as T | null
  const findOne: Collection<T>['findOne'] = (filter, options) =>
    asDocument(perform(session => driver.findOne(assertedFilter(filter), { session, ...options })))
  const find: Collection<T>['find'] = (filter, { isLast, ...options } = {}) =>
    perform(async session => {
      const cursor: FindCursor<unknown> = driver.find(assertedFilter(filter), { session, ...options })
      return readCursor(cursor as FindCursor<T>, isLast)
    })

  return {
    findOne,
    // A batch is shared with other requests, which must not see uncommitted changes.
    findById: async id => (isInTransaction() ? findOne({ _id: id } as Filter<T>) : byId(id)),
    findByIds: async ids => {
      if (isInTransaction()) return find({ _id: { $in: [...ids] } } as Filter<T>)
      return (await Promise.all(ids.map(id => byId(id)))).flatMap(document => document ?? [])
    },
    find,
    insertOne: async document => {
      await perform(session => driver.insertOne(document, { session }))
    },
    updateOne: (filter, update, options) =>
      perform(session => driver.updateOne(assertedFilter(filter), update, { session, ...options })),
    updateMany: (filter, update) =>
      perform(session => driver.updateMany(assertedFilter(filter), update, { session })),
    findOneAndUpdate: (filter, update, options) =>
      asDocument(
        perform(session =>
          driver.findOneAndUpdate(assertedFilter(filter), update, {
            returnDocument: 'after',
            session,
            ...options,
          }),
        ),
      ),
    findOneAndDelete: filter =>
      asDocument(perform(session => driver.findOneAndDelete(assertedFilter(filter), { session }))),
    deleteOne: async filter =>
      (await perform(session => driver.deleteOne(assertedFilter(filter), { session }))).deletedCount,
    deleteMany: async filter =>
      (await perform(session => driver.deleteMany(assertedFilter(filter), { session }))).deletedCount,
    countDocuments: filter => perform(session => driver.countDocuments(assertedFilter(filter), { session })),
    bulkWrite: async writes => {
      // The driver rejects an empty list.
      if (writes.length > 0)
        await perform(session => driver.bulkWrite(writes.map(assertDefinedFilter), { session }))
    },
  }
}

/**
 * Decodes the documents of a cursor one by one, and yields to the event loop regularly. Ends the cursor after the last
 * document, so that the server does not send the rest.
 */
async function readCursor<T>(cursor: AbstractCursor<T>, isLast?: (document: T) => boolean): Promise<T[]> {
  const found: T[] = []
  try {
    if (!(await cursor.hasNext())) return found
    // With a read limit, large documents are expected.
    if (isLast) await waitForDecodingTurn()
    const pauseIfLong = createDecodingPause()
    do {
      const pause = pauseIfLong()
      if (pause) await pause
      const document = await cursor.next()
      if (document === null) break
      found.push(document)
      if (isLast?.(document)) break
    } while (await cursor.hasNext())
    return found
  } finally {
    await cursor.close()
  }
}

/** Checks the filter, because the driver would treat undefined as a filter that matches everything. */
function assertDefinedFilter<T extends Entity>(write: BulkWrite<T>): AnyBulkWriteOperation<T> {
  for (const part of Object.values<object>(write)) if ('filter' in part) assertDefined(part.filter)
  return write as AnyBulkWriteOperation<T>
}

function assertedFilter<V>(filter: V): V {
  assertDefined(filter)
  return filter
}
