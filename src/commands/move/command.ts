import { buildApp } from '../../app.js'
import { loadConfig, readEnvironment } from '../../config.js'
import { pluralize, formatCount } from '../../lib/plural.js'
import { openDataFolder } from '../../platform/database/embedded/open-data-folder.js'
import { readDocuments } from '../../platform/database/embedded/read-documents.js'
import { copyToMongo } from '../../platform/database/mongodb/copy.js'
import { assertNoUnfinishedRestore } from '../../platform/files/unfinished-restore.js'
import { assertDatabaseExists, locateData } from '../backup/data-locations.js'

/**
 * Copies the embedded database to an empty MongoDB database, and verifies the copy.
 * @param discardsUnfinished true to delete the incomplete copy of a move that was interrupted, and to start over
 */
export async function move(uri: string, discardsUnfinished: boolean): Promise<string> {
  const environment = readEnvironment()
  const locations = locateData(loadConfig(environment))
  const targetConfig = loadConfig({ ...environment, MONGODB_URI: uri })
  await assertNoUnfinishedRestore(targetConfig.DATA_PATH)
  await assertDatabaseExists(locations)

  const file = await openDataFolder(locations.database, message => process.stderr.write(`${message}\n`))
  try {
    const { databaseName, documents, collections } = await copyToMongo(
      uri,
      () => readDocuments(file.writer),
      {
        discardsUnfinished,
        onDocuments: count => process.stderr.write(`documents ${formatCount(count)}\n`),
      },
    )
    // Creates the indexes, and checks that the service starts.
    await (await buildApp({ ...targetConfig, LOG_LEVEL: 'silent' })).close()
    return [
      `${pluralize(documents, 'document')} of ${pluralize(collections, 'collection')} were copied to ${databaseName} and compared byte by byte.`,
      'To use MongoDB, set MONGODB_URI and start the service. Keys and files stay in DATA_PATH. The embedded database is unchanged.',
    ].join('\n')
  } finally {
    await file.close()
  }
}
