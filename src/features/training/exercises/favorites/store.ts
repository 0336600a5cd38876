import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import type { StoredRecord } from '../../../owned/models.js'
import { ownedView, toStoredRecord } from '../../../owned/view.js'

/** A favorite has the id of its exercise. */
export function favoriteStore(database: Database) {
  const { collection, liveFilter } = ownedView(database, 'FAVORITE', [{ key: { deletedAt: 1 } }])
  const idOf = ({ ref, _id }: { ref?: ObjectId; _id: ObjectId }) => (ref ?? _id).toHexString()

  return {
    async findIds(userId: string): Promise<string[]> {
      return (await collection.find(liveFilter(userId))).map(idOf)
    },

    async findMany(userId: string, ids: readonly string[]): Promise<StoredRecord[]> {
      const ref = { $in: ids.map(id => new ObjectId(id)) }
      return (await collection.find({ ...liveFilter(userId), ref })).map(toStoredRecord)
    },

    /** Finds a favorite or its tombstone. */
    async find(userId: string, id: string): Promise<StoredRecord | null> {
      const own = { userId: new ObjectId(userId), type: 'FAVORITE' as const }
      const found = await collection.findOne({ ...own, ref: new ObjectId(id) })
      return found && toStoredRecord(found)
    },
  }
}

export type FavoriteStore = ReturnType<typeof favoriteStore>
