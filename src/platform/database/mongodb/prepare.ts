import { isDeepStrictEqual } from 'node:util'
import { MongoServerError, type Db, type Document } from 'mongodb'
import { seconds } from '../../../lib/quantities.js'
import type { Collection, Index } from '../database.js'
import { withSchemaLease, waitForOthers, type SchemaVersion } from '../schema-version.js'

/** The indexes of each collection, by its name. */
export type IndexesByCollection = ReadonlyMap<string, readonly Index[]>

/** Commands that one start has under way: each holds locks, and a new service starts many instances at once. */
const concurrency = 4

/** To do it twice does no harm: those who wait for a killed instance need not wait long. */
const leaseDuration = 15 * seconds

interface PrepareOptions {
  db: Db
  schemaVersions: Collection<SchemaVersion>
  indexes: IndexesByCollection
  /** Lends a way to the database on which an answer may take as long as it takes. */
  withoutTimeout: (work: (db: Db) => Promise<void>) => Promise<void>
}

/**
 * Makes what is missing, one instance at a time. What is there is looked at and left alone, each time: indexes can be
 * dropped by hand, and a backup may come without.
 */
export async function prepareMongo({
  db,
  schemaVersions: shapes,
  indexes: wanted,
  withoutTimeout: patiently,
}: PrepareOptions): Promise<void> {
  const work = async () => {
    // On several nodes that have much else to do, some dozens of collections take longer than any command may. Building
    // an index of many documents takes minutes, and what a killed instance has begun the server goes on with.
    await patiently(async patient => createMissing(patient, await findMissing(patient, wanted)))
    return {}
  }
  while ((await findMissing(db, wanted)).size > 0) {
    if (await withSchemaLease(shapes, { lease: leaseDuration, work })) return
    await waitForOthers(shapes)
  }
}

/** Collections that are not there, or not with all their indexes. */
async function findMissing(db: Db, wanted: IndexesByCollection): Promise<IndexesByCollection> {
  const existing = await db.listCollections({}, { nameOnly: true }).toArray()
  const names = new Set(existing.map(({ name }) => name))
  const found = new Map<string, readonly Index[]>()
  await forEachConcurrently(wanted, async ([name, indexes]) => {
    if (!names.has(name)) return void found.set(name, indexes)
    if (indexes.length === 0) return
    const built = await listBuiltIndexes(db, name)
    const lacking = indexes.filter(index => !built.some(other => isSameIndex(index, other)))
    if (lacking.length > 0) found.set(name, lacking)
  })
  return found
}

/** Without those that are still being built, which the driver's own list has, too. */
async function listBuiltIndexes(db: Db, listIndexes: string): Promise<Document[]> {
  const found = db.runCursorCommand({ listIndexes, includeBuildUUIDs: true })
  const indexes = (await found.toArray()) as Document[]
  return indexes.filter(({ buildUUID }) => buildUUID === undefined)
}

/** Whatever else an index has makes it another one: what to do about that is the server's to say. */
function isSameIndex(wanted: Index, { v: _, name, key, ...options }: Document): boolean {
  const { key: wantedKey, name: wantedName = name as string, ...wantedOptions } = wanted
  return (
    wantedName === name &&
    // The order of fields matters.
    isDeepStrictEqual(Object.entries(wantedKey), Object.entries(key as Document)) &&
    isDeepStrictEqual(wantedOptions, options)
  )
}

// Made ahead of time: a collection that comes into being inside transactions makes them conflict.
async function createMissing(db: Db, missing: IndexesByCollection): Promise<void> {
  await forEachConcurrently(missing, async ([name, indexes]) => {
    // Makes the collection as well.
    if (indexes.length > 0) await db.collection(name).createIndexes([...indexes])
    else await db.createCollection(name).catch(ignoreExisting)
  })
}

async function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

const namespaceExists = 48

// Another instance may start at the same time.
function ignoreExisting(error: unknown) {
  if (!(error instanceof MongoServerError && error.code === namespaceExists)) throw error
}
