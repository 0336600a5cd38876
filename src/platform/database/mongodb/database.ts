import { MongoClient } from 'mongodb'
import type { Db, MongoClientOptions, ObjectId, MongoOptions as DriverOptions } from 'mongodb'
import { DatabaseUnavailableError } from '../database.js'
import type { Collection, Database, DatabaseOptions, Entity, Index } from '../database.js'
import { ConfigError } from '../../../errors.js'
import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { mongoCollection } from './collection.js'
import { schemaVersionStore } from '../schema-version.js'
import { noInstrumentation } from '../instrumentation.js'
import { instrumentCollection } from '../instrumented-collection.js'
import { mongoAdministration } from './administration.js'
import { idLoader } from './id-loader.js'
import { translateError } from './errors.js'
import { prepareMongo } from './prepare.js'
import { withTimeout } from './command-timeout.js'
import { mongoTransactions } from './transactions.js'
import { assertNoUnfinishedMove } from './unfinished-move.js'

/** The timeout of closing the client, in milliseconds. */
const closeTimeout = 3 * seconds

interface MongoOptions extends DatabaseOptions {
  /** By default, the database of the URI. */
  databaseName?: string
  /** How long a server may take to respond to a command, in milliseconds; ten seconds by default. */
  responseTimeout?: number
}

/**
 * Opens MongoDB 6.0 or newer, a replica set or a sharded cluster. Writes are acknowledged when a majority has journaled
 * them, and reads return only majority-committed data. Operations and transactions take at most ten seconds, except for
 * building indexes.
 * @throws DatabaseUnavailableError if no server responds within five seconds; ConfigError for a standalone server, and
 * for a database that is an incomplete copy
 */
export async function openMongo(uri: string, options: MongoOptions = {}): Promise<Database> {
  const settings: MongoClientOptions = {
    writeConcern: { w: 'majority', journal: true },
    // Otherwise a failover could roll back data that was read, or acknowledged writes could be invisible.
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    ignoreUndefined: false,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 5 * seconds,
    connectTimeoutMS: 5 * seconds,
    waitQueueTimeoutMS: 10 * seconds,
    // Closes connections to servers that do not respond.
    socketTimeoutMS: options.responseTimeout ?? 10 * seconds,
    // Texts are written from strings, so they are valid, and checking them takes more than half of the decoding time.
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
  const createClientWithoutTimeout = () => new MongoClient(uri, { ...settings, socketTimeoutMS: 0 })
  return mongoDatabase(client, createClientWithoutTimeout, options)
}

/** @param createClientWithoutTimeout creates a client for operations that can take longer than the socket timeout */
function mongoDatabase(
  client: MongoClient,
  createClientWithoutTimeout: () => MongoClient,
  { databaseName, transactionTimeout = 10 * seconds, instrumentation = noInstrumentation }: MongoOptions,
): Database {
  const db = client.db(databaseName)
  const indexes = new Map<string, Index[]>()
  const loader = idLoader(db, instrumentation)
  const { perform, isInTransaction, transaction, afterCommit } = mongoTransactions(
    client,
    transactionTimeout,
    instrumentation,
  )

  function collection<T extends Entity>(name: string, added: Index[] = []): Collection<T> {
    indexes.set(name, [...(indexes.get(name) ?? []), ...added])
    return existing(name)
  }

  function existing<T extends Entity>(name: string): Collection<T> {
    const driver = db.collection<T>(name)
    const byId = (id: ObjectId) => loader.load({ collection: name, id }) as Promise<T | null>
    const inner = mongoCollection(driver, byId, perform, isInTransaction)
    return instrumentCollection(inner, name, instrumentation, () => !isInTransaction())
  }

  /** Runs work with a client without a socket timeout. */
  async function withoutTimeout(work: (db: Db) => Promise<void>): Promise<void> {
    const clientWithoutTimeout = createClientWithoutTimeout()
    try {
      await work(clientWithoutTimeout.db(databaseName))
    } catch (error) {
      throw translateError(error)
    } finally {
      await clientWithoutTimeout.close()
    }
  }

  const administration = { existing, ...mongoAdministration(db, withoutTimeout) }

  return {
    collection,
    administration,
    transaction,
    afterCommit,
    async prepare() {
      const schemaVersions = schemaVersionStore({ collection, administration })
      await prepareMongo({ db, schemaVersions, indexes, withoutTimeout }).catch((error: unknown) => {
        throw translateError(error)
      })
    },
    async ping() {
      await withTimeout(db.command({ ping: 1 }))
    },
    async close() {
      // A server that does not respond ends the sessions of a closed client by itself.
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

/** Waits for a response. @throws DatabaseUnavailableError with the names of the servers if none responds */
async function nameServersOnFailure<T>(client: MongoClient, response: Promise<T>): Promise<T> {
  try {
    return await withTimeout(response)
  } catch (error) {
    throw isUnreachable(error) ? unreachableError(client.options, error) : error
  }
}

function isUnreachable(error: unknown): error is Error {
  if (error instanceof DatabaseUnavailableError) return true
  // DNS has no records for the host name in mongodb+srv://.
  return error instanceof Error && /^query/.test(String((error as NodeJS.ErrnoException).syscall))
}

/** Names the servers and the driver's reason, but no credentials of the connection string. */
function unreachableError({ srvHost, hosts }: DriverOptions, error: Error): DatabaseUnavailableError {
  const servers = srvHost ?? hosts.map(String).join(', ')
  const { message: reason } = error.cause instanceof Error ? error.cause : error
  const advice =
    'Start MongoDB there, or set MONGODB_URI to the address of a server that this machine can reach.'
  return new DatabaseUnavailableError(
    {},
    `MongoDB at ${servers} (MONGODB_URI) cannot be reached: ${reason.replace(/\.$/, '')}. ${advice}`,
  )
}

/** A standalone server does not support transactions. @throws ConfigError with instructions */
export function assertReplicaSet({ setName, msg }: { setName?: string; msg?: string }): void {
  if (setName !== undefined || msg === 'isdbgrid') return
  throw new ConfigError([
    'The server of MONGODB_URI is not a replica set. Convert it to a replica set of one node: start it with ' +
      '`mongod --replSet rs0 …`, then run `mongosh --eval "rs.initiate()"` once.',
  ])
}
