import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { ProfilePhoto } from './models.js'

interface PhotoDocument extends Omit<ProfilePhoto, 'id' | 'userId' | 'blurHash'>, Entity {
  userId: ObjectId
  blurHash?: string | null
  /** Orders the photos by the time at which they became active: the newest has the greatest number. */
  sequence: number
  /** Stores `archivedCount`. Missing in photos that were stored before this field existed. */
  displaced?: number
}

/** A photo with its position among the user's photos. */
export interface SequencedPhoto {
  photo: ProfilePhoto
  sequence: number
  /** The number of photos that were archived for this upload; they become active again if the upload is reverted. */
  archivedCount?: number
}

const readBatchSize = 100
const newestFirst = { sequence: -1 } as const

export function photoStore(database: Database) {
  const photos = database.collection<PhotoDocument>('photos', [
    { key: { userId: 1, archived: 1, sequence: -1 } },
    { key: { fileKey: 1 }, unique: true },
  ])

  return {
    newId: (): string => new ObjectId().toHexString(),

    async insert({
      photo: { id, userId, ...photo },
      sequence,
      archivedCount,
    }: SequencedPhoto): Promise<void> {
      await photos.insertOne({
        _id: new ObjectId(id),
        userId: new ObjectId(userId),
        ...photo,
        sequence,
        ...(archivedCount !== undefined && { displaced: archivedCount }),
      })
    },

    /** Reads of the same tick are sent to the database in one command. */
    async find(id: string, userId: string): Promise<SequencedPhoto | null> {
      const photo = await photos.findById(new ObjectId(id))
      return photo?.userId.toHexString() === userId ? toSequencedPhoto(photo) : null
    },

    /** The active photos, the newest first. */
    async findActive(userId: string, limit: number): Promise<SequencedPhoto[]> {
      const filter = { userId: new ObjectId(userId), archived: false }
      const found = await photos.find(filter, { sort: newestFirst, limit })
      return found.map(toSequencedPhoto)
    },

    /** The archived photos, the most recently active first. */
    async findArchived(userId: string, limit: number): Promise<SequencedPhoto[]> {
      const filter = { userId: new ObjectId(userId), archived: true }
      const found = await photos.find(filter, { sort: newestFirst, limit })
      return found.map(toSequencedPhoto)
    },

    /** The active photos, then the archived ones, each with the newest first. Read in batches. */
    async *streamAll(userId: string): AsyncGenerator<ProfilePhoto> {
      for (const archived of [false, true])
        for (let last = Infinity, isMore = true; isMore;) {
          const filter = { userId: new ObjectId(userId), archived, sequence: { $lt: last } }
          const found = await photos.find(filter, { sort: newestFirst, limit: readBatchSize })
          for (const document of found) yield toSequencedPhoto(document).photo
          last = found.at(-1)?.sequence ?? 0
          isMore = found.length === readBatchSize
        }
    },

    async erase(userId: string): Promise<void> {
      await deleteInChunks(photos, { userId: new ObjectId(userId) })
    },

    /** Returns null if there is no such photo. */
    async saveBlurHash(userId: string, id: string, blurHash: string): Promise<ProfilePhoto | null> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      const photo = await photos.findOneAndUpdate(filter, { $set: { blurHash } })
      return photo && toSequencedPhoto(photo).photo
    },

    async delete({ id, userId }: Pick<ProfilePhoto, 'id' | 'userId'>): Promise<void> {
      await photos.deleteOne({ _id: new ObjectId(id), userId: new ObjectId(userId) })
    },

    async archive(userId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const filter = { _id: { $in: ids.map(id => new ObjectId(id)) }, userId: new ObjectId(userId) }
      await photos.updateMany(filter, { $set: { archived: true } })
    },

    async updatePosition({ photo: { id, userId, archived }, sequence }: SequencedPhoto): Promise<void> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      await photos.updateOne(filter, { $set: { archived, sequence } })
    },
  }
}

export type PhotoStore = ReturnType<typeof photoStore>

/** Photos that were stored before smaller sizes existed have no blur hash. */
function toSequencedPhoto(document: PhotoDocument): SequencedPhoto {
  const { _id, userId, sequence, displaced, blurHash = null, ...rest } = document
  const photo = { id: _id.toHexString(), userId: userId.toHexString(), ...rest, blurHash }
  return { photo, sequence, ...(displaced !== undefined && { archivedCount: displaced }) }
}
