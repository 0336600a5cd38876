/** Loaded before the service: adds FLEET_MIGRATIONS migrations, as a later version would. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Entity } from '../../src/platform/database/database.js'
import type { Migration } from '../../src/platform/database/migrate.js'
import { migrations } from '../../src/platform/database/migrations.js'

const batchSize = 50
/** Pause after each batch, in milliseconds: simulates a large collection. */
const pauseBetweenBatches = 100

/** Writes to every record while users write to them, too. */
const touchAllRecords =
  (number: number): Migration =>
  async database => {
    const owned = database.collection<Entity>('ownedRecords')
    const field = `fleet${number}`
    for (;;) {
      const found = await owned.find({ [field]: { $exists: false } }, { limit: batchSize })
      await Promise.all(found.map(({ _id }) => owned.updateOne({ _id }, { $set: { [field]: true } })))
      if (found.length < batchSize) return
      await pause(pauseBetweenBatches)
    }
  }

for (let number = 1; number <= Number(process.env['FLEET_MIGRATIONS'] ?? 0); number++)
  (migrations as Migration[]).push(touchAllRecords(number))
