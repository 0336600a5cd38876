import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../database.js'

interface Head extends Entity {
  userId: ObjectId
  counts?: { WORKOUT?: number }
  active?: { WORKOUT?: string }
}

const batchSize = 500
/** The ids of head documents are greater than those of all records. */
const firstHead = new ObjectId('ffffffff0000000000000000')

/** Reads the heads of all users with workouts, in batches. */
export async function* readTrainedHeads(database: Database, collectionName: string): AsyncGenerator<Head[]> {
  const heads = database.collection<Head>(collectionName)
  const projection = { userId: 1, 'counts.WORKOUT': 1, 'active.WORKOUT': 1 } as const
  for (let last: ObjectId | undefined; ;) {
    const filter = { _id: last ? { $gt: last } : { $gte: firstHead } }
    const found = await heads.find(filter, { sort: { _id: 1 }, limit: batchSize, projection })
    const trained = found.filter(({ counts }) => counts?.WORKOUT)
    if (trained.length > 0) yield trained
    last = found.at(-1)?._id
    if (found.length < batchSize) return
  }
}
