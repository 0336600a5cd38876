import { migrations } from '../../platform/database/migrations.js'
import { withApp } from '../with-app.js'

/** Prepares the database as a start does: creates indexes, runs migrations and seeds data. */
export async function migrateDatabase(): Promise<string> {
  await withApp(async ({ features }) => {
    for (const { seed } of features.modules) await seed?.()
  })
  return `The database has schema version ${migrations.length} and all indexes.`
}
