import type { ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import type { Migration } from '../migrate.js'
import { readTrainedHeads } from './heads.js'

interface QueuedRebuild extends Entity {
  userId: ObjectId
  dueAt: Date
}

/** Queues a rebuild of the statistics of all users with workouts. The names of the collections depend on the version. */
const queueRebuilds =
  (headCollection: string, queueCollection: string): Migration =>
  async database => {
    const queue = database.collection<QueuedRebuild>(queueCollection)
    const dueAt = new Date()
    for await (const heads of readTrainedHeads(database, headCollection))
      await queue.bulkWrite(
        heads.map(({ userId }) => ({
          updateOne: { filter: { _id: userId }, update: { $setOnInsert: { userId, dueAt } }, upsert: true },
        })),
      )
  }

/** For workouts that are older than the statistics that are derived from them. */
export const queueStatistics = queueRebuilds('owned', 'staleStatistics')

/** For volumes and records that include the whole body weight for every exercise, and those of partial repetitions. */
export const queueBodyweightShares = queueRebuilds('ownedRecords', 'statisticsRebuilds')

/** For workouts from before the records by repetitions. */
export const queueRepetitionRecords = queueRebuilds('ownedRecords', 'statisticsRebuilds')
