import { ObjectId } from 'mongodb'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { Database, Entity } from '../../../platform/database/database.js'

/** A workout that an import has created. It is not created again, even if it has been deleted since. */
interface ImportedWorkoutDocument extends Entity {
  userId: ObjectId
  importId: ObjectId
}

export function importedWorkoutStore(database: Database) {
  const imported = database.collection<ImportedWorkoutDocument>('importedWorkouts', [
    { key: { userId: 1, _id: 1 } },
  ])

  return {
    /** Maps the ids of workouts that imports have created to the ids of those imports. */
    async findImportIds(userId: string, workoutIds: readonly string[]): Promise<Map<string, string>> {
      const _id = { $in: workoutIds.map(id => new ObjectId(id)) }
      const found = await imported.find({ _id, userId: new ObjectId(userId) })
      return new Map(found.map(({ _id, importId }) => [_id.toHexString(), importId.toHexString()]))
    },

    /** Call it in the transaction that creates the workouts. */
    async add(userId: string, importId: string, workoutIds: readonly string[]): Promise<void> {
      const owner = { userId: new ObjectId(userId), importId: new ObjectId(importId) }
      await imported.bulkWrite(
        workoutIds.map(id => ({ insertOne: { document: { _id: new ObjectId(id), ...owner } } })),
      )
    },

    erase: (userId: string): Promise<void> => deleteInChunks(imported, { userId: new ObjectId(userId) }),
  }
}

export type ImportedWorkoutStore = ReturnType<typeof importedWorkoutStore>
