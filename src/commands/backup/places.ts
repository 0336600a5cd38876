import { join, resolve } from 'node:path'
import type { Config } from '../../config.js'
import { ConfigError } from '../../errors.js'
import { pathExists } from '../../platform/files/folders.js'
import { buckets } from '../../platform/files/object-storage.js'

/** What of the service lies on this machine. */
export interface Places {
  database: string
  keys: string
  /** The folder of the buckets; S3 keeps its own. */
  storage: string | undefined
}

/** The database in an archive. */
export const databaseName = 'database/data.mdb'

/** What says that an archive is whole is the last one in it. */
export const manifestName = 'manifest.json'

/** What an archive says of itself. */
export interface Manifest {
  /** How the archive is made. */
  format: 1
  /** Of the service. */
  version: string
  madeAt: string
  /** How many files there are beside the database. */
  files: number
}

/** @throws ConfigError where the data are MongoDB's */
export function placesOf(config: Config): Places {
  if (config.MONGODB_URI !== undefined)
    throw new ConfigError([
      'MONGODB_URI is set, and what lies in MongoDB is kept by its own tools (docs/backup.md). This command is about the embedded database in DATA_PATH.',
    ])
  const isLocal = config.OBJECT_STORAGE_PROVIDER === 'LOCAL'
  return {
    database: resolve(config.DATA_PATH, 'database'),
    keys: resolve(config.DATA_PATH, 'keys'),
    storage: isLocal ? resolve(config.LOCAL_STORAGE_BASE_PATH) : undefined,
  }
}

/** The folders whose files go into an archive, each after what their names begin with there. */
export function foldersOf({ keys, storage }: Places): [prefix: string, folder: string][] {
  const ofBuckets = storage === undefined ? [] : buckets.map(name => [`storage/${name}`, join(storage, name)])
  return [['keys', keys], ...(ofBuckets as [string, string][])]
}

/** @throws ConfigError where there is no database yet */
export async function demandDatabase({ database }: Places): Promise<void> {
  const file = join(database, 'data.mdb')
  if (!(await pathExists(file)))
    throw new ConfigError([`There is no database: ${file} is not there. DATA_PATH names its folder.`])
}
