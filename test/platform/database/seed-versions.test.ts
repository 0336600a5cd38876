import t from 'tap'
import { createSeeder } from '../../../src/platform/database/seed-versions.js'
import { databases } from './databases.js'

for (const [name, open] of databases) {
  t.test(`${name}: what is to be there is brought once, however many start at once`, async t => {
    const database = await open(t)
    const sowers = Array.from({ length: 6 }, () => createSeeder(database))
    await database.prepare()
    let sown = 0
    const sow = async () => {
      await new Promise(setImmediate)
      sown++
      return true
    }
    await Promise.all(sowers.map(({ seedOnce: once }) => once('exercises', 'first', sow)))
    t.equal(sown, 1)
    await Promise.all(sowers.map(({ seedOnce: once }) => once('exercises', 'second', sow)))
    t.equal(sown, 2, 'again when it is another')
    await sowers[0]!.seedOnce('programs', 'second', sow)
    t.equal(sown, 3, 'each by its name')
  })

  t.test(`${name}: what was left out, or failed, is tried by the next`, async t => {
    const database = await open(t)
    const { seedOnce: once } = createSeeder(database)
    await database.prepare()
    await t.rejects(
      once('exercises', 'mark', async () => Promise.reject(new Error('fails'))),
      /fails/,
    )
    let tries = 0
    const sow = async () => ++tries === 2
    for (let time = 1; time <= 3; time++) await once('exercises', 'mark', sow)
    t.equal(tries, 2)
  })
}
