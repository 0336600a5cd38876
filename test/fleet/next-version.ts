/** Loaded before the service: makes it a version that has more migrations, as many as FLEET_MIGRATIONS says. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Entity } from '../../src/platform/database/database.js'
import type { Migration } from '../../src/platform/database/migrate.js'
import { migrations } from '../../src/platform/database/migrations.js'

const atOnce = 50
/** After each part, in milliseconds: many documents take their time. */
const rest = 100

/** Writes to every record, while people write to them, too. */
const touch =
  (number: number): Migration =>
  async database => {
    const owned = database.collection<Entity>('ownedRecords')
    const field = `fleet${number}`
    for (;;) {
      const found = await owned.find({ [field]: { $exists: false } }, { limit: atOnce })
      await Promise.all(found.map(({ _id }) => owned.updateOne({ _id }, { $set: { [field]: true } })))
      if (found.length < atOnce) return
      await pause(rest)
    }
  }

for (let number = 1; number <= Number(process.env['FLEET_MIGRATIONS'] ?? 0); number++)
  (migrations as Migration[]).push(touch(number))
