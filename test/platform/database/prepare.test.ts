import { MongoClient, ObjectId, type Db, type Document } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { minutes } from '../../../src/lib/quantities.js'
import type { Database, Index } from '../../../src/platform/database/database.js'
import { openMongo } from '../../../src/platform/database/mongodb/database.js'
import { mongodbUri, openTestMongo } from './databases.js'
import { startCountingProxy } from './fault-injecting-proxy.js'

const uri = mongodbUri ?? ''
const onMongo = { skip: !mongodbUri }
const schemaVersionId = new ObjectId('000000000000000000000001')

const indexes: Index[] = [
  { key: { userId: 1, at: -1 } },
  {
    key: { email: 1 },
    name: 'addresses',
    unique: true,
    partialFilterExpression: { email: { $exists: true } },
  },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
]
const names = ['_id_', 'addresses', 'expiresAt_1', 'userId_1_at_-1']
const collections = ['accounts', 'mails', 'photos', 'records', 'sessions', 'workouts']

/** Creates an empty database whose commands are profiled. */
async function emptyDatabase(t: Test) {
  const { databaseName } = await openTestMongo(t)
  const client = new MongoClient(uri)
  t.teardown(() => client.close())
  const db = client.db(databaseName)
  // Create the collection first: some servers fail if several clients create it concurrently.
  await db.createCollection('schemaVersions')
  await db.command({ profile: 2 })

  async function open(serverUri = uri): Promise<Database> {
    const database = await openMongo(serverUri, { databaseName })
    t.teardown(() => database.close())
    for (const name of collections) database.collection(name, indexes)
    // Another store of the same collection without its own index.
    database.collection('accounts')
    database.collection('others')
    return database
  }
  return { db, open }
}

/** Returns the collections of the commands with this name that the server has received. */
async function sent(db: Db, command: string): Promise<string[]> {
  const found = await db
    .collection('system.profile')
    .find({ [`command.${command}`]: { $exists: true } })
    .toArray()
  return found.map(entry => String((entry['command'] as Document)[command])).sort()
}

async function indexNames(db: Db, name: string): Promise<string[]> {
  const found = await db.collection(name).indexes()
  return found.map(({ name }) => name ?? '').sort()
}

interface SchemaVersion {
  _id: ObjectId
  leaseUntil: Date
  holder?: ObjectId | null
}

const schemaVersions = (db: Db) => db.collection<SchemaVersion>('schemaVersions')

/** Another instance that has stopped holds the lease. */
const holdUntil = (db: Db, leaseUntil: Date) =>
  schemaVersions(db).insertOne({ _id: schemaVersionId, leaseUntil })

t.test('creates everything once if many instances start on an empty database', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  const proxy = await startCountingProxy(t, uri, 'createIndexes', 0)
  const starts = await Promise.all(Array.from({ length: 6 }, () => open(proxy.uri)))
  await Promise.all(starts.map(database => database.prepare()))
  for (const name of collections) t.same(await indexNames(db, name), names, name)
  t.same(await indexNames(db, 'others'), ['_id_'])
  t.equal(proxy.sent(), collections.length)
})

t.test('runs at most four concurrent commands per start', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  const { uri: proxyUri, most } = await startCountingProxy(t, uri, 'createIndexes', 50)
  const database = await open(proxyUri)
  await database.prepare()
  t.equal(most(), 4)
  t.same(await sent(db, 'createIndexes'), collections)
})

t.test('waits for an instance that is preparing the database', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  await holdUntil(db, new Date(Date.now() + 10 * minutes))
  const database = await open()
  const outcomes: string[] = []
  const preparing = database.prepare().then(() => outcomes.push('prepared'))
  const leaseReads = async () => (await sent(db, 'find')).filter(name => name === 'schemaVersions').length
  while (outcomes.length === 0 && (await leaseReads()) < 2);
  t.same(await sent(db, 'createIndexes'), [])
  await schemaVersions(db).updateOne({ _id: schemaVersionId }, { $set: { leaseUntil: new Date(0) } })
  await preparing
  t.same(await sent(db, 'createIndexes'), collections)
})

t.test('continues after an instance that died while preparing the database', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  await holdUntil(db, new Date(Date.now() + 200))
  const database = await open()
  await database.prepare()
  t.same(await indexNames(db, 'accounts'), names)
  const schemaVersion = await schemaVersions(db).findOne({ _id: schemaVersionId })
  t.same(schemaVersion?.leaseUntil, new Date(0), 'the lease is released')
})

t.test('recreates only missing collections and indexes', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  const first = await open()
  await first.prepare()
  const again = async () => {
    await db.command({ profile: 0 })
    await db.collection('system.profile').drop()
    await db.command({ profile: 2 })
    const proxy = await startCountingProxy(t, uri, 'createIndexes', 0)
    const database = await open(proxy.uri)
    await database.prepare()
    // The server profiles no commands without an effect.
    t.equal(proxy.sent(), (await sent(db, 'createIndexes')).length)
    const writes = await db.collection('system.profile').countDocuments({ op: 'update' })
    return [await sent(db, 'create'), await sent(db, 'createIndexes'), writes]
  }
  t.same(await again(), [[], [], 0], 'writes nothing')
  t.same(await sent(db, 'listIndexes'), collections)

  await db.collection('photos').dropIndex('addresses')
  t.same(await again(), [[], ['photos'], 2], 'writes only to acquire and release the lease')
  t.same(await indexNames(db, 'photos'), names)

  await db.collection('others').drop()
  await db.collection('mails').drop()
  t.same(await again(), [['others'], ['mails'], 2], 'writes only to acquire and release the lease')
  t.same(await indexNames(db, 'mails'), names)
})

t.test('does not accept an index with other options', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  for (const options of [{ expireAfterSeconds: 60 }, {}, { expireAfterSeconds: 0, sparse: true }]) {
    await db.collection('sessions').createIndexes([{ key: { expiresAt: 1 }, ...options }])
    const database = await open()
    await t.rejects(database.prepare(), /expiresAt_1/)
    await db.collection('sessions').dropIndex('expiresAt_1')
  }
  await db.collection('sessions').createIndexes([{ key: { at: -1, userId: 1 }, name: 'userId_1_at_-1' }])
  const database = await open()
  await t.rejects(database.prepare(), /userId_1_at_-1/)
})

t.test('waits for an index that is still being built', onMongo, async t => {
  const { db, open } = await emptyDatabase(t)
  await (await open()).prepare()
  const building = await buildSlowly(t, db)
  const database = await open()
  const outcomes: string[] = []
  const preparing = database.prepare().then(() => outcomes.push('prepared'))
  while (outcomes.length === 0 && !(await schemaVersions(db).findOne({ _id: schemaVersionId }))?.holder);
  t.same(outcomes, [])
  await building.end()
  await preparing
  t.same(await indexNames(db, 'accounts'), names)
})

/** Starts to build an index of accounts, as a killed instance leaves it, and blocks the build until `end`. */
async function buildSlowly(t: Test, db: Db) {
  const accounts = db.collection('accounts')
  const session = db.client.startSession()
  t.teardown(() => session.endSession())
  for (;;) {
    await accounts.insertMany(Array.from({ length: 5_000 }, () => ({ at: 1 })))
    await accounts.dropIndex('userId_1_at_-1')
    const built = accounts.createIndexes(indexes.slice(0, 1))
    while ((await indexDescriptions(db)).length < names.length);
    // The open transaction delays the end of the build.
    session.startTransaction()
    const isHeld = await accounts.insertOne({ at: 1 }, { session }).then(
      () => true,
      () => false,
    )
    const end = async () => {
      await (isHeld ? session.commitTransaction() : session.abortTransaction())
      await built
    }
    if (isHeld && (await indexDescriptions(db)).some(({ buildUUID }) => buildUUID !== undefined))
      return { end }
    await end()
  }
}

const indexDescriptions = (db: Db) =>
  db.runCursorCommand({ listIndexes: 'accounts', includeBuildUUIDs: true }).toArray() as Promise<Document[]>
