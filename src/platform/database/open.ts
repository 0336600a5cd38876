import type { Database } from './database.js'
import { checkDataFile } from './embedded/data-file.js'
import { openEmbedded } from './embedded/database.js'
import { openMongo } from './mongodb/database.js'
import { unwatched, type DatabaseWatch } from './watch.js'

/**
 * MongoDB where there is a uri, otherwise the embedded database in this folder.
 * @throws DatabaseUnavailableError when MongoDB does not answer; an Error when another process has the folder open;
 * ConfigError when what is there is damaged, or is not there beside files that it should know
 */
export async function openDatabase(options: {
  mongodbUri?: string | undefined
  folder: string
  /** Where files lie that the embedded database knows. */
  filesFolder?: string | undefined
  /** Stands around each command. */
  watch?: DatabaseWatch
}): Promise<Database> {
  const { watch = unwatched } = options
  if (options.mongodbUri) return openMongo(options.mongodbUri, { watch })
  await checkDataFile(options.folder, options.filesFolder)
  return openEmbedded(options.folder, { watch })
}
