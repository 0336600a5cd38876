import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import { ownedView, toStoredRecord, type OwnedDocument } from '../../../owned/view.js'
import type { Exercise, ExerciseContent, DeletedExerciseContent } from '../models.js'
import { toExercise } from './present.js'

export function customExerciseStore(database: Database) {
  const { collection, liveFilter } = ownedView<ExerciseContent, DeletedExerciseContent>(
    database,
    'EXERCISE',
    [{ key: { deletedAt: 1 } }],
  )

  return {
    /** Omits deleted exercises. */
    async findAll(userId: string): Promise<Exercise[]> {
      const found = await collection.find(liveFilter(userId))
      return found.flatMap(document => toExercise(toStoredRecord(document)) ?? [])
    },

    /** Finds exercises of the user, deleted ones included. Concurrent reads are batched. */
    async findMany(userId: string, ids: readonly string[]): Promise<Exercise[]> {
      const found = await collection.findByIds(ids.map(id => new ObjectId(id)))
      return found.flatMap(document => toOwnExercise(userId, document) ?? [])
    },

    /** Finds an exercise of the user, deleted ones included. Concurrent reads are batched. */
    async find(userId: string, id: string): Promise<Exercise | null> {
      return toOwnExercise(userId, await collection.findById(new ObjectId(id)))
    },
  }
}

function toOwnExercise(
  userId: string,
  document: OwnedDocument<ExerciseContent, DeletedExerciseContent> | null,
): Exercise | null {
  const isOwn = document?.type === 'EXERCISE' && document.userId.toHexString() === userId
  return isOwn ? toExercise(toStoredRecord(document)) : null
}

export type CustomExerciseStore = ReturnType<typeof customExerciseStore>
