import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { ProfilePhoto } from './models.js'

interface PhotoDocument extends Omit<ProfilePhoto, 'id' | 'userId' | 'blurHash'>, Entity {
  userId: ObjectId
  blurHash?: string | null
  /** Place among all photos the user ever made active: the newest has the greatest. */
  sequence: number
  /** Missing in photos that were stored before it was kept. */
  displaced?: number
}

/** A photo and its place among the user's photos. */
export interface SequencedPhoto {
  photo: ProfilePhoto
  sequence: number
  /** How many photos were archived when it was uploaded; they come back if the upload is taken back. */
  displaced?: number
}

const readAtOnce = 100
const newestFirst = { sequence: -1 } as const

export function photoStore(database: Database) {
  const photos = database.collection<PhotoDocument>('photos', [
    { key: { userId: 1, findArchived: 1, sequence: -1 } },
    { key: { fileKey: 1 }, unique: true },
  ])

  return {
    newId: (): string => new ObjectId().toHexString(),

    async insert({ photo: { id, userId, ...photo }, ...updatePlace }: SequencedPhoto): Promise<void> {
      await photos.insertOne({
        _id: new ObjectId(id),
        userId: new ObjectId(userId),
        ...photo,
        ...updatePlace,
      })
    },

    /** Reads of one tick go to the database together. */
    async find(id: string, userId: string): Promise<SequencedPhoto | null> {
      const photo = await photos.findById(new ObjectId(id))
      return photo?.userId.toHexString() === userId ? toPlaced(photo) : null
    },

    /** The active photos, the newest first. */
    async findActive(userId: string, limit: number): Promise<SequencedPhoto[]> {
      const filter = { userId: new ObjectId(userId), archived: false }
      const found = await photos.find(filter, { sort: newestFirst, limit })
      return found.map(toPlaced)
    },

    /** The archived photos, the one that was active last first. */
    async archived(userId: string, limit: number): Promise<SequencedPhoto[]> {
      const filter = { userId: new ObjectId(userId), archived: true }
      const found = await photos.find(filter, { sort: newestFirst, limit })
      return found.map(toPlaced)
    },

    /** All photos, some at a time: the active ones, then the archived ones, the newest first. */
    async *streamAll(userId: string): AsyncGenerator<ProfilePhoto> {
      for (const archived of [false, true])
        for (let last = Infinity, isMore = true; isMore;) {
          const filter = { userId: new ObjectId(userId), archived, sequence: { $lt: last } }
          const found = await photos.find(filter, { sort: newestFirst, limit: readAtOnce })
          for (const document of found) yield toPlaced(document).photo
          last = found.at(-1)?.sequence ?? 0
          isMore = found.length === readAtOnce
        }
    },

    /** Leaves nothing of a person. */
    async erase(userId: string): Promise<void> {
      await deleteInChunks(photos, { userId: new ObjectId(userId) })
    },

    /** Null where there is no such photo. */
    async saveBlurHash(userId: string, id: string, blurHash: string): Promise<ProfilePhoto | null> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      const photo = await photos.findOneAndUpdate(filter, { $set: { blurHash } })
      return photo && toPlaced(photo).photo
    },

    async delete({ id, userId }: Pick<ProfilePhoto, 'id' | 'userId'>): Promise<void> {
      await photos.deleteOne({ _id: new ObjectId(id), userId: new ObjectId(userId) })
    },

    async archive(userId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const filter = { _id: { $in: ids.map(id => new ObjectId(id)) }, userId: new ObjectId(userId) }
      await photos.updateMany(filter, { $set: { archived: true } })
    },

    /** Whether it is archived, and where it stands. */
    async place({ photo: { id, userId, archived }, sequence }: SequencedPhoto): Promise<void> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      await photos.updateOne(filter, { $set: { archived, sequence } })
    },
  }
}

export type PhotoStore = ReturnType<typeof photoStore>

/** Photos of before there were smaller sizes have no hash. */
function toPlaced(document: PhotoDocument): SequencedPhoto {
  const { _id, userId, sequence, displaced, blurHash = null, ...rest } = document
  const photo = { id: _id.toHexString(), userId: userId.toHexString(), ...rest, blurHash }
  return { photo, sequence, ...(displaced !== undefined && { displaced }) }
}
