import { AsyncLocalStorage } from 'node:async_hooks'
import DataLoader from 'dataloader'
import { BSON } from 'mongodb'
import type {
  AbstractCursor,
  AnyBulkWriteOperation,
  Collection as DriverCollection,
  Db,
  Document,
  Filter,
  FindCursor,
  Long,
  ObjectId,
} from 'mongodb'
import type { BulkWrite, Collection, Entity } from '../database.js'
import { createTurnQueue } from '../../../lib/event-loop.js'
import { assertDefined } from '../filters.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { isRetryableRead } from './errors.js'
import { withTimeout, type Perform } from './transactions.js'

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

/** The maximum time of decoding without yielding, in milliseconds. */
const maxDecodeTime = 5
/** Longer decoding continues in a separate turn of the event loop for each result. */
const waitForTurn = createTurnQueue()

/**
 * Decodes the documents of a cursor one by one, and yields to the event loop regularly. Ends the cursor after the last
 * document, so that the server does not send the rest.
 */
async function readCursor<T>(cursor: AbstractCursor<T>, isLast?: (document: T) => boolean): Promise<T[]> {
  const found: T[] = []
  try {
    if (!(await cursor.hasNext())) return found
    // With a read limit, large documents are expected.
    if (isLast) await waitForTurn()
    let startedAt = performance.now()
    do {
      if (performance.now() - startedAt >= maxDecodeTime) {
        await waitForTurn()
        startedAt = performance.now()
      }
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

/** Identifies a document of the database. */
interface DocumentKey {
  collection: string
  id: ObjectId
}

type IdLoader = DataLoader<DocumentKey, Entity | null>

/** Reads documents of all collections by their ids. Concurrent reads are sent to the database in one command. */
export function idLoader(db: Db, instrumentation: DatabaseInstrumentation): IdLoader {
  async function read(keys: readonly DocumentKey[]): Promise<(Entity | null)[]> {
    const counts = new Map<string, number>()
    const distinct = new Map<string, DocumentKey>()
    const names = keys.map(key => {
      counts.set(key.collection, (counts.get(key.collection) ?? 0) + 1)
      const name = nameOf(key.collection, key.id)
      distinct.set(name, key)
      return name
    })
    const found = await instrumentation.batch(counts, () =>
      withTimeout(findByKeys(db, [...distinct.values()])),
    )
    return names.map(name => found.get(name) ?? null)
  }
  // A batch serves several requests, so it must not run in the asynchronous context of one of them.
  const runWithoutContext = AsyncLocalStorage.snapshot()
  return new DataLoader(read, {
    cache: false,
    maxBatchSize,
    // Requests that arrive together are read by separate callbacks of one turn of the event loop. setImmediate runs after
    // all of them, whereas the default schedule of DataLoader would create a batch for each.
    batchScheduleFn: batch => runWithoutContext(() => setImmediate(batch)),
  })
}

/** The maximum number of documents that are read by their ids in one command. */
const maxBatchSize = 1000

/** A document together with the name of its collection. */
interface NamedDocument {
  collection: string
  document: Entity
}

const nameOf = (collection: string, id: ObjectId) => `${collection} ${id.toHexString()}`

/** Returns the documents by the names of their keys. */
async function findByKeys(db: Db, keys: readonly DocumentKey[]): Promise<ReadonlyMap<string, Entity>> {
  const ids = new Map<string, ObjectId[]>()
  const collectionOf = new Map<string, string>()
  for (const { collection, id } of keys) {
    const others = ids.get(collection)
    if (others) others.push(id)
    else ids.set(collection, [id])
    collectionOf.set(id.toHexString(), collection)
  }
  const sharesIds = collectionOf.size < keys.length
  const { documents, isComplete } = await readOnceMore(() => readCommand(db, commandOf(ids, sharesIds)))
  const named = sharesIds
    ? (documents as NamedDocument[])
    : (documents as Entity[]).map(document => ({
        collection: collectionOf.get(document._id.toHexString()) ?? '',
        document,
      }))
  const found = new Map(
    named.map(({ collection, document }) => [nameOf(collection, document._id), document] as const),
  )
  if (isComplete) return found
  const others = keys.filter(({ collection, id }) => !found.has(nameOf(collection, id)))
  return new Map([...found, ...(await findByKeys(db, others))])
}

/**
 * Returns the command that reads documents.
 * @param ids the distinct ids by collection
 * @param sharesIds true if documents of several collections have the same id, so that each needs the name of its
 * collection
 */
function commandOf(ids: ReadonlyMap<string, readonly ObjectId[]>, sharesIds: boolean): ReadCommand {
  const [first, ...others] = [...ids].map(([name, distinct]) => ({ name, filter: idFilter(distinct) }))
  if (!first) throw new Error('no ids to read')
  const readConcern = { level: 'majority' }
  // One more than can be found, so that the server knows that there are no others.
  const batchSize = maxBatchSize + 1
  if (others.length === 0) return { find: first.name, filter: first.filter, batchSize, readConcern }
  const pipelineOf = ({ name, filter }: typeof first): object[] => [
    { $match: filter },
    ...(sharesIds ? [{ $replaceWith: { collection: { $literal: name }, document: '$$ROOT' } }] : []),
  ]
  const unions = others.map(other => ({ $unionWith: { coll: other.name, pipeline: pipelineOf(other) } }))
  return {
    aggregate: first.name,
    pipeline: [...pipelineOf(first), ...unions],
    cursor: { batchSize },
    readConcern,
  }
}

// MongoDB does not plan a query for a single id, which makes `user(id)` at one connection faster (test/bench/rivals.js).
const idFilter = (ids: readonly ObjectId[]) => ({ _id: ids.length === 1 ? ids[0] : { $in: ids } })

/** A command that returns documents, with the name of its collection in `find` or `aggregate`. */
interface ReadCommand extends Document {
  find?: string
  aggregate?: string
}

interface FirstResponse {
  cursor: {
    /** Zero if the response contains all documents. */
    id: Long | number
    firstBatch: Uint8Array[]
  }
}

/**
 * Runs a command that returns documents, and reads its first response. The response is incomplete if the documents exceed
 * its maximum size of 16 MiB. Commands inherit no options from the client.
 *
 * A cursor of the driver takes 1.5 times the processor time for 32 documents of each of two collections, and 1.2 times for
 * one document.
 */
async function readCommand(
  db: Db,
  command: ReadCommand,
): Promise<{ documents: unknown[]; isComplete: boolean }> {
  const { cursor } = (await db.command(command, { fieldsAsRaw: { firstBatch: true } })) as FirstResponse
  const isComplete = String(cursor.id) === '0'
  if (!isComplete) await db.command({ killCursors: command.find ?? command.aggregate, cursors: [cursor.id] })
  return { documents: await decode(cursor.firstBatch), isComplete }
}

/** Decodes documents one by one, and yields to the event loop regularly. */
async function decode(documents: readonly Uint8Array[]): Promise<unknown[]> {
  const decoded: unknown[] = []
  let startedAt = performance.now()
  for (const document of documents) {
    if (performance.now() - startedAt >= maxDecodeTime) {
      await waitForTurn()
      startedAt = performance.now()
    }
    decoded.push(BSON.deserialize(document, { validation: { utf8: false } }))
  }
  return decoded
}

/** Repeats a failed read once, as the driver does for the methods of a collection but not for commands. */
async function readOnceMore<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isRetryableRead(error)) throw error
    return read()
  }
}

function assertedFilter<V>(filter: V): V {
  assertDefined(filter)
  return filter
}
