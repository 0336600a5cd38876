import { ObjectId } from 'mongodb'
import type { Collection, Database, Entity } from '../../../src/platform/database/database.js'
import {
  actionRenamings,
  fieldRenamings,
  renamings,
  withRenamedField,
} from '../../../src/platform/database/migrations/rename-collections.js'

/** The schema version of a database whose collections still have their former names. */
const earlierVersion = 3

/** Wraps a database with present names for migrations that use the former names. */
export const throughEarlierNames = (database: Database): Database => ({
  ...database,
  collection: (name, indexes) =>
    database.collection(renamings.find(({ from }) => from === name)?.to ?? name, indexes),
})

/** Restores all names of collections, fields and audited actions that an earlier version used. */
export async function restoreEarlierNames(database: Database): Promise<void> {
  const { administration } = database
  await restoreEarlierFields(database)
  for (const { from, to } of renamings) await administration.renameCollection(to, from)
  await administration.renameCollection('schemaVersions', 'shape')
  await administration
    .existing<Entity & { version: number }>('shape')
    .updateOne({ _id: new ObjectId('000000000000000000000001') }, { $set: { version: earlierVersion } })
}

/** Restores the names of fields and of audited actions, in the collections with their present names. */
export async function restoreEarlierFields({ administration }: Database): Promise<void> {
  for (const [name, fields] of Object.entries(fieldRenamings))
    for (const [path, present] of Object.entries(fields))
      await restoreField(administration.existing<Entity>(name), path.split('.'), present)
  const entries = administration.existing<Entity & { action: string }>('auditEntries')
  for (const [action, present] of Object.entries(actionRenamings))
    await entries.updateMany({ action: present }, { $set: { action } })
}

async function restoreField(collection: Collection<Entity>, path: string[], present: string): Promise<void> {
  const [parents, earlier = ''] = [path.slice(0, -1), path.at(-1)]
  const [field = present] = path.length === 1 ? [] : parents
  for (const document of await collection.find({ [[...parents, present].join('.')]: { $exists: true } })) {
    const renamed = withRenamedField(document, [...parents, present], earlier) as Record<string, unknown>
    const update =
      path.length === 1
        ? { $set: { [earlier]: renamed[earlier] }, $unset: { [present]: true as const } }
        : { $set: { [field]: renamed[field] } }
    await collection.updateOne({ _id: document._id }, update)
  }
}
