import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'

/** The total size of the stored photos of one user. */
interface UsageDocument extends Entity {
  bytes: number
}

export function usageStore(database: Database) {
  const usages = database.collection<UsageDocument>('progressPhotoUsages')

  return {
    async findStoredBytes(userId: string): Promise<number> {
      return (await usages.findById(new ObjectId(userId)))?.bytes ?? 0
    },

    async addBytes(userId: string, bytes: number): Promise<void> {
      await usages.updateOne({ _id: new ObjectId(userId) }, { $inc: { bytes } }, { upsert: true })
    },

    async erase(userId: string): Promise<void> {
      await usages.deleteOne({ _id: new ObjectId(userId) })
    },
  }
}

export type UsageStore = ReturnType<typeof usageStore>
