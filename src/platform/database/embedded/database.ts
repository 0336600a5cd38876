import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ObjectId } from 'mongodb'
import { seconds } from '../../../lib/quantities.js'
import type { Collection, Database, DatabaseOptions, Entity, Index } from '../database.js'
import { embeddedCollection } from './collection.js'
import { unreadableDataFile } from './check-data-file.js'
import { openDisk } from './disk.js'
import type { Disk } from './disk.js'
import { compileFilter } from './query.js'
import { noInstrumentation } from '../instrumentation.js'
import { instrumentCollection } from '../instrumented-collection.js'
import { createTable } from './table.js'
import type { Table } from './table.js'
import { rewriteCollection, rewriteJob } from './rewrite-job.js'
import { embeddedTransactions } from './transactions.js'

const expiryInterval = 60 * seconds

export interface EmbeddedDatabase extends Database {
  /** Deletes documents that have expired. This happens automatically every minute and in `prepare`. */
  deleteExpired(now: Date): Promise<void>
}

/**
 * Opens a database in a folder, for one process. Documents are kept in memory, and written to disk before they are
 * acknowledged or visible to other readers.
 * @throws Error if another process has the folder open
 * @throws ConfigError if the data cannot be read
 */
export async function openEmbedded(folder: string, options?: DatabaseOptions): Promise<EmbeddedDatabase> {
  const disk = await openDisk(folder)
  try {
    return await embeddedDatabase(disk, options)
  } catch (error) {
    await disk.close()
    throw unreadableDataFile(folder, error)
  }
}

/** Opens a database on any disk, so that tests can simulate failures. */
export async function embeddedDatabase(
  disk: Disk,
  {
    transactionTimeout = 10 * seconds,
    instrumentation = noInstrumentation,
    clock = () => new Date(),
  }: DatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  const collections = new Map<string, CollectionState>()
  const access = embeddedTransactions(disk, load, transactionTimeout, instrumentation)
  const { transaction, afterCommit, assertAvailable, stop } = access

  function collectionState(name: string): CollectionState {
    const state = collections.get(name) ?? { table: createTable(name), pendingIndexes: [], indexes: [] }
    collections.set(name, state)
    return state
  }

  async function load() {
    for (const { table } of collections.values()) table.clear()
    let count = 0
    for await (const { collection, bytes } of disk.load()) {
      collectionState(collection).table.load(bytes)
      if (++count % 1000 === 0) await nextTurn()
    }
  }

  const existing = <T extends Entity>(name: string) =>
    instrumentCollection(
      embeddedCollection<T>(collectionState(name).table, access),
      name,
      instrumentation,
      () => false,
    )

  const sweep = (now: Date) =>
    access.write(overlay => {
      for (const { table, indexes } of collections.values())
        for (const id of findExpiredIds(table, indexes, now)) {
          const document = table.latest.byId(id)
          if (document) table.remove(overlay, document)
        }
    })

  await load()
  // Ignore errors: the next run deletes the remaining documents.
  const timer = setInterval(() => void sweep(new Date()).catch(() => undefined), expiryInterval).unref()

  return {
    collection<T extends Entity>(name: string, indexes: Index[] = []) {
      collectionState(name).pendingIndexes.push(...indexes)
      return existing<T>(name)
    },
    administration: {
      existing,
      collectionNames: async () =>
        [...collections].filter(([, { table }]) => table.latest.count() > 0).map(([name]) => name),
      renameCollection: async (from, to, onProgress) =>
        moveDocuments(
          { transaction },
          embeddedCollection(collectionState(from).table, access),
          embeddedCollection(collectionState(to).table, access),
          onProgress,
        ),
    },
    transaction,
    afterCommit,
    async prepare() {
      for (const { table, pendingIndexes, indexes } of collections.values()) {
        table.addIndexes(pendingIndexes)
        indexes.push(...pendingIndexes.splice(0))
      }
      await sweep(new Date())
    },
    jobs: [rewriteJob(disk, embeddedCollection(collectionState(rewriteCollection).table, access), clock)],
    ping: async () => assertAvailable(),
    deleteExpired: sweep,
    async close() {
      clearInterval(timer)
      stop()
      await disk.close()
    },
  }
}

/** Documents that move in one transaction. Each can have a megabyte. */
const documentsMovedAtOnce = 100

/** A document is in exactly one of both collections at any time, so that the move can be continued after a kill. */
async function moveDocuments(
  { transaction }: Pick<Database, 'transaction'>,
  from: Collection<Entity>,
  to: Collection<Entity>,
  onProgress?: (documents: number) => void,
): Promise<void> {
  for (let moved = 0; ;) {
    const found = await from.find({}, { limit: documentsMovedAtOnce })
    if (found.length === 0) return
    await transaction('', async () => {
      await to.bulkWrite(found.map(document => ({ insertOne: { document } })))
      await from.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
    })
    moved += found.length
    onProgress?.(moved)
  }
}

interface CollectionState {
  table: Table
  /** Indexes that `prepare` has yet to create. */
  pendingIndexes: Index[]
  indexes: Index[]
}

/** Decodes only the date fields of documents that are not decoded yet. */
function findExpiredIds(table: Table, indexes: Index[], now: Date): ObjectId[] {
  const expiries = indexes.flatMap(({ key, expireAfterSeconds }) =>
    expireAfterSeconds === undefined ? [] : { field: Object.keys(key)[0] ?? '', expireAfterSeconds },
  )
  if (expiries.length === 0) return []
  const tests = expiries.map(({ field, expireAfterSeconds }) =>
    compileFilter({ [field]: { $lte: new Date(now.getTime() - expireAfterSeconds * seconds) } }),
  )
  const parts = table.partialDocuments(expiries.map(({ field }) => field))
  return [...parts].filter(part => tests.some(test => test.matches(part))).map(({ _id }) => _id)
}
