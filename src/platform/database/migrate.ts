import { ConfigError } from '../../errors.js'
import { minutes } from '../../lib/quantities.js'
import type { Database } from './database.js'
import {
  earlierSchemaVersionCollection,
  schemaVersionCollection,
  schemaVersionStore,
} from './schema-version.js'

export type Report = (message: string) => void

/**
 * Migrates documents to the next schema version. A migration that is interrupted runs again from the start, so it must
 * accept documents that it has already changed. Older instances may still be running, unless the migration refuses that.
 */
export type Migration = (database: Database, report: Report) => Promise<void>

const leaseDuration = 1 * minutes

/**
 * Runs all pending migrations in order. Each runs once, however many instances start.
 * @param report receives the progress of long migrations
 * @throws ConfigError if the schema version of the database is newer than this program, or if the operator must do
 * something before a migration can run
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  report: Report = () => undefined,
): Promise<void> {
  const schemaVersions = schemaVersionStore(database)
  const { administration } = database
  // Open existing collections only, so that migrations do not create the collections of earlier versions.
  const migrated: Database = { ...database, collection: administration.existing }
  const { version: initialVersion } = await schemaVersions.read()
  for (;;) {
    const { version } = await schemaVersions.read()
    if (version > migrations.length)
      throw new ConfigError([
        `The database has schema version ${version}, but this version of the service supports at most ${migrations.length}. Start the newer version, or restore a backup.`,
      ])
    const migration = migrations[version]
    const isMoving = !migration && (await schemaVersions.isInEarlierCollection())
    if (!migration && !isMoving) break
    const work = async () => {
      if (migration) {
        await migration(migrated, report)
        return { version: version + 1 }
      }
      await administration.renameCollection(earlierSchemaVersionCollection, schemaVersionCollection)
      return {}
    }
    const isDone = await schemaVersions.runExclusively({ where: { version }, lease: leaseDuration, work })
    if (!isDone) await schemaVersions.waitUntilFree()
  }
  // A collection that was renamed has the indexes of the version that created it.
  if (initialVersion !== migrations.length) await database.prepare()
}
