import { ObjectId } from 'mongodb'
import { derivedId } from '../../../lib/ids.js'
import { days } from '../../../lib/quantities.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { OwnedType, StoredRecord } from '../../owned/models.js'
import { ownedView } from '../../owned/view.js'
import type { EnrollmentContent, EnrollmentDerived } from '../../progress/enrollments/models.js'
import type { WorkoutContent, WorkoutDerived } from '../../training/workouts/models.js'

/** A merge that was done, by which it is recognized when it is sent again. */
interface MergeDocument extends Entity {
  userId: ObjectId
  fromId: string
  intoId: string
  expiresAt: Date
}

export interface Merge {
  id: string
  fromId: string
  intoId: string
}

export type MergedWorkout = StoredRecord<WorkoutContent, WorkoutDerived>

/** How long merges are remembered, in milliseconds. */
const retention = 90 * days

/** The id of a merge is unique for its user only. */
const documentId = (userId: string, id: string) => new ObjectId(derivedId('exercise merge', userId, id))

export function exerciseMergeStore(database: Database) {
  const merges = database.collection<MergeDocument>('exerciseMerges', [
    { key: { userId: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const workouts = ownedView<WorkoutContent, WorkoutDerived>(database, 'WORKOUT')
  const enrollments = ownedView<EnrollmentContent, EnrollmentDerived>(database, 'ENROLLMENT')

  return {
    async find(userId: string, id: string): Promise<Omit<Merge, 'id'> | null> {
      return merges.findById(documentId(userId, id))
    },

    async insert(userId: string, { id, fromId, intoId }: Merge, now: Date): Promise<void> {
      await merges.insertOne({
        _id: documentId(userId, id),
        userId: new ObjectId(userId),
        ...{ fromId, intoId },
        expiresAt: new Date(now.getTime() + retention),
      })
    },

    /** The ids of up to `limit` workouts that contain the exercise, in the order of their starts. */
    async findWorkoutIds(userId: string, exerciseId: string, limit: number): Promise<string[]> {
      const found = await workouts.collection.find(
        { ...workouts.liveFilter(userId), 'content.exercises.exerciseId': exerciseId },
        { sort: { 'content.startedAt': -1, _id: -1 }, limit, projection: { type: 1 } },
      )
      return found.map(({ _id }) => _id.toHexString()).reverse()
    },

    findWorkout: workouts.find,

    /** All records of a type, in no particular order. */
    streamAll: (userId: string, type: OwnedType): AsyncIterable<StoredRecord> =>
      ownedView(database, type).streamAll(userId),

    streamEnrollments: enrollments.streamAll,

    erase: (userId: string): Promise<void> => deleteInChunks(merges, { userId: new ObjectId(userId) }),
  }
}

export type ExerciseMergeStore = ReturnType<typeof exerciseMergeStore>
