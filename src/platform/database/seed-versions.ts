import { ObjectId } from 'mongodb'
import { derivedId } from '../../lib/ids.js'
import { seconds } from '../../lib/quantities.js'
import type { Database, Entity } from './database.js'
import { withSchemaLease, waitForOthers, type SchemaVersion } from './schema-version.js'

interface SeedVersion extends Entity {
  mark: string
}

/** To sow twice does no harm: those who wait for a killed instance need not wait long. */
const lease = 15 * seconds

/**
 * Brings the service's own data, once, however many instances start. Others write none of them: what has been sown need
 * not be looked at again.
 */
export function createSeeder(database: Database) {
  const sown = database.collection<SeedVersion>('sown')
  const shapes = database.collection<SchemaVersion>('shape')
  return {
    /**
     * Sows, unless that has been done for the same mark.
     * @param sow whether nothing was left out, which another start may bring
     */
    async seedOnce(name: string, mark: string, sow: () => Promise<boolean>): Promise<void> {
      const _id = new ObjectId(derivedId('sown', name))
      const isSown = async () => (await sown.findById(_id))?.mark === mark
      const work = async () => {
        if (!(await isSown()) && (await sow()))
          await sown.updateOne({ _id }, { $set: { mark } }, { upsert: true })
        return {}
      }
      while (!(await isSown())) {
        if (await withSchemaLease(shapes, { lease, work })) return
        await waitForOthers(shapes)
      }
    },
  }
}

export type Seeder = ReturnType<typeof createSeeder>
