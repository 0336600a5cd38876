import type { Database } from './database.js'
import { openEmbedded } from './embedded/database.js'
import { openMongo } from './mongodb/database.js'

/**
 * MongoDB where there is a uri, otherwise the embedded database in this folder.
 * @throws DatabaseUnavailableError when MongoDB does not answer; an Error when another process has the folder open
 */
export function openDatabase(options: {
  mongodbUri?: string | undefined
  folder: string
}): Promise<Database> {
  return options.mongodbUri ? openMongo(options.mongodbUri) : openEmbedded(options.folder)
}
