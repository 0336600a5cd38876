import { isDeepStrictEqual } from 'node:util'
import { MongoServerError, type Db, type Document } from 'mongodb'
import { seconds } from '../../../lib/quantities.js'
import type { Index } from '../database.js'
import type { SchemaVersionStore } from '../schema-version.js'

/** The indexes of each collection, by its name. */
export type IndexesByCollection = ReadonlyMap<string, readonly Index[]>

/** The number of concurrent commands. Each holds locks, and a deployment starts many instances at once. */
const concurrency = 4

/** Running this twice is harmless, so the lease is short: other instances need not wait long for one that was killed. */
const leaseDuration = 15 * seconds

interface PrepareOptions {
  db: Db
  schemaVersions: SchemaVersionStore
  indexes: IndexesByCollection
  /** Runs work with a client without a socket timeout. */
  withoutTimeout: (work: (db: Db) => Promise<void>) => Promise<void>
}

/**
 * Creates missing collections and indexes, one instance at a time. Existing ones are checked at every start, because
 * indexes can be dropped manually or missing in a backup.
 */
export async function prepareMongo({
  db,
  schemaVersions,
  indexes,
  withoutTimeout,
}: PrepareOptions): Promise<void> {
  const work = async () => {
    // Creating dozens of collections on busy nodes, and building large indexes, can exceed the command timeout. The server
    // continues to build indexes even if the instance is killed.
    await withoutTimeout(async dbWithoutTimeout =>
      createMissing(dbWithoutTimeout, await findMissing(dbWithoutTimeout, indexes)),
    )
    return {}
  }
  while ((await findMissing(db, indexes)).size > 0) {
    if (await schemaVersions.runExclusively({ lease: leaseDuration, work })) return
    await schemaVersions.waitUntilFree()
  }
}

/** Returns the collections that do not exist or lack indexes, with the missing indexes. */
export async function findMissing(db: Db, required: IndexesByCollection): Promise<IndexesByCollection> {
  const existing = await db.listCollections({}, { nameOnly: true }).toArray()
  const names = new Set(existing.map(({ name }) => name))
  const found = new Map<string, readonly Index[]>()
  await forEachConcurrently(required, async ([name, indexes]) => {
    if (!names.has(name)) return void found.set(name, indexes)
    if (indexes.length === 0) return
    const built = await listBuiltIndexes(db, name)
    const missing = indexes.filter(index => !built.some(other => isSameIndex(index, other)))
    if (missing.length > 0) found.set(name, missing)
  })
  return found
}

/** Excludes indexes that are still being built, which `listIndexes` of the driver includes. */
async function listBuiltIndexes(db: Db, listIndexes: string): Promise<Document[]> {
  const found = db.runCursorCommand({ listIndexes, includeBuildUUIDs: true })
  const indexes = (await found.toArray()) as Document[]
  return indexes.filter(({ buildUUID }) => buildUUID === undefined)
}

/** An index with different options is another index. The server reports the conflict when it is created. */
function isSameIndex(index: Index, { v: _, name, key, ...options }: Document): boolean {
  const { key: indexKey, name: indexName = name as string, ...indexOptions } = index
  return (
    indexName === name &&
    // The order of fields matters.
    isDeepStrictEqual(Object.entries(indexKey), Object.entries(key as Document)) &&
    isDeepStrictEqual(indexOptions, options)
  )
}

// Create collections beforehand, because creating them inside of transactions causes conflicts.
async function createMissing(db: Db, missing: IndexesByCollection): Promise<void> {
  await forEachConcurrently(missing, async ([name, indexes]) => {
    // Creates the collection, too.
    if (indexes.length > 0) await db.collection(name).createIndexes([...indexes])
    else await db.createCollection(name).catch(ignoreExisting)
  })
}

async function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const namespaceExists = 48

// Another instance may start at the same time.
function ignoreExisting(error: unknown) {
  if (!(error instanceof MongoServerError && error.code === namespaceExists)) throw error
}
