import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ObjectId } from 'mongodb'
import t from 'tap'
import {
  DatabaseUnavailableError,
  DuplicateKeyError,
  type Index,
} from '../../../../src/platform/database/database.js'
import { openEmbedded } from '../../../../src/platform/database/embedded/database.js'
import { openDatabase } from '../../../../src/platform/database/open-database.js'
import { openTestEmbedded } from '../databases.js'
import type { Account } from '../databases.js'
import { minutes } from '../../../../src/lib/quantities.js'

void t.test('has all documents after the folder is opened again', async t => {
  const folder = t.testdir()
  const first = await openDatabase({ folder })
  const stored = Array.from({ length: 3000 }, (_, age) => ({ _id: new ObjectId(), age, seen: new Date(age) }))
  const before = first.collection<Account>('accounts')
  await Promise.all(stored.map(document => before.insertOne(document)))
  await before.updateOne({ age: 5 }, { $set: { name: 'five' } })
  await before.deleteMany({ age: { $lt: 3 } })
  await first.close()
  await t.rejects(before.find({}), DatabaseUnavailableError, 'a closed database rejects operations')

  const second = await openDatabase({ folder })
  const after = second.collection<Account>('accounts', [{ key: { name: 1 } }])
  await second.prepare()
  t.equal(await after.countDocuments({}), 2997)
  t.match(await after.findOne({ name: 'five' }), { age: 5, seen: new Date(5) })
  t.same(await after.find({ age: { $gt: 5 } }, { sort: { age: 1 } }), stored.slice(6))
  await second.close()
})

void t.test('keeps acknowledged writes after kill -9', async t => {
  const folder = t.testdir()
  const script = fileURLToPath(new URL('./embedded-writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: string[] = []
  for await (const id of createInterface(child.stdout)) {
    acknowledged.push(id)
    if (acknowledged.length === 500) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')

  const database = await openEmbedded(folder)
  t.teardown(() => database.close())
  const documents = database.collection('documents')
  // The last line may be cut where the process died.
  const whole = acknowledged.filter(id => id.length === 24)
  t.ok(whole.length >= 500)
  for (const id of whole) if (!(await documents.findById(new ObjectId(id)))) t.fail(`${id} is lost`)
})

void t.test('refuses to open a folder that another process has open, with instructions', async t => {
  const folder = t.testdir()
  const script = fileURLToPath(new URL('./embedded-writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const refusal = new RegExp(`${folder} is open in process ${child.pid}: stop that process, or give`)
  await t.rejects(openEmbedded(folder), { message: refusal })
  child.stdout.resume()
  child.kill('SIGKILL')
  await exited
  const database = await openEmbedded(folder)
  await t.rejects(openEmbedded(folder), { message: /is open in process/ }, 'nor twice in one process')
  await database.close()
})

void t.test('deletes only expired documents', async t => {
  const database = await openTestEmbedded(t)
  const tokens = database.collection<Account>('tokens', [{ key: { seen: 1 }, expireAfterSeconds: 60 }])
  await database.prepare()
  const now = new Date()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await tokens.insertOne({ _id: new ObjectId(), name: 'old', seen: ago(2 * minutes) })
  await tokens.insertOne({ _id: new ObjectId(), name: 'fresh', seen: ago(0.5 * minutes) })
  await tokens.insertOne({ _id: new ObjectId(), name: 'without' })
  await database.deleteExpired(now)
  t.same(
    (await tokens.find({}, { sort: { name: 1 } })).map(({ name }) => name),
    ['fresh', 'without'],
  )
  await database.deleteExpired(new Date(now.getTime() + minutes))
  t.same(
    (await tokens.find({})).map(({ name }) => name),
    ['without'],
  )
})

void t.test('deletes documents that expired while the database was closed when it is prepared', async t => {
  const folder = t.testdir()
  const first = await openEmbedded(folder)
  await first.collection('tokens').insertOne({ _id: new ObjectId(), seen: new Date(1) })
  await first.close()
  const second = await openEmbedded(folder)
  t.teardown(() => second.close())
  const tokens = second.collection('tokens', [{ key: { seen: 1 }, expireAfterSeconds: 0 }])
  await second.prepare()
  t.equal(await tokens.countDocuments({}), 0)
})

void t.test('returns immutable documents', async t => {
  const database = await openTestEmbedded(t)
  const accounts = database.collection<Account>('accounts')
  const given: Account = { _id: new ObjectId(), profile: { city: 'Rome' }, tags: ['a'] }
  await accounts.insertOne(given)
  given.tags?.push('b')
  const found = await accounts.findById(given._id)
  t.throws(() => Object.assign(found?.profile ?? {}, { city: 'Ulm' }), TypeError)
  t.throws(() => found?.tags?.push('c'), TypeError)
  t.same((await accounts.findById(given._id))?.tags, ['a'])

  const profile = { city: 'Bonn' }
  await accounts.updateOne({ _id: given._id }, { $set: { profile } })
  profile.city = 'Ulm'
  const before = await accounts.findById(given._id)
  await accounts.updateOne({ _id: given._id }, { $set: { 'profile.city': 'Lyon' } })
  const after = await accounts.findById(given._id)
  t.same([before?.profile, after?.profile], [{ city: 'Bonn' }, { city: 'Lyon' }])
  t.throws(() => Object.assign(after?.profile ?? {}, { city: 'Ulm' }), TypeError)
  t.throws(() => after?.tags?.push('c'), TypeError)
})

void t.test('rejects unsupported filters and updates', async t => {
  const database = await openTestEmbedded(t)
  const accounts = database.collection<Account>('accounts')
  const update = async (change: object) => accounts.updateOne({}, change, { upsert: true })
  await t.rejects(update({ $rename: { age: 'years' } }), /\$rename is not supported/)
  await t.rejects(update({ $push: { tags: 'a' } }), /\$push is not supported/)
  await t.rejects(update({ $set: { 'sets.$[x].reps': 1 } }), /\$\[x\] .*is not supported/)
  await t.rejects(update({ $set: { 'sets.$.reps': 1 } }), /\$ .*is not supported/)
  await t.rejects(update({ $set: { '__proto__.polluted': 1 } }), /__proto__/)
  const find = async (filter: object) => accounts.find(filter)
  await t.rejects(find({ age: { $frobnicate: 1 } }), /\$frobnicate is not supported/)
  await t.rejects(find({ age: { $gt: 1, less: 2 } }), /less is not supported/)
  await t.rejects(find({ $nor: [{ age: 1 }] }), /\$nor is not supported/)
  await t.rejects(find({ age: { $type: 'double' } }), /\$type double is not supported/)
  await t.rejects(find({ name: /a/ }), /regular expressions are not supported/)
  await t.rejects(find({ $or: [] }), TypeError)
  await t.rejects(find({ age: { $in: 1 } }), TypeError)
  await t.rejects(accounts.insertOne({ _id: 'text' } as never), TypeError)
})

void t.test('finds documents by index that were not read since the folder was opened', async t => {
  const folder = t.testdir()
  const indexes: Index[] = [
    { key: { name: 1 }, unique: true, partialFilterExpression: { age: { $type: 'number' } } },
    { key: { 'profile.city': 1 } },
    { key: { seen: 1 }, expireAfterSeconds: 60 },
  ]
  const [ann, bob, eve] = [new ObjectId(), new ObjectId(), new ObjectId()]
  const first = await openEmbedded(folder)
  await first.collection<Account>('accounts').bulkWrite(
    [
      { _id: ann, name: 'ann', age: 30, profile: { city: 'Rome' } },
      { _id: bob, name: 'bob', profile: { city: 'Ulm' } },
      { _id: eve, name: 'eve', seen: new Date(1) },
    ].map(document => ({ insertOne: { document } })),
  )
  await first.close()

  const second = await openEmbedded(folder)
  t.teardown(() => second.close())
  const accounts = second.collection<Account>('accounts', indexes)
  await second.prepare()
  await t.rejects(accounts.insertOne({ _id: new ObjectId(), name: 'ann', age: 1 }), DuplicateKeyError)
  await t.rejects(accounts.insertOne({ _id: bob, name: 'robert' }), DuplicateKeyError)
  await accounts.insertOne({ _id: new ObjectId(), name: 'bob', age: 1 })
  t.strictSame(await accounts.find({ 'profile.city': 'Ulm' }), [
    { _id: bob, name: 'bob', profile: { city: 'Ulm' } },
  ])
  await accounts.updateOne({ _id: ann }, { $set: { name: 'anna', 'profile.city': 'Ulm' } })
  t.match(await accounts.find({ 'profile.city': 'Rome' }), [])
  t.equal((await accounts.find({ 'profile.city': 'Ulm' })).length, 2)
  await accounts.insertOne({ _id: new ObjectId(), name: 'ann', age: 1 })
  t.equal(await accounts.findById(eve), null, 'it has expired')
  t.equal(await accounts.deleteMany({}), 4)
})
