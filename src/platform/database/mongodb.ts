import DataLoader from 'dataloader'
import {
  MongoClient,
  MongoError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb'
import type { Collection as DriverCollection, Db, Document, Filter, ObjectId } from 'mongodb'
import { DatabaseUnavailableError, DuplicateKeyError } from './database.js'
import type { Collection, Database, Entity, Index } from './database.js'
import { DeadlineError, withDeadline } from '../../lib/deadline.js'
import { seconds } from '../../lib/quantities.js'
import { assertDefined } from './filters.js'

const answerDeadline = 10 * seconds

/**
 * MongoDB 4.4 or later, a replica set or a standalone. Without a `databaseName` the one in the uri is used.
 * A write is acknowledged once a majority has journalled it. No operation takes longer than ten seconds.
 * @throws DatabaseUnavailableError when no server answers within five seconds
 */
export async function openMongo(uri: string, options: { databaseName?: string } = {}): Promise<Database> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: false,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 5 * seconds,
    connectTimeoutMS: 5 * seconds,
    waitQueueTimeoutMS: answerDeadline,
    // Frees the connection of a server that fell silent; `timeoutMS` does nothing any more.
    socketTimeoutMS: answerDeadline,
  })
  try {
    await translated(client.connect())
  } catch (error) {
    await client.close()
    throw error
  }
  return mongoDatabase(client, client.db(options.databaseName))
}

function mongoDatabase(client: MongoClient, db: Db): Database {
  const wanted: { name: string; indexes: Index[] }[] = []
  return {
    collection<T extends Entity>(name: string, indexes: Index[] = []) {
      if (indexes.length > 0) wanted.push({ name, indexes })
      return mongoCollection(db.collection<T>(name))
    },
    async prepare() {
      await Promise.all(
        wanted.map(({ name, indexes }) => translated(db.collection(name).createIndexes(indexes))),
      )
    },
    async ping() {
      await translated(db.command({ ping: 1 }))
    },
    async close() {
      await client.close()
    },
  }
}

function mongoCollection<T extends Entity>(driver: DriverCollection<T>): Collection<T> {
  const byId = idLoader(driver)
  // The driver's WithId<T> is T itself, because every Entity has its _id.
  const one = async (found: Promise<unknown>) => (await translated(found)) as T | null
  return {
    findById: id => byId.load(id),
    findOne: async (filter, options) => one(driver.findOne(defined(filter), options)),
    find: async (filter, options) =>
      (await translated(driver.find(defined(filter), options).toArray())) as unknown as T[],
    insertOne: async document => {
      await translated(driver.insertOne(document))
    },
    updateOne: async (filter, update, options) =>
      translated(driver.updateOne(defined(filter), update, options)),
    updateMany: async (filter, update) => translated(driver.updateMany(defined(filter), update)),
    findOneAndUpdate: async (filter, update, options) =>
      one(driver.findOneAndUpdate(defined(filter), update, { ...options, returnDocument: 'after' })),
    findOneAndDelete: async filter => one(driver.findOneAndDelete(defined(filter))),
    deleteOne: async filter => (await translated(driver.deleteOne(defined(filter)))).deletedCount,
    deleteMany: async filter => (await translated(driver.deleteMany(defined(filter)))).deletedCount,
    countDocuments: async filter => translated(driver.countDocuments(defined(filter))),
  }
}

// Requests that arrive together are read by separate callbacks of one turn of the event loop: only
// setImmediate sees them all, DataLoader's own schedule would make one batch of each.
function idLoader<T extends Entity>(driver: DriverCollection<T>) {
  return new DataLoader((ids: readonly ObjectId[]) => findByIds(driver, ids), {
    cache: false,
    maxBatchSize: 1000,
    batchScheduleFn: setImmediate,
  })
}

async function findByIds<T extends Entity>(driver: DriverCollection<T>, ids: readonly ObjectId[]) {
  const distinct = new Map(ids.map(id => [id.toHexString(), id]))
  const filter = { _id: { $in: [...distinct.values()] } } as Filter<T>
  const documents = (await translated(driver.find(filter).toArray())) as unknown as T[]
  const found = new Map(documents.map(document => [document._id.toHexString(), document]))
  return ids.map(id => found.get(id.toHexString()) ?? null)
}

function defined<V>(filter: V): V {
  assertDefined(filter)
  return filter
}

async function translated<V>(result: Promise<V>): Promise<V> {
  try {
    // The driver repeats a read or write that failed, which would make its own timeouts add up.
    return await withDeadline(result, answerDeadline)
  } catch (cause) {
    if (cause instanceof MongoServerError && cause.code === 11000) {
      throw new DuplicateKeyError(Object.keys((cause['keyPattern'] as Document | undefined) ?? {}), { cause })
    }
    if (isUnavailable(cause)) throw new DatabaseUnavailableError({ cause })
    throw cause
  }
}

const unreachable = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
]

/** Server errors of a primary that stepped down, shuts down, or ran out of time, by their code. */
const passingCodes = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

function isUnavailable(error: unknown): boolean {
  if (error instanceof DeadlineError) return true
  if (!(error instanceof MongoError)) return false
  if (unreachable.some(type => error instanceof type)) return true
  // A connection pool that was cleared, or whose queue was too long, says so only by these.
  if (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel('RetryableWriteError')) return true
  return passingCodes.has(Number(error.code))
}
