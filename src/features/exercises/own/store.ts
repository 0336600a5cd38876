import { ObjectId } from 'mongodb'
import type { Database } from '../../../platform/database/database.js'
import { ownedView, toRow } from '../../owned/view.js'
import type { Exercise, ExerciseContent, ExerciseRemains } from '../models.js'
import { toExercise } from './exercise.js'

/** People's own exercises. */
export function ownExerciseStore(database: Database) {
  const { collection, living } = ownedView<ExerciseContent, ExerciseRemains>(database, 'EXERCISE', [
    { key: { deletedAt: 1 } },
  ])

  return {
    /** Those that are not deleted. */
    async all(userId: string): Promise<Exercise[]> {
      const found = await collection.find(living(userId))
      return found.flatMap(document => toExercise(toRow(document)) ?? [])
    },

    /** Those of one person among some, in one read. */
    async among(userId: string, ids: readonly string[]): Promise<Exercise[]> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      const found = await collection.find({ _id, userId: new ObjectId(userId), type: 'EXERCISE' })
      return found.flatMap(document => toExercise(toRow(document)) ?? [])
    },

    /** One of one person's. Reads of the same moment go together. */
    async find(userId: string, id: string): Promise<Exercise | null> {
      const found = await collection.findById(new ObjectId(id))
      const isOwn = found?.type === 'EXERCISE' && found.userId.toHexString() === userId
      return isOwn ? toExercise(toRow(found)) : null
    },
  }
}

export type OwnExerciseStore = ReturnType<typeof ownExerciseStore>
