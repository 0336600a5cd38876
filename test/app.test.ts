import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t from 'tap'
import { buildApp } from '../src/app.js'
import { loadConfig } from '../src/config.js'
import { openDatabase } from '../src/platform/database/open-database.js'
import { isolatedSettings } from './helper.js'

t.test('closes everything if the start fails', async t => {
  const { MONGODB_URI, ...settings } = isolatedSettings(t)
  const folder = join(settings['DATA_PATH'] ?? '', 'database')
  const database = await openDatabase({ folder })
  // Two accounts with the same address violate the unique index, so that the start fails.
  for (const _id of [new ObjectId(), new ObjectId()])
    await database.collection('users').insertOne({ _id, emailKey: 'ada@example.com' })
  await database.close()

  await t.rejects(buildApp(loadConfig(settings)), { name: 'DuplicateKeyError' })
  const again = await openDatabase({ folder })
  await again.close()
})
