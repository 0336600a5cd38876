import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { Test } from 'tap'
import type { Database, DatabaseOptions, Entity } from '../../../src/platform/database/database.js'
import { openEmbedded } from '../../../src/platform/database/embedded/database.js'
import { openMongo } from '../../../src/platform/database/mongodb/database.js'
import { memoryFolder } from '../../memory-folder.js'

export interface Account extends Entity {
  email?: string | null
  name?: string | null
  age?: number
  owner?: string | null
  tags?: string[]
  profile?: { city?: string; visits?: number }
  sets?: { reps: number; weight?: number }[]
  seen?: Date
}

export const mongodbUri = process.env['TEST_MONGODB_URI']

type Open = (t: Test, options?: DatabaseOptions) => Promise<Database>

/** The databases to test: the embedded one always, and MongoDB if TEST_MONGODB_URI is set. */
export const databases: [name: string, open: Open][] = [['embedded', openTestEmbedded]]
if (mongodbUri) databases.push(['MongoDB', openTestMongo])

export async function openTestEmbedded(t: Test, options?: DatabaseOptions) {
  const folder = await mkdtemp(join(memoryFolder, 'fitness-database-'))
  const database = await openEmbedded(folder, options)
  t.teardown(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  return database
}

/** Opens a MongoDB database with a random name, which is dropped after the test. */
export async function openTestMongo(t: Test, options?: DatabaseOptions) {
  const uri = mongodbUri ?? ''
  const databaseName = `test_${randomBytes(6).toString('hex')}`
  const database = await openMongo(uri, { databaseName, ...options })
  t.teardown(async () => {
    await database.close()
    const client = new MongoClient(uri)
    await client.db(databaseName).dropDatabase()
    await client.close()
  })
  return Object.assign(database, { databaseName })
}
