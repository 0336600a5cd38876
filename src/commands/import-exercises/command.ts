import { loadConfig, readEnvironment } from '../../config.js'
import { migrate } from '../../platform/database/migrate.js'
import { migrations } from '../../platform/database/migrations.js'
import { openDatabase } from '../../platform/database/open-database.js'
import { databaseLocation } from '../../platform/database/database-location.js'
import { assertNoUnfinishedRestore } from '../../platform/files/unfinished-restore.js'
import { loadStarterCatalogue } from '../../features/training/exercises/catalogue/catalogue.js'
import { ImportError, readArray } from '../../features/training/exercises/free-exercise-db/json-file.js'
import { printProgress, showProgress } from '../progress.js'
import { describeImport } from './report.js'
import { readRecords, type Records } from '../../features/training/exercises/free-exercise-db/records.js'
import {
  catalogueService,
  type CatalogueService,
} from '../../features/training/exercises/catalogue-service.js'
import { exerciseStore } from '../../features/training/exercises/store.js'

/** Imports a JSON file in the format of free-exercise-db into the database of the service. */
export async function importExercises(path: string): Promise<string> {
  const config = loadConfig(readEnvironment())
  const records = readRecords(await readArray(path))
  await assertNoUnfinishedRestore(config.DATA_PATH)
  const database = await openDatabase(databaseLocation(config))
  try {
    const exercises = catalogueService({ exercises: exerciseStore(database), clock: () => new Date() })
    await database.prepare()
    await migrate(database, migrations, printProgress)
    // The built-in catalogue takes precedence, even if the service has never run.
    await exercises.import(await loadStarterCatalogue(), 'starter')
    const report = await importWithProgress(exercises, records)
    const description = describeImport(records, report)
    if (records.entries.length > 0) return description
    process.stdout.write(`${description}\n`)
    throw new ImportError(`${path} contains no valid record. Nothing was imported.`)
  } finally {
    await database.close()
  }
}

async function importWithProgress(exercises: CatalogueService, { entries }: Records) {
  const progress = showProgress('Importing', entries.length)
  try {
    return await exercises.import(entries, 'free-exercise-db', () => progress.step())
  } finally {
    progress.end()
  }
}
