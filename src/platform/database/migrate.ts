import { ConfigError } from '../../errors.js'
import { minutes } from '../../lib/quantities.js'
import type { Database } from './database.js'
import { withSchemaLease, currentSchemaVersion, waitForOthers, type SchemaVersion } from './schema-version.js'

/**
 * Brings documents of an older shape up to date. It may be cut off anywhere and is run again then, also on documents
 * that it has changed already, while older instances may still be at work.
 */
export type Migration = (database: Database) => Promise<void>

const leaseDuration = 1 * minutes

/**
 * Does what is still to be done, in order, each once however many instances start.
 * @throws ConfigError where the database has been brought to a shape that this program does not know
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const shapes = database.collection<SchemaVersion>('shape')
  for (;;) {
    const { version } = await currentSchemaVersion(shapes)
    if (version > migrations.length)
      throw new ConfigError([
        `The database has shape ${version}, and this program knows ${migrations.length} at most. Start the newer program, or bring back a backup.`,
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
