import { ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import type { Migration } from '../migrate.js'

interface Head extends Entity {
  userId: ObjectId
  counts?: { WORKOUT?: number }
}

interface QueuedRebuild extends Entity {
  userId: ObjectId
  dueAt: Date
}

const batchSize = 500
/** The ids of head documents are greater than those of all records. */
const firstHead = new ObjectId('ffffffff0000000000000000')

/** Queues a rebuild of the statistics of all users with workouts. The names of the collections depend on the version. */
const queueRebuilds =
  (headCollection: string, queueCollection: string): Migration =>
  async database => {
    const heads = database.collection<Head>(headCollection)
    const queue = database.collection<QueuedRebuild>(queueCollection)
    const dueAt = new Date()
    for (let last: ObjectId | undefined; ;) {
      const filter = { _id: last ? { $gt: last } : { $gte: firstHead } }
      const projection = { userId: 1, 'counts.WORKOUT': 1 } as const
      const found = await heads.find(filter, { sort: { _id: 1 }, limit: batchSize, projection })
      const writes = found
        .filter(({ counts }) => counts?.WORKOUT)
        .map(({ userId }) => ({
          updateOne: { filter: { _id: userId }, update: { $setOnInsert: { userId, dueAt } }, upsert: true },
        }))
      if (writes.length > 0) await queue.bulkWrite(writes)
      last = found.at(-1)?._id
      if (found.length < batchSize) return
    }
  }

/** For workouts that are older than the statistics that are derived from them. */
export const queueStatistics = queueRebuilds('owned', 'staleStatistics')

/** For volumes and records that include the whole body weight for every exercise, and those of partial repetitions. */
export const queueBodyweightShares = queueRebuilds('ownedRecords', 'statisticsRebuilds')

/** For workouts from before the records by repetitions. */
export const queueRepetitionRecords = queueRebuilds('ownedRecords', 'statisticsRebuilds')
