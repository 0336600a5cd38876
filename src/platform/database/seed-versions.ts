import { ObjectId } from 'mongodb'
import { derivedId } from '../../lib/ids.js'
import { seconds } from '../../lib/quantities.js'
import type { Database, Entity } from './database.js'
import { schemaVersionStore } from './schema-version.js'

interface SeedVersion extends Entity {
  fingerprint: string
}

/** Seeding twice is harmless, so the lease is short: other instances need not wait long for one that was killed. */
const leaseDuration = 15 * seconds

/**
 * Seeds the service's own data once per version, however many instances start. Nothing else writes this data, so data
 * that was seeded is not checked again.
 */
export function createSeeder(database: Database) {
  const seedVersions = database.collection<SeedVersion>('seedVersions')
  const schemaVersions = schemaVersionStore(database)
  return {
    /**
     * Seeds data, unless it was seeded before with the same fingerprint.
     * @param seed returns false if it left something out that the next start should retry
     */
    async seedOnce(name: string, fingerprint: string, seed: () => Promise<boolean>): Promise<void> {
      // Stored ids are derived from this text. cspell:ignore sown
      const _id = new ObjectId(derivedId('sown', name))
      const isSeeded = async () => (await seedVersions.findById(_id))?.fingerprint === fingerprint
      const work = async () => {
        if (!(await isSeeded()) && (await seed()))
          await seedVersions.updateOne({ _id }, { $set: { fingerprint } }, { upsert: true })
        return {}
      }
      while (!(await isSeeded())) {
        if (await schemaVersions.runExclusively({ lease: leaseDuration, work })) return
        await schemaVersions.waitUntilFree()
      }
    },
  }
}

export type Seeder = ReturnType<typeof createSeeder>
