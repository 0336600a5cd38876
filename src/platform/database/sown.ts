import { ObjectId } from 'mongodb'
import { derivedId } from '../../lib/ids.js'
import type { Database, Entity } from './database.js'

interface Sown extends Entity {
  mark: string
}

/** Brings the service's own data once. Others write none of them: what has been sown need not be looked at again. */
export function sower(database: Database) {
  const sown = database.collection<Sown>('sown')
  return {
    /**
     * Sows, unless that has been done for the same mark.
     * @param sow whether nothing was left out, which another start may bring
     */
    async once(name: string, mark: string, sow: () => Promise<boolean>): Promise<void> {
      const _id = new ObjectId(derivedId('sown', name))
      if ((await sown.findById(_id))?.mark === mark) return
      if (await sow()) await sown.updateOne({ _id }, { $set: { mark } }, { upsert: true })
    },
  }
}

export type Sower = ReturnType<typeof sower>
