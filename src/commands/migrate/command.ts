import { migrations } from '../../platform/database/migrations.js'
import { run } from '../run.js'
import { withApp } from '../with-app.js'

/** Prepares the database as a start does: creates indexes, runs migrations and seeds data. */
async function migrateDatabase(): Promise<string> {
  await withApp(async ({ features }) => {
    for (const { seed } of features.modules) await seed?.()
  })
  return `The database has schema version ${migrations.length} and all indexes.`
}

run(migrateDatabase, 'Migration failed')
