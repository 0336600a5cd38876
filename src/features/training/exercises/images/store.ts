import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { ExerciseImage } from '../models.js'

/** An uploaded picture. Its files exist once it is stored. */
interface ImageDocument extends Omit<ExerciseImage, 'assetId' | 'position'>, Entity {
  isStored: boolean
  /** True while the files are deleted: the picture cannot be used any more. */
  isDeleted?: boolean
  /** When the picture was uploaded, or an exercise with it was last saved. */
  usedAt: Date
}

type UploadedImage = Omit<ExerciseImage, 'position'>

const usable = { isStored: true, isDeleted: { $exists: false } }

export function exerciseImageStore(database: Database) {
  const images = database.collection<ImageDocument>('exerciseImages')

  return {
    newId: (): string => new ObjectId().toHexString(),

    async insert({ assetId, ...image }: UploadedImage, usedAt: Date): Promise<void> {
      await images.insertOne({ _id: new ObjectId(assetId), ...image, isStored: false, usedAt })
    },

    async markStored(id: string): Promise<void> {
      await images.updateOne({ _id: new ObjectId(id) }, { $set: { isStored: true } })
    },

    /** Finds usable pictures, and prevents their deletion for as long as unused pictures are kept. */
    async use(ids: readonly string[], usedAt: Date): Promise<Map<string, UploadedImage>> {
      const filter = { _id: { $in: ids.map(id => new ObjectId(id)) }, ...usable }
      await images.updateMany(filter, { $set: { usedAt } })
      const found = await images.find(filter)
      return new Map(found.map(toImage).map(image => [image.assetId, image]))
    },

    /** Up to `limit` pictures that have not been used since a time, by id. @param after the last one of the previous page */
    async findUnused(since: Date, limit: number, after?: string): Promise<string[]> {
      const rest = after === undefined ? {} : { _id: { $gt: new ObjectId(after) } }
      const found = await images.find({ usedAt: { $lt: since }, ...rest }, { sort: { _id: 1 }, limit })
      return found.map(({ _id }) => _id.toHexString())
    },

    /** @returns false if the picture has been used in the meantime */
    async markDeleted(id: string, unusedSince: Date): Promise<boolean> {
      const filter = { _id: new ObjectId(id), usedAt: { $lt: unusedSince } }
      return (await images.findOneAndUpdate(filter, { $set: { isDeleted: true } })) !== null
    },

    async delete(id: string): Promise<void> {
      await images.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type ExerciseImageStore = ReturnType<typeof exerciseImageStore>

const toImage = ({ _id, width, height, blurHash }: ImageDocument): UploadedImage => ({
  assetId: _id.toHexString(),
  width,
  height,
  blurHash,
})
