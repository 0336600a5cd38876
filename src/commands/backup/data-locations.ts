import { join, resolve } from 'node:path'
import type { Config } from '../../config.js'
import { ConfigError } from '../../errors.js'
import { pathExists } from '../../platform/files/folders.js'
import { dataFileName } from '../../platform/database/embedded/data-file.js'
import { buckets } from '../../platform/files/object-storage.js'

/** The folders with the data of the service on this machine. */
export interface DataLocations {
  database: string
  keys: string
  /** The folder of the buckets; undefined for S3. */
  storage: string | undefined
}

/** The path of the database in an archive. */
export const databaseName = `database/${dataFileName}`

/** The path of the database in an archive of earlier versions. The next start converts it. */
export const earlierDatabaseName = 'database/data.mdb'

/** The path of the manifest in an archive. It is the last entry, so that its presence proves that the archive is complete. */
export const manifestName = 'manifest.json'

/** Describes an archive. */
export interface Manifest {
  /** The version of the archive format. */
  format: 1
  /** The version of the service. */
  version: string
  createdAt: string
  /** The number of files besides the database. */
  files: number
}

/** @throws ConfigError if the service uses MongoDB */
export function locateData(config: Config): DataLocations {
  if (config.MONGODB_URI !== undefined)
    throw new ConfigError([
      'This command only works with the embedded database in DATA_PATH, but MONGODB_URI is set. Use the tools of MongoDB instead (docs/backup.md).',
    ])
  const isLocal = config.OBJECT_STORAGE_PROVIDER === 'LOCAL'
  return {
    database: resolve(config.DATA_PATH, 'database'),
    keys: resolve(config.DATA_PATH, 'keys'),
    storage: isLocal ? resolve(config.LOCAL_STORAGE_BASE_PATH) : undefined,
  }
}

/** The folders that an archive contains, with the prefix of their paths in the archive. */
export function dataFolders({ keys, storage }: DataLocations): [prefix: string, folder: string][] {
  const bucketFolders =
    storage === undefined ? [] : buckets.map(name => [`storage/${name}`, join(storage, name)])
  return [['keys', keys], ...(bucketFolders as [string, string][])]
}

/** @throws ConfigError if there is no database, or only one of an earlier version */
export async function assertDatabaseExists({ database }: DataLocations): Promise<void> {
  const file = join(database, dataFileName)
  if (await pathExists(file)) return
  if (await pathExists(join(database, 'data.mdb')))
    throw new ConfigError([
      `${database} contains the database of an earlier version. Start the service once to convert it.`,
    ])
  throw new ConfigError([`The database ${file} does not exist. Set DATA_PATH to its folder.`])
}
