import { once } from 'node:events'
import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import type { Collection, Database, DatabaseOptions } from '../../../src/platform/database/database.js'
import { DatabaseUnavailableError, DuplicateKeyError } from '../../../src/platform/database/database.js'
import { createLatch } from '../../latch.js'
import { databases } from './databases.js'
import type { Account } from './databases.js'

interface Opened {
  accounts: Collection<Account>
  others: Collection<Account>
  database: Database
}

/** One subtest per database, each with two empty collections. */
function contract(name: string, body: (t: Test, opened: Opened) => Promise<void>, options?: DatabaseOptions) {
  for (const [databaseName, open] of databases) {
    void t.test(`${databaseName}: ${name}`, async t => {
      const database = await open(t, options)
      const accounts = database.collection<Account>('accounts', [
        { key: { email: 1 }, unique: true, partialFilterExpression: { email: { $type: 'string' } } },
        { key: { owner: 1 } },
      ])
      const others = database.collection<Account>('others')
      await database.prepare()
      await body(t, { accounts, others, database })
    })
  }
}

const user = 'user'
const account = (fields: Partial<Account> = {}): Account => ({ _id: new ObjectId(), ...fields })

class IntendedError extends Error {
  override name = 'IntendedError'
}

contract('commits the writes of a transaction', async (t, { accounts, others, database }) => {
  const [one, two] = [account({ name: 'one' }), account({ name: 'two' })]
  const result = await database.transaction(user, async () => {
    await accounts.insertOne(one)
    await others.insertOne(two)
    await accounts.updateOne({ _id: one._id }, { $set: { age: 1 } })
    return 'done'
  })
  t.equal(result, 'done')
  t.same(await accounts.findById(one._id), { ...one, age: 1 })
  t.same(await others.findById(two._id), two)
})

contract('rolls back a transaction whose work throws', async (t, { accounts, others, database }) => {
  const [kept, changed, removed] = [account({ email: 'a' }), account({ email: 'b', age: 1 }), account()]
  for (const document of [kept, changed, removed]) await accounts.insertOne(document)
  const failed = database.transaction(user, async () => {
    await others.insertOne(account())
    await accounts.updateOne({ _id: kept._id }, { $unset: { email: true } })
    await accounts.updateOne({ _id: changed._id }, { $set: { email: 'a' } })
    await accounts.updateOne({ _id: changed._id }, { $inc: { age: 1 } })
    await accounts.deleteOne({ _id: removed._id })
    await accounts.insertOne(account({ email: 'b' }))
    throw new IntendedError()
  })
  await t.rejects(failed, IntendedError)
  t.same(await accounts.find({}, { sort: { _id: 1 } }), [kept, changed, removed])
  t.equal(await others.countDocuments({}), 0)
  await t.rejects(
    accounts.insertOne(account({ email: 'a' })),
    DuplicateKeyError,
    'the indexes are rolled back',
  )
  t.equal((await accounts.findOne({ email: 'b' }))?._id.toHexString(), changed._id.toHexString())
})

contract(
  'shows uncommitted writes to all reads inside of the transaction and to none outside',
  async (t, opened) => {
    const { accounts, database } = opened
    const [before, removed] = [account({ owner: 'me', age: 1 }), account({ owner: 'me', age: 2 })]
    await accounts.insertOne(before)
    await accounts.insertOne(removed)
    const added = account({ owner: 'me', age: 3 })
    const look = async () => ({
      ids: await Promise.all(
        [before, removed, added].map(async ({ _id }) => (await accounts.findById(_id))?.age),
      ),
      one: (await accounts.findOne({ _id: before._id }))?.age,
      found: (await accounts.find({ owner: 'me' }, { sort: { age: 1 } })).map(({ age }) => age),
      everything: (await accounts.find({}, { sort: { age: 1 } })).map(({ age }) => age),
      count: await accounts.countDocuments({ owner: 'me' }),
    })
    const [written, seen] = [createLatch(), createLatch()]
    const transaction = database.transaction(user, async () => {
      await accounts.updateOne({ _id: before._id }, { $set: { age: 10 } })
      await accounts.deleteOne({ _id: removed._id })
      await accounts.insertOne(added)
      const inside = await look()
      written.open()
      await seen.passed
      return inside
    })
    await written.passed
    const outside = { ids: [1, 2, undefined], one: 1, found: [1, 2], everything: [1, 2], count: 2 }
    t.same(await look(), outside)
    seen.open()
    const inside = { ids: [10, undefined, 3], one: 10, found: [3, 10], everything: [3, 10], count: 2 }
    t.same(await transaction, inside)
    t.same(await look(), inside)
  },
)

contract(
  'separates concurrent reads inside and outside of a transaction',
  async (t, { accounts, database }) => {
    const { _id } = account()
    await accounts.insertOne({ _id, age: 1 })
    const inside = database.transaction(user, async () => {
      await accounts.updateOne({ _id }, { $set: { age: 2 } })
      const [own, other] = await Promise.all([accounts.findById(_id), outside()])
      return [own?.age, other]
    })
    const queried = createLatch()
    const outside = () => {
      queried.open()
      return response
    }
    const response = queried.passed.then(async () => (await accounts.findById(_id))?.age)
    t.same(await inside, [2, 1])
  },
)

contract('runs concurrent commands of a transaction one after another', async (t, { accounts, database }) => {
  const documents = Array.from({ length: 20 }, (_, age) => account({ age, owner: 'me' }))
  await database.transaction(user, async () => {
    await Promise.all(documents.map(document => accounts.insertOne(document)))
    const found = await Promise.all(documents.map(({ _id }) => accounts.findById(_id)))
    t.same(found, documents)
  })
  t.equal(await accounts.countDocuments({ owner: 'me' }), 20)
})

contract('loses no update in twenty concurrent transactions of one user', async (t, opened) => {
  const { accounts, database } = opened
  const { _id } = account()
  await accounts.insertOne({ _id, age: 0 })
  let runs = 0
  const raise = () =>
    database.transaction(user, async () => {
      runs++
      const { age = 0 } = (await accounts.findById(_id)) ?? {}
      await accounts.updateOne({ _id }, { $set: { age: age + 1 } })
    })
  await Promise.all(Array.from({ length: 20 }, raise))
  t.equal((await accounts.findById(_id))?.age, 20)
  t.equal(runs, 20, 'runs each transaction once, because they queue')
})

contract(
  'loses no update in concurrent transactions of ten users on one document',
  async (t, { accounts, database }) => {
    const { _id } = account()
    await accounts.insertOne({ _id, age: 0 })
    const raise = (userId: string) =>
      database.transaction(userId, async () => {
        const { age = 0 } = (await accounts.findById(_id)) ?? {}
        await accounts.updateOne({ _id }, { $set: { age: age + 1 } })
      })
    await Promise.all(Array.from({ length: 10 }, (_, index) => raise(`user ${index}`)))
    t.equal((await accounts.findById(_id))?.age, 10)
  },
)

contract(
  'enforces a rule over several documents if all transactions write a shared one',
  async (t, { accounts, database }) => {
    const [ada, bob] = [account({ owner: 'admin' }), account({ owner: 'admin' })]
    await accounts.insertOne(ada)
    await accounts.insertOne(bob)
    const head = account({ age: 0 })
    await accounts.insertOne(head)
    // The rule requires one remaining account. Both transactions write a shared document, so that the second one reads
    // again.
    const resign = (userId: string, { _id }: Account) =>
      database.transaction(userId, async () => {
        await accounts.updateOne({ _id: head._id }, { $inc: { age: 1 } })
        if ((await accounts.countDocuments({ owner: 'admin' })) < 2) throw new IntendedError()
        await accounts.updateOne({ _id }, { $set: { owner: null } })
      })
    const outcomes = await Promise.allSettled([resign('ada', ada), resign('bob', bob)])
    t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    t.equal(await accounts.countDocuments({ owner: 'admin' }), 1)
  },
)

contract('joins a nested transaction to the outer one', async (t, { accounts, database }) => {
  const [one, two] = [account(), account()]
  const insert = (document: Account) => database.transaction(user, async () => accounts.insertOne(document))
  await database.transaction(user, async () => {
    await insert(one)
    await insert(two)
    t.same(await accounts.findById(one._id), one)
  })
  t.equal(await accounts.countDocuments({}), 2)
  const failed = database.transaction(user, async () => {
    await insert(account())
    throw new IntendedError()
  })
  await t.rejects(failed, IntendedError)
  t.equal(await accounts.countDocuments({}), 2)
})

contract(
  'fails a transaction whose nested one has failed, even if the error is caught',
  async (t, opened) => {
    const { accounts, database } = opened
    const failed = database.transaction(user, async () => {
      const inner = database.transaction(user, async () => {
        await accounts.insertOne(account())
        throw new IntendedError()
      })
      await inner.catch(() => undefined)
      return 'went on'
    })
    await t.rejects(failed, IntendedError)
    t.equal(await accounts.countDocuments({}), 0)
  },
)

contract(
  'fails a transaction with a duplicate key, even if the error is caught',
  async (t, { accounts, database }) => {
    await accounts.insertOne(account({ email: 'a' }))
    const insertBoth = async () => {
      await accounts.insertOne(account({ name: 'first' }))
      await accounts.insertOne(account({ email: 'a' })).catch(() => undefined)
    }
    await t.rejects(database.transaction(user, insertBoth), { name: 'DuplicateKeyError', fields: ['email'] })
    const goesOn = database.transaction(user, async () => {
      await insertBoth()
      await t.rejects(accounts.find({}), DuplicateKeyError, 'operations after the caught error fail')
      throw new IntendedError()
    })
    await t.rejects(goesOn, IntendedError, 'the error of the callback is thrown')
    t.equal(await accounts.countDocuments({}), 1)
  },
)

contract('fails a transaction with any error of an operation', async (t, { accounts, database }) => {
  const failed = database.transaction(user, async () => {
    await accounts.insertOne(account({ name: 'text' }))
    await accounts.updateOne({ name: 'text' }, { $inc: { name: 1 } }).catch(() => undefined)
  })
  await t.rejects(failed)
  const undefinedFilter = database.transaction(user, async () => {
    await accounts.insertOne(account())
    await accounts.find({ name: undefined }).catch(() => undefined)
  })
  await t.rejects(undefinedFilter, TypeError)
  t.equal(await accounts.countDocuments({}), 0)
})

contract(
  'lets one of ten concurrent transactions insert a missing document, which the others find',
  async (t, opened) => {
    const { accounts, database } = opened
    const claim = (userId: string) =>
      database.transaction(userId, async () => {
        if (await accounts.findOne({ email: 'a' })) return 'taken'
        await accounts.insertOne(account({ email: 'a' }))
        return 'mine'
      })
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(`user ${index}`)))
    t.equal(outcomes.filter(outcome => outcome === 'mine').length, 1)
    t.equal(await accounts.countDocuments({}), 1)
  },
)

contract('rejects operations after the end of their transaction', async (t, { accounts, database }) => {
  const ended = createLatch()
  let left: Promise<unknown>[] = []
  await database.transaction(user, async () => {
    const late = async (operation: () => unknown) => {
      await ended.passed
      await operation()
    }
    left = [
      late(() => accounts.findById(new ObjectId())),
      late(() => accounts.find({})),
      late(() => accounts.insertOne(account())),
      late(() => database.transaction(user, async () => undefined)),
      late(() => database.afterCommit(() => undefined)),
    ]
    await accounts.insertOne(account())
  })
  ended.open()
  const message = /this transaction has ended/
  for (const operation of left) await t.rejects(operation, { message })
  t.equal(await accounts.countDocuments({}), 1)
})

contract('includes operations that the work has started but not awaited', async (t, opened) => {
  const { accounts, database } = opened
  await database.transaction(user, async () => {
    void accounts.insertOne(account())
    void accounts.insertOne(account())
  })
  t.equal(await accounts.countDocuments({}), 2)
})

contract(
  'rolls back work that exceeds the timeout, and runs the next transaction',
  async (t, { accounts, database }) => {
    const hanging = database.transaction(user, async () => {
      await accounts.insertOne(account({ email: 'a' }))
      return new Promise(() => undefined)
    })
    await t.rejects(hanging, DatabaseUnavailableError)
    t.equal(await accounts.countDocuments({}), 0)
    await database.transaction(user, () => accounts.insertOne(account({ email: 'a' })))
    t.equal(await accounts.countDocuments({}), 1)
  },
  { transactionTimeout: 300 },
)

contract('runs effects once, in order, after the commit', async (t, { accounts, database }) => {
  const effects: string[] = []
  const add = (effect: string) => database.afterCommit(() => void effects.push(effect))
  add('outside')
  t.same(effects, ['outside'], 'runs an effect outside a transaction immediately')
  const { _id } = account()
  const visible: Promise<unknown>[] = []
  await database.transaction(user, async () => {
    add('first')
    await database.transaction(user, async () => add('inner'))
    database.afterCommit(() => visible.push(accounts.findById(_id)))
    await accounts.insertOne({ _id })
    t.same(effects, ['outside'])
  })
  t.same(effects, ['outside', 'first', 'inner'])
  t.match(await visible[0], { _id }, 'an effect runs outside the transaction and reads what it committed')
  const failed = database.transaction(user, async () => {
    add('never')
    throw new IntendedError()
  })
  await t.rejects(failed, IntendedError)
  t.equal(effects.length, 3)
})

contract('reports an effect that fails as a warning', async (t, { database }) => {
  const effects: string[] = []
  const warned = once(process, 'warning')
  const result = await database.transaction(user, async () => {
    database.afterCommit(() => {
      throw new IntendedError('no mail today')
    })
    database.afterCommit(() => void effects.push('next'))
    return 'committed'
  })
  t.equal(result, 'committed')
  t.same(effects, ['next'])
  t.match(await warned, [{ message: 'no mail today' }])
})

contract('does not delay other writes by a transaction on other documents', async (t, opened) => {
  const { accounts, database } = opened
  const transactions = Array.from({ length: 20 }, (_, index) =>
    database.transaction(`user ${index}`, async () => {
      await accounts.insertOne(account({ owner: 'inside' }))
      await accounts.insertOne(account({ owner: 'inside' }))
    }),
  )
  const writes = Array.from({ length: 20 }, () => accounts.insertOne(account({ owner: 'outside' })))
  await Promise.all([...transactions, ...writes])
  t.equal(await accounts.countDocuments({ owner: 'inside' }), 40)
  t.equal(await accounts.countDocuments({ owner: 'outside' }), 20)
})

contract('rolls back upserts, claims and deletions', async (t, { accounts, database }) => {
  const [one, two] = [account({ owner: 'me' }), account({ owner: 'me' })]
  await accounts.insertOne(one)
  await accounts.insertOne(two)
  const failed = database.transaction(user, async () => {
    t.equal((await accounts.updateMany({ owner: 'me' }, { $set: { age: 5 } })).modifiedCount, 2)
    t.match(await accounts.findOneAndUpdate({ name: 'new' }, { $set: { age: 1 } }, { upsert: true }), {
      age: 1,
    })
    t.match(await accounts.findOneAndDelete({ _id: one._id }), { age: 5 })
    t.equal(await accounts.deleteMany({ owner: 'me' }), 1)
    t.equal(await accounts.countDocuments({}), 1)
    throw new IntendedError()
  })
  await t.rejects(failed, IntendedError)
  t.same(await accounts.find({}, { sort: { _id: 1 } }), [one, two])
})
