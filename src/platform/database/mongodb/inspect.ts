import { MongoClient, MongoServerError, type Db } from 'mongodb'
import { ConfigError } from '../../../errors.js'
import { seconds } from '../../../lib/quantities.js'
import { connect } from './database.js'
import { findMissing, type IndexesByCollection } from './prepare.js'

/** The state of a MongoDB server and of the database in its connection string. */
export interface MongoInspection {
  /** The version of the server, such as `8.0.11`. */
  version: string
  /** The name of the replica set; undefined for a sharded cluster. */
  setName: string | undefined
  databaseName: string
  /** How far the clock of the server is ahead of the local one, in milliseconds. */
  clockSkew: number
  /** Returns the collections that do not exist or lack indexes, with the missing indexes. */
  findMissing(required: IndexesByCollection): Promise<IndexesByCollection>
}

const authenticationFailed = 18

/**
 * Inspects a server without changing it.
 * @throws ConfigError for a malformed connection string, wrong credentials and a standalone server;
 * DatabaseUnavailableError if no server responds within five seconds
 */
export async function inspectMongo<T>(
  uri: string,
  work: (inspection: MongoInspection) => Promise<T>,
): Promise<T> {
  const client = createClient(uri)
  try {
    await connect(client)
    return await work(await inspect(client.db()))
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === authenticationFailed)) throw error
    throw new ConfigError(['the server rejected the user or the password in MONGODB_URI. Correct them.'])
  } finally {
    await client.close()
  }
}

function createClient(uri: string): MongoClient {
  try {
    return new MongoClient(uri, {
      serverSelectionTimeoutMS: 5 * seconds,
      connectTimeoutMS: 5 * seconds,
      socketTimeoutMS: 10 * seconds,
    })
  } catch {
    // The messages of the driver can contain parts of the connection string.
    throw new ConfigError([
      'MONGODB_URI is not a valid connection string. Percent-encode special characters of the user and the password.',
    ])
  }
}

async function inspect(db: Db): Promise<MongoInspection> {
  const { version } = (await db.command({ buildInfo: 1 })) as { version: string }
  const sentAt = Date.now()
  const { setName, localTime } = (await db.command({ hello: 1 })) as { setName?: string; localTime: Date }
  return {
    version,
    setName,
    databaseName: db.databaseName,
    clockSkew: localTime.getTime() - (sentAt + Date.now()) / 2,
    findMissing: required => findMissing(db, required),
  }
}
