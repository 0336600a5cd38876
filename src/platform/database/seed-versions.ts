import { ObjectId } from 'mongodb'
import { derivedId } from '../../lib/ids.js'
import { seconds } from '../../lib/quantities.js'
import type { Database, Entity } from './database.js'
import { withSchemaLease, waitForOthers, type SchemaVersion } from './schema-version.js'

interface SeedVersion extends Entity {
  mark: string
}

/** Seeding twice is harmless, so the lease is short: other instances need not wait long for one that was killed. */
const lease = 15 * seconds

/**
 * Seeds the service's own data once per version, however many instances start. Nothing else writes this data, so data
 * that was seeded is not checked again.
 */
export function createSeeder(database: Database) {
  const sown = database.collection<SeedVersion>('sown')
  const shapes = database.collection<SchemaVersion>('shape')
  return {
    /**
     * Seeds data, unless it was seeded before with the same fingerprint.
     * @param seed returns false if it left something out that the next start should retry
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
