import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import {
  DatabaseUnavailableError,
  DuplicateKeyError,
  type DatabaseOptions,
} from '../../../../src/platform/database/database.js'
import type { DataFile } from '../../../../src/platform/database/embedded/data-file.js'
import { openDataFolder } from '../../../../src/platform/database/embedded/open-data-folder.js'
import { embeddedDatabase } from '../../../../src/platform/database/embedded/database.js'
import { memoryFolder } from '../../../memory-folder.js'
import type { Account } from '../databases.js'

const user = 'user'
const account = (fields: Partial<Account> = {}): Account => ({ _id: new ObjectId(), ...fields })

interface Flush {
  finish(): void
  fail(): void
}

/** Opens a database whose flushes finish or fail on request. Emptying the log can be blocked. */
async function openSlow(t: Test, options?: DatabaseOptions) {
  const folder = await mkdtemp(join(memoryFolder, 'fitness-database-'))
  const file = await openDataFolder(folder)
  const flushes: Flush[] = []
  const disk = { isBroken: false, isFull: false }
  const slow: DataFile = {
    ...file,
    writer: {
      ...file.writer,
      commit() {
        if (!disk.isFull) return file.writer.commit()
        file.writer.rollback()
        throw new Error('no space left')
      },
    },
    flush: () =>
      new Promise<void>((finish, reject) => {
        flushes.push({ finish, fail: () => reject(new Error('no answer')) })
      }),
    async emptyLog() {
      if (disk.isBroken) throw new Error('still no answer')
      await file.emptyLog()
    },
  }
  const database = embeddedDatabase(slow, options)
  t.teardown(async () => {
    for (const { finish } of flushes) finish()
    await database.close()
    await rm(folder, { recursive: true })
  })
  const accounts = database.collection<Account>('accounts', [{ key: { email: 1 }, unique: true }])
  /** Runs work, and finishes every flush that it needs. */
  async function finished<R>(work: Promise<R>): Promise<R> {
    while (!(await isSettled(work))) flushes.at(-1)?.finish()
    return work
  }
  await finished(database.prepare())
  return { database, accounts, flushes, disk, finished }
}

/** Returns whether a promise has settled by now, after everything that was ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const onSettled = () => {
    settled = true
  }
  promise.then(onSettled, onSettled)
  await new Promise(setImmediate)
  return settled
}

/** Waits until a condition is met, however many turns of the event loop that takes. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise(setImmediate)
}

t.test('shows a write to other readers only when it is on disk', async t => {
  const { database, accounts, flushes, finished } = await openSlow(t)
  const [one, two] = [account({ email: 'a' }), account({ email: 'b' })]
  const earlier = flushes.length
  const plain = accounts.insertOne(one)
  await until(() => flushes.length > earlier)
  const transaction = database.transaction(user, async () => {
    await accounts.insertOne(two)
    await accounts.updateOne({ _id: one._id }, { $set: { age: 1 } })
    t.equal(await accounts.countDocuments({}), 2)
  })
  t.notOk(await isSettled(transaction))
  t.equal(await accounts.countDocuments({}), 0)
  t.equal(await accounts.findById(one._id), null)
  t.same(await accounts.find({}), [])
  flushes.at(-1)?.finish()
  await plain
  t.same(await accounts.find({}), [one], 'without the change that is not on disk')
  t.same(await accounts.find({}, { sort: { _id: 1 } }), [one])
  t.equal(await accounts.countDocuments({}), 1)
  t.equal(await accounts.findOne({ email: 'b' }), null)
  t.notOk(await isSettled(transaction))
  await finished(transaction)
  t.same(await accounts.find({}, { sort: { email: 1 } }), [{ ...one, age: 1 }, two])
})

t.test('flushes once for all writes that arrive during a flush', async t => {
  const { accounts, flushes, finished } = await openSlow(t)
  const before = flushes.length
  const first = accounts.insertOne(account({ email: 'first' }))
  await until(() => flushes.length === before + 1)
  const others = Promise.all(
    Array.from({ length: 20 }, (_, index) => accounts.insertOne(account({ email: String(index) }))),
  )
  t.notOk(await isSettled(others))
  flushes.at(-1)?.finish()
  await first
  await finished(others)
  t.equal(flushes.length, before + 2)
  t.equal(await accounts.countDocuments({}), 21)
})

t.test('delays results until the writes that they depend on are on disk', async t => {
  const { database, accounts, flushes, finished } = await openSlow(t)
  const _id = new ObjectId()
  const before = flushes.length
  const first = accounts.insertOne({ _id, email: 'a' })
  await until(() => flushes.length > before)
  const dependent: Promise<unknown>[] = [
    database.transaction(user, () => accounts.findById(_id)),
    accounts.insertOne(account({ email: 'a' })),
    accounts.updateOne({ _id }, { $set: { email: 'a' } }),
    database.transaction(user, async () => {
      if (await accounts.findById(_id)) throw new RangeError('too late')
    }),
  ]
  for (const result of dependent) {
    result.catch(() => undefined)
    t.notOk(await isSettled(result))
  }
  await finished(first)
  t.match(await finished(dependent[0]!), { email: 'a' })
  await t.rejects(finished(dependent[1]!), DuplicateKeyError)
  t.match(await finished(dependent[2]!), { matchedCount: 1, modifiedCount: 0 })
  await t.rejects(finished(dependent[3]!), RangeError)
})

t.test('runs effects when the writes are on disk', async t => {
  const { database, accounts, finished } = await openSlow(t)
  let effects = 0
  const transaction = database.transaction(user, async () => {
    database.afterCommit(() => effects++)
    await accounts.insertOne(account())
  })
  t.notOk(await isSettled(transaction))
  t.equal(effects, 0)
  await finished(transaction)
  t.equal(effects, 1)
})

t.test('rejects everything that depends on a failed flush, and recovers by emptying the log', async t => {
  const { database, accounts, flushes, disk, finished } = await openSlow(t)
  const kept = account({ email: 'kept' })
  await finished(accounts.insertOne(kept))
  let proceed = () => {}
  const gate = new Promise<void>(resolve => {
    proceed = resolve
  })
  let effects = 0
  const before = flushes.length
  const failing = accounts.insertOne(account({ email: 'a' }))
  await until(() => flushes.length > before)
  const dependent = database.transaction(user, () => accounts.updateOne({ email: 'a' }, { $set: { age: 1 } }))
  const unfinished = database.transaction(user, async () => {
    database.afterCommit(() => effects++)
    await accounts.updateOne({ _id: kept._id }, { $set: { email: 'changed' } })
    await gate
  })
  for (const each of [failing, dependent, unfinished]) each.catch(() => undefined)
  t.notOk(await isSettled(unfinished))
  disk.isBroken = true
  flushes.at(-1)?.fail()
  await t.rejects(failing, DatabaseUnavailableError)
  await t.rejects(dependent, DatabaseUnavailableError)
  await t.rejects(accounts.find({}), DatabaseUnavailableError)
  await t.rejects(database.ping(), DatabaseUnavailableError)
  proceed()
  await t.rejects(unfinished, DatabaseUnavailableError)
  t.equal(effects, 0)
  disk.isBroken = false
  let isAvailable = false
  while (!isAvailable) {
    await new Promise(setImmediate)
    isAvailable = await database.ping().then(
      () => true,
      () => false,
    )
  }
  // Commits before the failure are in the log, so the client that got an error may find its write.
  t.match(await accounts.find({}, { sort: { email: 1 } }), [{ email: 'a', age: 1 }, { email: 'kept' }])
  await t.rejects(finished(accounts.insertOne(account({ email: 'kept' }))), DuplicateKeyError)
  await finished(accounts.insertOne(account({ email: 'b' })))
  t.equal(await accounts.countDocuments({}), 3)
})

t.test('loses only the write that does not fit on a full disk, and continues to read', async t => {
  const { database, accounts, disk, finished } = await openSlow(t)
  const [kept, removed] = [account({ email: 'kept', age: 0 }), account({ email: 'removed' })]
  for (const each of [kept, removed]) await finished(accounts.insertOne(each))
  let effects = 0
  disk.isFull = true
  const rejected = [
    (): Promise<unknown> => accounts.updateOne({ _id: kept._id }, { $inc: { age: 1 } }),
    () => accounts.deleteOne({ email: 'removed' }),
    () =>
      database.transaction(user, async () => {
        database.afterCommit(() => effects++)
        await accounts.updateOne({ email: 'removed' }, { $set: { email: 'renamed' } })
        await accounts.insertOne(account({ email: 'removed' }))
      }),
  ]
  for (const write of rejected) await t.rejects(finished<unknown>(write()), DatabaseUnavailableError)
  t.equal(effects, 0)
  t.same(await accounts.find({}, { sort: { email: 1 } }), [kept, removed])
  disk.isFull = false
  await finished(accounts.insertOne(account({ email: 'renamed' })))
  await t.rejects(finished(accounts.insertOne(account({ email: 'removed' }))), DuplicateKeyError)
  t.same((await accounts.find({}, { sort: { email: 1 } })).slice(0, 2), [kept, removed])
})

t.test('stops waiting for a disk after the timeout, and accepts its late result', async t => {
  const { database, accounts, flushes } = await openSlow(t, { transactionTimeout: 50 })
  let effects = 0
  const { _id } = account()
  const transaction = database.transaction(user, async () => {
    database.afterCommit(() => effects++)
    await accounts.insertOne({ _id })
  })
  await t.rejects(transaction, DatabaseUnavailableError)
  t.same([await accounts.findById(_id), effects], [null, 0])
  flushes.at(-1)?.finish()
  await until(() => effects > 0)
  t.same([await accounts.findById(_id), effects], [{ _id }, 1])
})

t.test('keeps the previous changes of an updateMany that violates a unique index', async t => {
  const { accounts, finished } = await openSlow(t)
  for (const email of ['a', 'b']) await finished(accounts.insertOne(account({ email })))
  const update = accounts.updateMany({}, { $set: { email: 'c' } })
  t.notOk(await isSettled(update))
  t.equal(await accounts.countDocuments({ email: 'c' }), 0)
  await t.rejects(finished(update), DuplicateKeyError)
  t.equal(await accounts.countDocuments({ email: 'c' }), 1)
})
