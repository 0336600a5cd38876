import type { Database } from './database.js'
import { checkData } from './embedded/data-file.js'
import { openEmbedded } from './embedded/database.js'
import { openMongo } from './mongodb/database.js'
import type { DatabaseOptions } from './options.js'
import { unwatched, type DatabaseWatch } from './watch.js'

interface Options extends DatabaseOptions {
  /** Stands around each command. */
  watch?: DatabaseWatch
  clock?: () => Date
  /** What `checkData` says, where it was asked before. */
  checked?: Promise<void> | undefined
}

/**
 * MongoDB where there is a uri, otherwise the embedded database in this folder.
 * @throws DatabaseUnavailableError when MongoDB does not answer; an Error when another process has the folder open;
 * ConfigError when what is there is damaged, or is not there beside files that it should know
 */
export async function openDatabase({
  watch = unwatched,
  clock,
  checked,
  ...options
}: Options): Promise<Database> {
  if (options.mongodbUri) return openMongo(options.mongodbUri, { watch })
  await (checked ?? checkData(options))
  return openEmbedded(options.folder, { watch, ...(clock && { clock }) })
}
