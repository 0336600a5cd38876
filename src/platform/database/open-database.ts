import type { Database } from './database.js'
import { checkDataFile } from './embedded/check-data-file.js'
import { openEmbedded } from './embedded/database.js'
import { openMongo } from './mongodb/database.js'
import type { DatabaseLocation } from './database-location.js'
import { noInstrumentation, type DatabaseInstrumentation } from './instrumentation.js'

interface OpenOptions extends DatabaseLocation {
  /** Stands around each command. */
  watch?: DatabaseInstrumentation
  clock?: () => Date
  /** What `checkData` says, where it was asked before. */
  dataFileCheck?: Promise<void> | undefined
}

/**
 * MongoDB where there is a uri, otherwise the embedded database in this folder.
 * @throws DatabaseUnavailableError when MongoDB does not answer; an Error when another process has the folder open;
 * ConfigError when what is there is damaged, or is not there beside files that it should know
 */
export async function openDatabase({
  watch = noInstrumentation,
  clock,
  dataFileCheck,
  ...options
}: OpenOptions): Promise<Database> {
  if (options.mongodbUri) return openMongo(options.mongodbUri, { instrumentation: watch })
  await (dataFileCheck ?? checkDataFile(options))
  return openEmbedded(options.folder, { instrumentation: watch, ...(clock && { clock }) })
}
