import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import { days, seconds } from '../../../lib/quantities.js'
import type { DeprecatedFieldUse } from './models.js'

interface UseDocument extends DeprecatedFieldUse, Entity {}

export function usageStore(database: Database) {
  const uses = database.collection<UseDocument>('deprecatedFieldUses', [
    { key: { field: 1, clientName: 1, clientVersion: 1 }, unique: true },
    // Uses expire 90 days after the last request.
    { key: { lastUsedAt: 1 }, expireAfterSeconds: (90 * days) / seconds },
  ])

  return {
    async add({ field, clientName, clientVersion, count, lastUsedAt }: DeprecatedFieldUse): Promise<void> {
      const filter = { field, clientName, clientVersion }
      const update = { $inc: { count }, $max: { lastUsedAt }, $setOnInsert: { _id: new ObjectId() } }
      await uses.updateOne(filter, update, { upsert: true })
    },

    async latest(limit: number): Promise<DeprecatedFieldUse[]> {
      const found = await uses.find({}, { sort: { lastUsedAt: -1 }, limit })
      return found.map(({ _id, ...use }) => use)
    },
  }
}

export type UsageStore = ReturnType<typeof usageStore>
