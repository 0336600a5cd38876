import { MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import {
  DatabaseUnavailableError,
  DuplicateKeyError,
  type Collection,
  type Entity,
} from '../../../src/platform/database/database.js'
import { assertReplicaSet, openMongo } from '../../../src/platform/database/mongodb/database.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { mongodbUri, openTestMongo } from './databases.js'
import { startSlowProxy } from './fault-injecting-proxy.js'

type Named = Collection<Entity & { name: string }>

void t.test('fails to open if no server responds', async t => {
  // Nothing listens on port 1.
  const opening = openDatabase({ mongodbUri: 'mongodb://127.0.0.1:1', folder: t.testdir() })
  await t.rejects(opening, DatabaseUnavailableError)
})

void t.test('rejects a standalone server with instructions', async t => {
  t.throws(() => assertReplicaSet({}), { name: 'ConfigError', message: /--replSet rs0.*rs\.initiate\(\)/ })
  t.doesNotThrow(() => assertReplicaSet({ setName: 'rs0' }))
  t.doesNotThrow(() => assertReplicaSet({ msg: 'isdbgrid' }), 'a sharded cluster')
})

void t.test('rejects operations after the database is closed', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  await t.resolves(database.ping())
  await database.close()
  await t.rejects(database.ping(), DatabaseUnavailableError)
})

void t.test('builds indexes without the timeout of other operations', { skip: !mongodbUri }, async t => {
  const { databaseName } = await openTestMongo(t)
  const open = async (command: string) => {
    const uri = await startSlowProxy(t, mongodbUri ?? '', command, 2500)
    const database = await openMongo(uri, { databaseName, responseTimeout: 1000 })
    t.teardown(() => database.close())
    return database
  }
  const building = await open('createIndexes')
  building.collection('accounts', [{ key: { email: 1 }, unique: true }])
  await t.resolves(building.prepare())
  const inserting = (await open('insert')).collection('accounts')
  await t.rejects(inserting.insertOne({ _id: new ObjectId() }), DatabaseUnavailableError)
})

void t.test('combines concurrent reads by id into one query', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const profiled = client.db(database.databaseName)
  const accounts = database.collection('accounts')
  const sameAccounts = database.collection('accounts')
  const ids = Array.from({ length: 10 }, () => new ObjectId())
  for (const _id of ids) await accounts.insertOne({ _id })
  await profiled.command({ profile: 2 })
  const found = await Promise.all(
    [accounts, sameAccounts].flatMap(store => ids.map(id => store.findById(id))),
  )
  await profiled.command({ profile: 0 })
  t.same(
    found.map(document => document?._id),
    [...ids, ...ids],
  )
  const queries = await profiled
    .collection('system.profile')
    .find({ op: 'query', ns: /accounts$/ })
    .toArray()
  t.equal(queries.length, 1)
  t.equal((queries[0]?.['command'] as { filter: { _id: { $in: ObjectId[] } } }).filter._id.$in.length, 10)
})

for (const [name, hasSharedIds] of [
  ['reads documents of several collections in one command', false],
  ['reads documents of several collections with the same id in one command', true],
] as const) {
  void t.test(name, { skip: !mongodbUri }, async t => {
    const database = await openTestMongo(t)
    const client = new MongoClient(mongodbUri ?? '')
    t.teardown(() => client.close())
    const profiled = client.db(database.databaseName)
    const [accounts, sessions, missing] = ['accounts', 'sessions', 'missing'].map(name =>
      database.collection<Entity & { name: string }>(name),
    ) as [Named, Named, Named]
    const [first, other, unknown] = [new ObjectId(), new ObjectId(), new ObjectId()]
    const second = hasSharedIds ? first : new ObjectId()
    await accounts.insertOne({ _id: first, name: 'account' })
    await sessions.insertOne({ _id: second, name: 'session' })
    await sessions.insertOne({ _id: other, name: 'other session' })
    await profiled.command({ profile: 2 })
    const found = await Promise.all([
      accounts.findById(first),
      sessions.findById(second),
      sessions.findById(other),
      sessions.findById(unknown),
      ...(hasSharedIds ? [accounts.findById(other)] : []),
      missing.findById(new ObjectId()),
    ])
    await profiled.command({ profile: 0 })
    t.same(found, [
      { _id: first, name: 'account' },
      { _id: second, name: 'session' },
      { _id: other, name: 'other session' },
      null,
      ...(hasSharedIds ? [null] : []),
      null,
    ])
    const commands = await profiled
      .collection('system.profile')
      .find({ ns: /accounts$|sessions$|missing$/ })
      .toArray()
    t.same(
      commands.map(({ command }) => Object.keys(command as object)[0]),
      ['aggregate'],
    )
  })
}

void t.test('reads documents by id that exceed the size of a response', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const openCursors = () =>
    client
      .db('admin')
      .aggregate([
        { $currentOp: { idleCursors: true } },
        { $match: { type: 'idleCursor', ns: new RegExp(`^${database.databaseName}\\.`) } },
      ])
      .toArray()
  const accounts = database.collection<Entity & { name: string }>('accounts')
  const sessions = database.collection<Entity & { name: string }>('sessions')
  const name = 'x'.repeat(6 * 1024 * 1024)
  const ids = Array.from({ length: 5 }, () => new ObjectId())
  for (const _id of ids) await accounts.insertOne({ _id, name })
  await sessions.insertOne({ _id: ids[0]!, name })
  const found = await Promise.all([sessions.findById(ids[0]!), ...ids.map(id => accounts.findById(id))])
  t.same(
    found.map(document => [document?._id, document?.name.length]),
    [ids[0], ...ids].map(id => [id, name.length]),
  )
  t.same(
    (await accounts.findByIds([...ids, new ObjectId()])).map(({ _id }) => _id),
    ids,
  )
  t.same(await openCursors(), [])
})

void t.test('reads one document without planning a query', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const profiled = client.db(database.databaseName)
  const accounts = database.collection('accounts')
  const _id = new ObjectId()
  await accounts.insertOne({ _id })
  await profiled.command({ profile: 2 })
  t.same(await Promise.all([accounts.findById(_id), accounts.findById(_id)]), [{ _id }, { _id }])
  await profiled.command({ profile: 0 })
  const [query] = await profiled
    .collection('system.profile')
    .find({ op: 'query', ns: /accounts$/ })
    .toArray()
  t.match(query?.['planSummary'], /^(IDHACK|EXPRESS)/)
})

void t.test(
  'sees the document of a concurrent transaction in the next run',
  { skip: !mongodbUri },
  async t => {
    const database = await openTestMongo(t)
    const accounts = database.collection('accounts')
    await database.prepare()
    const _id = new ObjectId()
    let runs = 0
    const outcome = await database.transaction('user', async () => {
      runs++
      if (await accounts.findOne({ _id })) return 'found'
      // Another instance inserts the document first.
      const other = new MongoClient(mongodbUri ?? '')
      await other.db(database.databaseName).collection('accounts').insertOne({ _id })
      await other.close()
      await accounts.insertOne({ _id })
      return 'inserted'
    })
    t.same([outcome, runs], ['found', 2])
  },
)

void t.test(
  'retries once after a duplicate key, and then rethrows the error',
  { skip: !mongodbUri },
  async t => {
    const database = await openTestMongo(t)
    const accounts = database.collection('accounts')
    await database.prepare()
    const _id = new ObjectId()
    await accounts.insertOne({ _id })
    let runs = 0
    const failing = database.transaction('user', async () => {
      runs++
      await accounts.insertOne({ _id })
    })
    await t.rejects(failing, DuplicateKeyError)
    t.equal(runs, 2)
  },
)

void t.test('reads majority-committed data', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const profiled = client.db(database.databaseName)
  const accounts = database.collection('accounts')
  await database.prepare()
  await profiled.command({ profile: 2 })
  await accounts.findById(new ObjectId())
  await accounts.find({})
  await accounts.countDocuments({})
  await database.transaction('user', () => accounts.find({}))
  await profiled.command({ profile: 0 })
  const reads = await profiled
    .collection('system.profile')
    .find({ ns: /accounts$/ }, { sort: { ts: 1 } })
    .toArray()
  const levels = reads.map(({ command }) => (command as { readConcern: { level: string } }).readConcern.level)
  t.same(levels, ['majority', 'majority', 'majority', 'snapshot'])
})

void t.test('prepares collections without indexes repeatedly', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  database.collection('accounts')
  await database.prepare()
  database.collection('others')
  await database.prepare()
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const found = await client.db(database.databaseName).listCollections().toArray()
  t.same(found.map(({ name }) => name).sort(), ['accounts', 'others', 'schemaVersions'])
})

void t.test('creates the declared indexes on the server', { skip: !mongodbUri }, async t => {
  const database = await openTestMongo(t)
  database.collection('tokens', [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    { key: { hash: 1 }, unique: true, partialFilterExpression: { hash: { $exists: true } } },
  ])
  await database.prepare()
  const client = new MongoClient(mongodbUri ?? '')
  t.teardown(() => client.close())
  const [, expiry, unique] = await client.db(database.databaseName).collection('tokens').indexes()
  t.match(expiry, { key: { expiresAt: 1 }, expireAfterSeconds: 0 })
  t.match(unique, { unique: true, partialFilterExpression: { hash: { $exists: true } } })
})
