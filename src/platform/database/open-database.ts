import type { Database } from './database.js'
import { checkDataFile } from './embedded/check-data-file.js'
import { openEmbedded } from './embedded/database.js'
import type { DatabaseLocation } from './database-location.js'
import { noInstrumentation, type DatabaseInstrumentation } from './instrumentation.js'

interface OpenOptions extends DatabaseLocation {
  /** Called around each command. */
  instrumentation?: DatabaseInstrumentation
  clock?: () => Date
  /** Receives the progress of the conversion of an old data file. */
  report?: (message: string) => void
  /** The result of `checkDataFile`, if the check was started before. */
  dataFileCheck?: Promise<void> | undefined
}

/**
 * Opens MongoDB if a URI is given, otherwise the embedded database in the folder.
 * @throws DatabaseUnavailableError if MongoDB does not respond; Error if another process has the folder open;
 * ConfigError if the data file is damaged, or missing although its log or uploaded files exist
 */
export async function openDatabase({
  instrumentation = noInstrumentation,
  clock,
  report,
  dataFileCheck,
  ...options
}: OpenOptions): Promise<Database> {
  if (options.mongodbUri) {
    // The embedded database does not need the driver, whose code is a tenth of the bundle.
    const { openMongo } = await import('./mongodb/database.js')
    return openMongo(options.mongodbUri, { instrumentation })
  }
  await (dataFileCheck ?? checkDataFile(options))
  return openEmbedded(options.folder, { instrumentation, ...(clock && { clock }), ...(report && { report }) })
}
