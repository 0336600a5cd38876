import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../src/platform/database/database.js'
import { renamings } from '../../../src/platform/database/migrations/rename-collections.js'

/** The schema version of a database whose collections still have their former names. */
const earlierVersion = 3

/** For migrations that use the former names, on a database that has the present ones. */
export const throughEarlierNames = (database: Database): Database => ({
  ...database,
  collection: (name, indexes) =>
    database.collection(renamings.find(({ from }) => from === name)?.to ?? name, indexes),
})

/** Gives everything in a database the names that it had before, as an earlier version left it. */
export async function restoreEarlierNames(database: Database): Promise<void> {
  const { administration } = database
  for (const { from, to, fields = {} } of renamings) {
    await administration.renameCollection(to, from)
    const collection = administration.existing<Entity>(from)
    for (const [earlier, present] of Object.entries(fields))
      for (const { _id, [present]: value } of await collection.find({ [present]: { $exists: true } })) {
        const update = { $set: { [earlier]: value as unknown }, $unset: { [present]: true as const } }
        await collection.updateOne({ _id }, update)
      }
  }
  await administration.renameCollection('schemaVersions', 'shape')
  await administration
    .existing<Entity & { version: number }>('shape')
    .updateOne({ _id: new ObjectId('000000000000000000000001') }, { $set: { version: earlierVersion } })
}
