import { AsyncLocalStorage } from 'node:async_hooks'
import DataLoader from 'dataloader'
import { BSON, type Db, type Document, type Long, type ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { createDecodingPause } from './decoding.js'
import { isRetryableRead } from './errors.js'
import { withTimeout } from './command-timeout.js'

/** The maximum number of documents that are read by their ids in one command. */
const maxBatchSize = 1000

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
    const texts = keys.map(key => {
      counts.set(key.collection, (counts.get(key.collection) ?? 0) + 1)
      const text = keyText(key)
      distinct.set(text, key)
      return text
    })
    const found = await instrumentation.batch(counts, () =>
      withTimeout(findByKeys(db, [...distinct.values()])),
    )
    return texts.map(text => found.get(text) ?? null)
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

/** A document together with the name of its collection. */
interface NamedDocument {
  collection: string
  document: Entity
}

/** Returns the same text for equal keys. */
const keyText = ({ collection, id }: DocumentKey) => `${collection} ${id.toHexString()}`

/** Returns the documents by the texts of their keys. @param keys distinct keys */
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
  const { documents, isComplete } = await retryReadOnce(() =>
    runReadCommand(db, readCommandFor(ids, sharesIds)),
  )
  const named = sharesIds
    ? (documents as NamedDocument[])
    : (documents as Entity[]).map(document => ({
        collection: collectionOf.get(document._id.toHexString()) ?? '',
        document,
      }))
  const found = new Map(
    named.map(({ collection, document }) => [keyText({ collection, id: document._id }), document] as const),
  )
  if (isComplete) return found
  const remaining = keys.filter(key => !found.has(keyText(key)))
  return new Map([...found, ...(await findByKeys(db, remaining))])
}

/**
 * Returns the command that reads documents.
 * @param ids the distinct ids by collection
 * @param sharesIds true if documents of several collections have the same id, so that each needs the name of its
 * collection
 */
function readCommandFor(ids: ReadonlyMap<string, readonly ObjectId[]>, sharesIds: boolean): ReadCommand {
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
async function runReadCommand(
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
  const pauseIfLong = createDecodingPause()
  for (const document of documents) {
    const pause = pauseIfLong()
    if (pause) await pause
    decoded.push(BSON.deserialize(document, { validation: { utf8: false } }))
  }
  return decoded
}

/** Repeats a failed read once, as the driver does for the methods of a collection but not for commands. */
async function retryReadOnce<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isRetryableRead(error)) throw error
    return read()
  }
}
