import { ObjectId } from 'mongodb'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { StoredRecord } from '../../owned/models.js'
import { latestFirstIndex, ownedView, toStoredRecord } from '../../owned/view.js'
import type { ProgressPhotoContent, ProgressPhotoDerived, ProgressPose } from './models.js'

export type StoredProgressPhoto = StoredRecord<ProgressPhotoContent, ProgressPhotoDerived>

/** The total size of the stored photos of one user. */
interface UsageDocument extends Entity {
  bytes: number
}

const readBatchSize = 100

const newestFirst: PageOrder = { field: 'content.takenAt', type: 'date', direction: -1 }

export function progressPhotoStore(database: Database) {
  const { collection, liveFilter, find, findSome } = ownedView<ProgressPhotoContent, ProgressPhotoDerived>(
    database,
    'PROGRESS_PHOTO',
    [latestFirstIndex('content.takenAt'), latestFirstIndex('content.takenAt', 'content.pose')],
  )
  const usages = database.collection<UsageDocument>('progressPhotoUsages')

  return {
    find,
    findSome,
    newId: (): string => new ObjectId().toHexString(),

    /** All photos of a user, in no particular order. */
    async *streamAll(userId: string): AsyncGenerator<StoredProgressPhoto> {
      for (let last: ObjectId | undefined; ;) {
        const rest = last ? { _id: { $gt: last } } : {}
        const found = await collection.find(
          { ...liveFilter(userId), ...rest },
          { sort: { _id: 1 }, limit: readBatchSize },
        )
        for (const document of found) yield toStoredRecord(document)
        last = found.at(-1)?._id
        if (found.length < readBatchSize) return
      }
    },

    /** @throws AppError BAD_USER_INPUT */
    async page(
      userId: string,
      pose: ProgressPose | null,
      totalCount: number | null,
      pageArguments: PageArguments,
    ): Promise<Page<StoredProgressPhoto, number | null>> {
      const filter = { ...liveFilter(userId), ...(pose !== null && { 'content.pose': pose }) }
      return mapNodes(
        await findPage(collection, { filter, order: newestFirst, totalCount }, pageArguments),
        toStoredRecord,
      )
    },

    async findStoredBytes(userId: string): Promise<number> {
      return (await usages.findById(new ObjectId(userId)))?.bytes ?? 0
    },

    async addBytes(userId: string, bytes: number): Promise<void> {
      await usages.updateOne({ _id: new ObjectId(userId) }, { $inc: { bytes } }, { upsert: true })
    },

    /** Deletes the data of a user except the records. */
    async erase(userId: string): Promise<void> {
      await usages.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type ProgressPhotoStore = ReturnType<typeof progressPhotoStore>
