import { MongoServerError, type Db, type Document } from 'mongodb'
import { ConfigError } from '../../../errors.js'
import type { DatabaseAdministration } from '../database.js'
import { translateError } from './errors.js'
import { withTimeout } from './command-timeout.js'

const namespaceNotFound = 26

/** @param withoutTimeout runs work on a connection without a response timeout */
export function mongoAdministration(
  db: Db,
  withoutTimeout: (work: (db: Db) => Promise<void>) => Promise<void>,
): Omit<DatabaseAdministration, 'existing'> {
  return {
    collectionNames: () => withTimeout(collectionNames(db)),
    renameCollection: (from, to) =>
      withoutTimeout(async dbWithoutTimeout => renameCollection(dbWithoutTimeout, from, to)),
    countWrites: names => withTimeout(countWrites(db, names)),
  }
}

async function collectionNames(db: Db): Promise<string[]> {
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  return collections.map(({ name }) => name).filter(name => !name.startsWith('system.'))
}

/** Renames a collection in one atomic step on the server, regardless of its size. */
async function renameCollection(db: Db, from: string, to: string): Promise<void> {
  if (await isEmpty(db, from)) {
    await db.dropCollection(from).catch(ignoreMissing)
    return
  }
  if (!(await isEmpty(db, to)))
    throw new ConfigError([
      `The database ${db.databaseName} has documents in ${from} and in ${to}, which is the new name of ${from}. An instance of an earlier version has written them after the collection was renamed. Stop all instances of earlier versions, and move the documents of ${from} that you need to ${to}. Then drop ${from}, and start again.`,
    ])
  // Drop the empty collection that the start of this version has created.
  await db.renameCollection(from, to, { dropTarget: true }).catch(ignoreMissing)
}

const isEmpty = async (db: Db, name: string): Promise<boolean> =>
  (await db.collection(name).findOne({}, { projection: { _id: 1 } })) === null

/** Counts the write commands. Reads, and deletions of expired documents by the server itself, are not included. */
async function countWrites(db: Db, names: readonly string[]): Promise<number> {
  let writes = 0
  for (const name of names) {
    // A sharded cluster returns one document for each shard.
    for (const { latencyStats } of await db
      .collection(name)
      .aggregate<Document & { latencyStats: { writes: { ops: number } } }>([
        { $collStats: { latencyStats: {} } },
      ])
      .toArray())
      writes += latencyStats.writes.ops
  }
  return writes
}

// Another instance may have renamed or dropped the collection at the same time.
function ignoreMissing(error: unknown): void {
  if (!(error instanceof MongoServerError && error.code === namespaceNotFound)) throw translateError(error)
}
