import { MongoClient } from 'mongodb'
import type { Db, MongoClientOptions, MongoOptions as MongoOptionsOfDriver } from 'mongodb'
import { DatabaseUnavailableError } from '../database.js'
import type { Collection, Database, DatabaseOptions, Entity, Index } from '../database.js'
import { ConfigError } from '../../../errors.js'
import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { idLoader, mongoCollection, type IdLoader } from './collection.js'
import type { SchemaVersion } from '../schema-version.js'
import { noInstrumentation, type DatabaseInstrumentation } from '../instrumentation.js'
import { instrumentCollection } from '../instrumented-collection.js'
import { translateError } from './errors.js'
import { prepareMongo } from './prepare.js'
import { withTimeout, mongoTransactions } from './transactions.js'
import { assertNoUnfinishedMove } from './unfinished-move.js'

/** How long the server is waited for that is told of the end, in milliseconds. */
const closeTimeout = 3 * seconds

export interface MongoOptions extends DatabaseOptions {
  /** The one in the uri if not given. */
  databaseName?: string
  /** How long a server may leave a command without an answer, in milliseconds; ten seconds if not given. */
  idleTimeout?: number
}

/**
 * MongoDB 6.0 or newer, a replica set or a sharded cluster. A write is acknowledged once a majority has journalled it, and
 * only what a majority has is read. No operation, and no transaction, takes longer than ten seconds; building indexes
 * may.
 * @throws DatabaseUnavailableError when no server answers within five seconds; ConfigError for a standalone server, and
 * for a database that is an incomplete copy
 */
export async function openMongo(uri: string, options: MongoOptions = {}): Promise<Database> {
  const settings: MongoClientOptions = {
    writeConcern: { w: 'majority', journal: true },
    // Otherwise a change of primary could take back what was read, or what was acknowledged would not be seen.
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    ignoreUndefined: false,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 5 * seconds,
    connectTimeoutMS: 5 * seconds,
    waitQueueTimeoutMS: 10 * seconds,
    // Frees the connection of a server that fell silent; `timeoutMS` does nothing any more.
    socketTimeoutMS: options.idleTimeout ?? 10 * seconds,
    // Texts are written from strings, so they are right; to look takes more than half the time of reading many.
    enableUtf8Validation: false,
  }
  const client = new MongoClient(uri, settings)
  try {
    await connect(client)
    await nameServersOnFailure(client, assertNoUnfinishedMove(client.db(options.databaseName)))
  } catch (error) {
    await client.close()
    throw error
  }
  /** A way to the database on which an answer may take as long as it takes. */
  async function patiently(work: (db: Db) => Promise<void>): Promise<void> {
    const patient = new MongoClient(uri, { ...settings, socketTimeoutMS: 0 })
    try {
      await work(patient.db(options.databaseName))
    } catch (error) {
      throw translateError(error)
    } finally {
      await patient.close()
    }
  }
  const db = client.db(options.databaseName)
  const {
    transactionTimeout: transactionDeadline = 10 * seconds,
    instrumentation: watch = noInstrumentation,
  } = options
  return mongoDatabase(client, db, patiently, transactionDeadline, watch)
}

function mongoDatabase(
  client: MongoClient,
  db: Db,
  patiently: (work: (db: Db) => Promise<void>) => Promise<void>,
  transactionDeadline: number,
  watch: DatabaseInstrumentation,
): Database {
  const wanted = new Map<string, Index[]>()
  const loaders = new Map<string, IdLoader<never>>()
  const { perform, isInside, transaction, afterCommit } = mongoTransactions(
    client,
    transactionDeadline,
    watch,
  )

  function collection<T extends Entity>(name: string, indexes: Index[] = []): Collection<T> {
    wanted.set(name, [...(wanted.get(name) ?? []), ...indexes])
    const driver = db.collection<T>(name)
    const byId = (loaders.get(name) as IdLoader<T> | undefined) ?? idLoader(driver, watch)
    loaders.set(name, byId as IdLoader<never>)
    const inner = mongoCollection(driver, byId, perform, isInside)
    return instrumentCollection(inner, name, watch, () => !isInside())
  }

  return {
    collection,
    transaction,
    afterCommit,
    async prepare() {
      const shapes = collection<SchemaVersion>('shape')
      await prepareMongo({ db, schemaVersions: shapes, indexes: wanted, withoutTimeout: patiently }).catch(
        (error: unknown) => {
          throw translateError(error)
        },
      )
    },
    async ping() {
      await withTimeout(db.command({ ping: 1 }))
    },
    async close() {
      // A server that does not answer ends the sessions of a client that is gone by itself.
      await withDeadline(client.close(), closeTimeout).catch(() => undefined)
    },
  }
}

/**
 * Connects a client, which its caller closes also when this fails.
 * @throws DatabaseUnavailableError that names the servers if none answers; ConfigError for a standalone server
 */
export async function connect(client: MongoClient): Promise<void> {
  await nameServersOnFailure(client, client.connect())
  assertReplicaSet(await nameServersOnFailure(client, client.db('admin').command({ hello: 1 })))
}

/** Waits for an answer of the servers. @throws DatabaseUnavailableError that names them if none answers */
async function nameServersOnFailure<T>(client: MongoClient, answer: Promise<T>): Promise<T> {
  try {
    return await withTimeout(answer)
  } catch (error) {
    throw isUnreachable(error) ? unreachableError(client.options, error) : error
  }
}

function isUnreachable(error: unknown): error is Error {
  if (error instanceof DatabaseUnavailableError) return true
  // DNS has no records for the name in mongodb+srv://.
  return error instanceof Error && /^query/.test(String((error as NodeJS.ErrnoException).syscall))
}

/** Names the servers and the driver's reason, but no credentials of the connection string. */
function unreachableError({ srvHost, hosts }: MongoOptionsOfDriver, error: Error): DatabaseUnavailableError {
  const servers = srvHost ?? hosts.map(String).join(', ')
  const { message: reason } = error.cause instanceof Error ? error.cause : error
  const toDo =
    'Start MongoDB there, or set MONGODB_URI to the address of a server that this machine can reach.'
  return new DatabaseUnavailableError(
    {},
    `MongoDB at ${servers} (MONGODB_URI) cannot be reached: ${reason.replace(/\.$/, '')}. ${toDo}`,
  )
}

/** A server by itself has no transactions. @throws ConfigError that says what to do */
export function assertReplicaSet({ setName, msg }: { setName?: string; msg?: string }): void {
  if (setName !== undefined || msg === 'isdbgrid') return
  throw new ConfigError([
    'MONGODB_URI leads to a server that is no replica set. Make it one of a single node: start it with ' +
      '`mongod --replSet rs0 …`, then run `mongosh --eval "rs.initiate()"` once.',
  ])
}
