import { randomBytes } from 'node:crypto'
import { MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { seconds } from '../../../src/lib/quantities.js'
import { DatabaseUnavailableError } from '../../../src/platform/database/database.js'
import { openMongo } from '../../../src/platform/database/mongodb/database.js'
import { mongodbUri } from './databases.js'
import type { Account } from './databases.js'
import { startLossyProxy } from './fault-injecting-proxy.js'

async function openLossy(t: Test, command: string, count: number, transactionDeadline = 30 * seconds) {
  const uri = mongodbUri ?? ''
  const proxy = await startLossyProxy(t, uri, command, count)
  const databaseName = `test_${randomBytes(6).toString('hex')}`
  // The proxy must not drop the writes that prepare the database.
  const other = await openMongo(uri, { databaseName })
  other.collection('accounts')
  await other.prepare()
  await other.close()
  const database = await openMongo(proxy.uri, { databaseName, transactionTimeout: transactionDeadline })
  t.teardown(async () => {
    await database.close()
    const client = new MongoClient(uri)
    await client.db(databaseName).dropDatabase()
    await client.close()
  })
  const accounts = database.collection<Account>('accounts')
  return { database, accounts, cable: proxy }
}

const options = { skip: !mongodbUri }
const _id = new ObjectId()

for (const [name, count, expectedRuns] of [
  ['repeats a commit whose response is lost', 1, 1],
  // Three commits are lost, each of which the driver retries once.
  ['repeats the work if the result of its commit remains unknown', 6, 2],
] as const) {
  void t.test(name, options, async t => {
    const { database, accounts, cable } = await openLossy(t, 'commitTransaction', count)
    let runs = 0
    let effects = 0
    const outcome = await database.transaction('user', async () => {
      runs++
      // Effects of an earlier run whose result is unknown are reported, although this run writes nothing.
      if (await accounts.findById(_id)) return 'found'
      database.afterCommit(() => effects++)
      await accounts.insertOne({ _id, age: 1 })
      return 'inserted'
    })
    t.equal(cable.lost(), count)
    t.equal(runs, expectedRuns)
    t.equal(outcome, expectedRuns === 1 ? 'inserted' : 'found')
    t.equal(effects, 1)
    t.same(await accounts.find({}), [{ _id, age: 1 }])
  })
}

void t.test('repeats the work after a lost response of a write, and applies it once', options, async t => {
  const { database, accounts, cable } = await openLossy(t, 'update', 1)
  await accounts.insertOne({ _id, age: 0 })
  let runs = 0
  await database.transaction('user', async () => {
    runs++
    await accounts.updateOne({ _id }, { $inc: { age: 1 } })
  })
  t.equal(cable.lost(), 1)
  t.equal(runs, 2)
  t.same(await accounts.findById(_id), { _id, age: 1 })
})

void t.test('reports the database as unavailable in time if all responses are lost', options, async t => {
  const { database, accounts } = await openLossy(t, 'update', Infinity, 2 * seconds)
  await accounts.insertOne({ _id, age: 0 })
  const transaction = database.transaction('user', () => accounts.updateOne({ _id }, { $inc: { age: 1 } }))
  await t.rejects(transaction, DatabaseUnavailableError)
  t.same(await accounts.findById(_id), { _id, age: 0 })
})

/** The command with its BSON string, because opening the database reads other collections. */
const readOfAccounts = 'find\0\u0009\0\0\0accounts'

void t.test('repeats a read by id whose response is lost', options, async t => {
  const { accounts, cable } = await openLossy(t, readOfAccounts, 1)
  await accounts.insertOne({ _id, age: 1 })
  t.same(await accounts.findById(_id), { _id, age: 1 })
  t.equal(cable.lost(), 1)
})

void t.test('fails a read by id whose response is lost twice', options, async t => {
  const { accounts, cable } = await openLossy(t, readOfAccounts, 2)
  await t.rejects(accounts.findById(_id), DatabaseUnavailableError)
  t.equal(cable.lost(), 2)
})
