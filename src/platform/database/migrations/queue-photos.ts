import type { ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import type { Migration } from '../migrate.js'

interface Photo extends Entity {
  userId: ObjectId
  fileKey: string
}

interface PendingVariants extends Photo {
  assetId: ObjectId
  dueAt: Date
  attempts: number
}

const batchSize = 500

/** Queues the creation of smaller sizes for photos that were uploaded before smaller sizes existed. */
export const queuePhotos: Migration = async database => {
  const photos = database.collection<Photo>('photos')
  const pendingVariants = database.collection<PendingVariants>('unmadeVariants')
  const dueAt = new Date()
  for (let last: ObjectId | undefined; ;) {
    const rest = last ? { _id: { $gt: last } } : {}
    const options = { sort: { _id: 1 }, limit: batchSize } as const
    const found = await photos.find({ ...rest, blurHash: { $exists: false } }, options)
    const writes = found.map(({ _id, userId, fileKey }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { userId, assetId: _id, fileKey, dueAt, attempts: 0 } },
        upsert: true,
      },
    }))
    if (writes.length > 0) await pendingVariants.bulkWrite(writes)
    last = found.at(-1)?._id
    if (found.length < batchSize) return
  }
}
