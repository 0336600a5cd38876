import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import {
  DatabaseUnavailableError,
  DuplicateKeyError,
  type DatabaseOptions,
} from '../../../../src/platform/database/database.js'
import { embeddedDatabase } from '../../../../src/platform/database/embedded/database.js'
import type { Change } from '../../../../src/platform/database/embedded/overlay.js'
import { NothingWrittenError } from '../../../../src/platform/database/embedded/write-changes.js'
import type { Account } from '../databases.js'

const user = 'user'
const account = (fields: Partial<Account> = {}): Account => ({ _id: new ObjectId(), ...fields })

interface Write {
  changes: Change[]
  finish(): void
  /** Nobody knows what is on the disk now. */
  fail(): void
  /** Nothing of it is on the disk. */
  refuse(): void
}

/** A database on a disk that finishes, fails or refuses a write only when it is told to. */
async function openSlow(t: Test, options?: DatabaseOptions) {
  const stored = new Map<string, Uint8Array>()
  const writes: Write[] = []
  let last = Promise.resolve()
  let loads = 0
  const disk = {
    async *load() {
      loads++
      await last.catch(() => undefined)
      last = Promise.resolve()
      for (const bytes of stored.values()) yield { collection: 'accounts', bytes }
    },
    write(changes: Change[]) {
      if (changes.length === 0) return last
      const before = last
      const told = new Promise<void>((finish, reject) => {
        writes.push({
          changes,
          finish,
          fail: () => reject(new Error('no answer')),
          refuse: () => reject(new NothingWrittenError({ cause: new Error('no space left') })),
        })
      })
      last = before.then(async () => {
        await told
        for (const { id, bytes } of changes) if (bytes) stored.set(id, bytes)
      })
      last.catch(() => undefined)
      return last
    },
    resume() {
      last = last.catch(() => undefined)
    },
    rewrite: async () => undefined,
    close: async () => undefined,
  }
  const database = await embeddedDatabase(disk, options)
  t.teardown(() => database.close())
  const accounts = database.collection<Account>('accounts', [{ key: { email: 1 }, unique: true }])
  await database.prepare()
  return { database, accounts, writes, loads: () => loads }
}

/** Returns whether a promise has settled by now, after everything that was ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await new Promise(setImmediate)
  return settled
}

void t.test('shows a write to others only when it is on disk', async t => {
  const { database, accounts, writes } = await openSlow(t)
  const [one, two] = [account({ email: 'a' }), account({ email: 'b' })]
  const plain = accounts.insertOne(one)
  const transaction = database.transaction(user, async () => {
    await accounts.insertOne(two)
    await accounts.updateOne({ _id: one._id }, { $set: { age: 1 } })
    t.equal(await accounts.countDocuments({}), 2, 'the next writer builds on it')
  })
  t.notOk(await isSettled(transaction))
  t.equal(await accounts.countDocuments({}), 0)
  t.equal(await accounts.findById(one._id), null)
  t.same(await accounts.find({}), [])
  writes[0]?.finish()
  await plain
  t.same(await accounts.find({}), [one], 'as it was before the change that is not on disk')
  t.same(await accounts.find({}, { sort: { _id: 1 } }), [one], 'also by their ids')
  t.equal(await accounts.countDocuments({}), 1)
  t.equal(await accounts.findOne({ email: 'b' }), null)
  t.notOk(await isSettled(transaction))
  writes[1]?.finish()
  await transaction
  t.same(await accounts.find({}, { sort: { email: 1 } }), [{ ...one, age: 1 }, two])
})

void t.test('writes the changes of a transaction to the disk together, and each document once', async t => {
  const { database, accounts, writes } = await openSlow(t)
  const { _id } = account()
  const transaction = database.transaction(user, async () => {
    await accounts.insertOne({ _id, age: 0 })
    await accounts.updateOne({ _id }, { $inc: { age: 1 } })
    await accounts.insertOne(account({ email: 'b' }))
  })
  t.notOk(await isSettled(transaction))
  t.same(
    writes.map(({ changes }) => changes.length),
    [2],
  )
  writes[0]?.finish()
  await transaction
})

void t.test('delays results until the writes that they depend on are on disk', async t => {
  const { database, accounts, writes } = await openSlow(t)
  const _id = new ObjectId()
  const first = accounts.insertOne({ _id, email: 'a' })
  const based: Promise<unknown>[] = [
    database.transaction(user, () => accounts.findById(_id)),
    accounts.insertOne(account({ email: 'a' })),
    accounts.updateOne({ _id }, { $set: { email: 'a' } }),
    database.transaction(user, async () => {
      if (await accounts.findById(_id)) throw new RangeError('too late')
    }),
  ]
  for (const response of based) t.notOk(await isSettled(response))
  writes[0]?.finish()
  await first
  t.match(await based[0], { email: 'a' })
  await t.rejects(based[1]!, DuplicateKeyError)
  t.match(await based[2], { matchedCount: 1, modifiedCount: 0 })
  await t.rejects(based[3]!, RangeError)
})

void t.test('runs effects when the writes are on disk', async t => {
  const { database, accounts, writes } = await openSlow(t)
  let hasHappened = false
  const transaction = database.transaction(user, async () => {
    database.afterCommit(() => {
      hasHappened = true
    })
    await accounts.insertOne(account())
  })
  t.notOk(await isSettled(transaction))
  t.notOk(hasHappened)
  writes[0]?.finish()
  await transaction
  t.ok(hasHappened)
})

void t.test('fails dependent operations and reloads memory if a disk write fails', async t => {
  const { database, accounts, writes } = await openSlow(t)
  const kept = account({ email: 'kept' })
  const first = accounts.insertOne(kept)
  writes[0]?.finish()
  await first
  let goOn = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  let effects = 0
  const failing = accounts.insertOne(account({ email: 'a' }))
  const onTop = database.transaction(user, () => accounts.updateOne({ email: 'a' }, { $set: { age: 1 } }))
  const working = database.transaction(user, async () => {
    database.afterCommit(() => effects++)
    await accounts.updateOne({ _id: kept._id }, { $set: { email: 'changed' } })
    await held
  })
  const reading = database.transaction('reader', () => accounts.find({}))
  t.notOk(await isSettled(working))
  writes[1]?.fail()
  await t.rejects(failing, DatabaseUnavailableError)
  await t.rejects(onTop, DatabaseUnavailableError)
  await new Promise(setImmediate)
  t.same(await accounts.find({}), [kept], 'memory was read again')
  goOn()
  await t.rejects(working, DatabaseUnavailableError, 'also operations in progress')
  t.equal(effects, 0)
  t.same(await reading, [kept])
  const next = accounts.insertOne(account({ email: 'a' }))
  writes.at(-1)?.finish()
  await next
  t.equal(await accounts.countDocuments({}), 2)
})

void t.test(
  'rolls back dependent operations without a reload if the disk rejects a write, and continues to read',
  async t => {
    const { database, accounts, writes, loads } = await openSlow(t)
    const [kept, removed] = [account({ email: 'kept', age: 0 }), account({ email: 'removed' })]
    for (const each of [kept, removed]) {
      const inserted = accounts.insertOne(each)
      writes.at(-1)?.finish()
      await inserted
    }
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    let effects = 0
    const older = () => accounts.updateOne({ _id: kept._id }, { $inc: { age: 1 } })
    const refused: Promise<unknown>[] = [
      older(),
      accounts.deleteOne({ email: 'removed' }),
      accounts.insertOne(account({ email: 'removed' })),
      database.transaction(user, async () => {
        await older()
        throw new RangeError('given up by itself')
      }),
      database.transaction(user, async () => {
        database.afterCommit(() => effects++)
        await older()
        await accounts.updateOne({ email: 'removed' }, { $set: { email: 'renamed' } })
        await held
        await older()
      }),
    ]
    for (const each of refused) t.notOk(await isSettled(each))
    writes[2]?.refuse()
    await t.rejects(refused[0]!, DatabaseUnavailableError)
    t.same(await accounts.find({}, { sort: { email: 1 } }), [kept, removed], 'reads are served')
    const next = accounts.insertOne(account({ email: 'renamed' }))
    goOn()
    for (const each of refused) await t.rejects(each, DatabaseUnavailableError)
    t.equal(effects, 0)
    t.notOk(await isSettled(next))
    writes.at(-1)?.finish()
    await next
    t.same((await accounts.find({}, { sort: { email: 1 } })).slice(0, 2), [kept, removed])
    const taken = accounts.insertOne(account({ email: 'removed' }))
    await t.rejects(taken, DuplicateKeyError, 'indexes are as they were, too')
    t.equal(loads(), 1, 'at the start')
  },
)

void t.test('stops waiting for a disk after the timeout, and accepts its late result', async t => {
  const { database, accounts, writes } = await openSlow(t, { transactionTimeout: 5 })
  let effects = 0
  const { _id } = account()
  const transaction = database.transaction(user, async () => {
    database.afterCommit(() => effects++)
    await accounts.insertOne({ _id })
  })
  await t.rejects(transaction, DatabaseUnavailableError)
  await t.rejects(accounts.updateOne({ _id }, { $set: { age: 1 } }), DatabaseUnavailableError)
  t.same([await accounts.findById(_id), effects], [null, 0], 'it is not on disk')
  for (const { finish } of writes) finish()
  await new Promise(setImmediate)
  t.same([await accounts.findById(_id), effects], [{ _id, age: 1 }, 1])
})

void t.test(
  'keeps the previous changes of an updateMany that violates a unique index, also on disk',
  async t => {
    const { accounts, writes } = await openSlow(t)
    for (const email of ['a', 'b']) {
      const inserted = accounts.insertOne(account({ email }))
      writes.at(-1)?.finish()
      await inserted
    }
    const update = accounts.updateMany({}, { $set: { email: 'c' } })
    t.notOk(await isSettled(update))
    t.equal(await accounts.countDocuments({ email: 'c' }), 0)
    writes.at(-1)?.finish()
    await t.rejects(update, DuplicateKeyError)
    t.equal(await accounts.countDocuments({ email: 'c' }), 1)
  },
)
