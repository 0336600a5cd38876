import { buildApp } from '../../app.js'
import { loadConfig, readEnvironment } from '../../config.js'
import { pluralize, formatCount } from '../../lib/plural.js'
import { openDisk } from '../../platform/database/embedded/disk.js'
import { copyToMongo } from '../../platform/database/mongodb/copy.js'
import { assertNoUnfinishedRestore } from '../../platform/files/unfinished-restore.js'
import { demandDatabase, placesOf } from '../backup/places.js'
import { onlyArgument, run } from '../run.js'

const usage = `Usage: npm run move -- MONGODB_URI [--discard-unfinished]
Copies the embedded database to an empty one of MongoDB, and compares what arrived. Stop the service first.
  --discard-unfinished  delete the incomplete copy of a move that was interrupted, and start over`

const discardOption = '--discard-unfinished'

async function move(args: string[]): Promise<string> {
  const uri = onlyArgument(
    args.filter(arg => arg !== discardOption),
    usage,
  )
  const environment = readEnvironment()
  const places = placesOf(loadConfig(environment))
  const there = loadConfig({ ...environment, MONGODB_URI: uri })
  await assertNoUnfinishedRestore(there.DATA_PATH)
  await demandDatabase(places)

  const disk = await openDisk(places.database)
  try {
    const { databaseName, documents, collections } = await copyToMongo(uri, disk, {
      discardsUnfinished: args.includes(discardOption),
      onDocuments: count => process.stderr.write(`documents ${formatCount(count)}\n`),
    })
    // Its indexes, and a proof that it starts.
    await (await buildApp({ ...there, LOG_LEVEL: 'silent' })).close()
    return [
      `${pluralize(documents, 'document')} of ${pluralize(collections, 'collection')} arrived in ${databaseName}, compared byte for byte.`,
      'Set MONGODB_URI to start the service on it. Keys and files stay in DATA_PATH; the old database is as it was.',
    ].join('\n')
  } finally {
    await disk.close()
  }
}

run(move, 'Move failed')
