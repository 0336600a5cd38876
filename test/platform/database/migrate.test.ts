import { ObjectId } from 'mongodb'
import t from 'tap'
import { buildApp } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { ConfigError } from '../../../src/errors.js'
import type { Entity } from '../../../src/platform/database/database.js'
import { migrate } from '../../../src/platform/database/migrate.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { isolatedSettings } from '../../helper.js'
import { databases } from './databases.js'

for (const [name, open] of databases) {
  t.test(`${name}: runs each migration once and in order, however many instances start at once`, async t => {
    const database = await open(t)
    // Create the collection first, so that only the migrations run concurrently.
    database.collection('schemaVersions')
    await database.prepare()
    const done: string[] = []
    const step = (name: string) => async () => {
      await new Promise(setImmediate)
      done.push(name)
    }
    const steps = [step('one'), step('two'), step('three')]
    await Promise.all([1, 2, 3, 4].map(() => migrate(database, steps)))
    t.same(done, ['one', 'two', 'three'])
    await migrate(database, [...steps, step('four')])
    t.same(done, ['one', 'two', 'three', 'four'])
  })

  t.test(`${name}: repeats a failed migration but not those before it`, async t => {
    const database = await open(t)
    await database.prepare()
    const done: string[] = []
    let fails = true
    const steps = [
      async () => void done.push('one'),
      async () => {
        if (fails) throw new Error('fails')
        done.push('two')
      },
    ]
    await t.rejects(migrate(database, steps), { message: 'fails' })
    fails = false
    await migrate(database, steps)
    t.same(done, ['one', 'two'])
  })
}

t.test('refuses to start on a database with a newer schema version', async t => {
  const settings = isolatedSettings(t)
  const database = await openDatabase({
    mongodbUri: settings.MONGODB_URI,
    folder: `${settings.DATA_PATH}/database`,
  })
  const newer = { _id: new ObjectId('000000000000000000000001'), version: 1000, leaseUntil: new Date(0) }
  await database.collection<Entity>('schemaVersions').insertOne(newer)
  await database.close()
  await t.rejects(buildApp(loadConfig(settings)), ConfigError)
})
