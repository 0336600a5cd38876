import t from 'tap'
import { createSeeder } from '../../../src/platform/database/seed-versions.js'
import { databases } from './databases.js'

for (const [name, open] of databases) {
  t.test(`${name}: seeds once for each fingerprint, however many instances start at once`, async t => {
    const database = await open(t)
    const seeders = Array.from({ length: 6 }, () => createSeeder(database))
    await database.prepare()
    let count = 0
    const seed = async () => {
      await new Promise(setImmediate)
      count++
      return true
    }
    await Promise.all(seeders.map(({ seedOnce }) => seedOnce('exercises', 'first', seed)))
    t.equal(count, 1)
    await Promise.all(seeders.map(({ seedOnce }) => seedOnce('exercises', 'second', seed)))
    t.equal(count, 2, 'seeds again for another fingerprint')
    await seeders[0]!.seedOnce('programs', 'second', seed)
    t.equal(count, 3, 'seeds other names separately')
  })

  t.test(`${name}: seeds again on the next start after a failure or an incomplete seed`, async t => {
    const database = await open(t)
    const { seedOnce } = createSeeder(database)
    await database.prepare()
    await t.rejects(
      seedOnce('exercises', 'fingerprint', async () => Promise.reject(new Error('fails'))),
      /fails/,
    )
    let tries = 0
    const seed = async () => ++tries === 2
    for (let time = 1; time <= 3; time++) await seedOnce('exercises', 'fingerprint', seed)
    t.equal(tries, 2)
  })
}
