import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import { ownedView, toStoredRecord, type OwnedDocument } from '../../../owned/view.js'
import type { Exercise, ExerciseContent, DeletedExerciseContent } from '../models.js'
import { toExercise } from './present.js'

/** People's own exercises. */
export function customExerciseStore(database: Database) {
  const { collection, liveFilter } = ownedView<ExerciseContent, DeletedExerciseContent>(
    database,
    'EXERCISE',
    [{ key: { deletedAt: 1 } }],
  )

  return {
    /** Those that are not deleted. */
    async all(userId: string): Promise<Exercise[]> {
      const found = await collection.find(liveFilter(userId))
      return found.flatMap(document => toExercise(toStoredRecord(document)) ?? [])
    },

    /** Those of one person among some, in one read. Reads of the same moment go together. */
    async among(userId: string, ids: readonly string[]): Promise<Exercise[]> {
      const found = await collection.findByIds(ids.map(id => new ObjectId(id)))
      return found.flatMap(document => ownOf(userId, document) ?? [])
    },

    /** One of one person's. Reads of the same moment go together. */
    async find(userId: string, id: string): Promise<Exercise | null> {
      return ownOf(userId, await collection.findById(new ObjectId(id)))
    },
  }
}

function ownOf(
  userId: string,
  document: OwnedDocument<ExerciseContent, DeletedExerciseContent> | null,
): Exercise | null {
  const isOwn = document?.type === 'EXERCISE' && document.userId.toHexString() === userId
  return isOwn ? toExercise(toStoredRecord(document)) : null
}

export type CustomExerciseStore = ReturnType<typeof customExerciseStore>
