import { ConfigError } from '../../errors.js'
import { minutes } from '../../lib/quantities.js'
import type { Database } from './database.js'
import { withSchemaLease, currentSchemaVersion, waitForOthers, type SchemaVersion } from './schema-version.js'

/**
 * Migrates documents to the next schema version. A migration that is interrupted runs again from the start, so it must
 * accept documents that it has already changed. Older instances may still be running.
 */
export type Migration = (database: Database) => Promise<void>

const leaseDuration = 1 * minutes

/**
 * Runs all pending migrations in order. Each runs once, however many instances start.
 * @throws ConfigError if the schema version of the database is newer than this program
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const shapes = database.collection<SchemaVersion>('shape')
  for (;;) {
    const { version } = await currentSchemaVersion(shapes)
    if (version > migrations.length)
      throw new ConfigError([
        `The database has schema version ${version}, but this version of the service supports at most ${migrations.length}. Start the newer version, or restore a backup.`,
      ])
    const migration = migrations[version]
    if (!migration) return
    const work = async () => {
      await migration(database)
      return { version: version + 1 }
    }
    const isDone = await withSchemaLease(shapes, { where: { version }, lease: leaseDuration, work })
    if (!isDone) await waitForOthers(shapes)
  }
}
