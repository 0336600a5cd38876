import { ConfigError } from '../../errors.js'
import { minutes } from '../../lib/quantities.js'
import type { Database } from './database.js'
import { changeShape, currentShape, othersDone, type Shape } from './shape.js'

/**
 * Brings documents of an older shape up to date. It may be cut off anywhere and is run again then, also on documents
 * that it has changed already, while older instances may still be at work.
 */
export type Migration = (database: Database) => Promise<void>

const lease = 1 * minutes

/**
 * Does what is still to be done, in order, each once however many instances start.
 * @throws ConfigError where the database has been brought to a shape that this program does not know
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const shapes = database.collection<Shape>('shape')
  for (;;) {
    const { version } = await currentShape(shapes)
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
    const isDone = await changeShape(shapes, { where: { version }, lease, work })
    if (!isDone) await othersDone(shapes)
  }
}
