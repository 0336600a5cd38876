import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Collection, Database } from '../../../src/platform/database/database.js'
import { databases } from './databases.js'
import type { Account } from './databases.js'

const ids = Array.from({ length: 4 }, (_, index) => new ObjectId(index.toString(16).padStart(24, '0')))
const start = 100
const account = fc.nat({ max: ids.length - 1 })

interface Transfer {
  user: string
  from: number
  to: number
  amount: number
  /** Whether the transaction throws at the end. */
  fails: boolean
  /** The number of turns of the event loop before it begins, and between its steps. */
  turns: number
}

const transfer: fc.Arbitrary<Transfer> = fc.record({
  user: fc.constantFrom('ada', 'bob', 'cleo'),
  from: account,
  to: account,
  amount: fc.nat({ max: 9 }),
  fails: fc.boolean(),
  turns: fc.nat({ max: 3 }),
})

class IntendedError extends Error {}

const uncommitted = 'never to be seen'
const wait = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}

async function move(database: Database, accounts: Collection<Account>, one: Transfer): Promise<boolean> {
  await wait(one.turns)
  const add = async (index: number, amount: number) => {
    const _id = ids[index]!
    const { age = 0 } = (await accounts.findById(_id)) ?? {}
    await accounts.updateOne({ _id }, { $set: { age: age + amount, name: uncommitted } })
    await wait(one.turns)
  }
  const work = async () => {
    await add(one.from, -one.amount)
    await add(one.to, one.amount)
    if (one.fails) throw new IntendedError()
    await accounts.updateMany({ name: uncommitted }, { $set: { name: 'moved' } })
  }
  return database.transaction(one.user, work).then(
    () => true,
    (error: unknown) => {
      if (error instanceof IntendedError) return false
      throw error
    },
  )
}

const sum = (found: Account[]) => found.reduce((total, { age = 0 }) => total + age, 0)

for (const [name, open] of databases) {
  void t.test(
    `${name}: keeps sums consistent and hides uncommitted writes in any interleaving of transactions`,
    async t => {
      const database = await open(t)
      const accounts = database.collection<Account>('accounts', [{ key: { name: 1 } }])
      await database.prepare()
      const check = (found: Account[]) => {
        if (sum(found) !== ids.length * start) throw new Error(`the sum is ${sum(found)}`)
        if (found.some(one => one.name === uncommitted)) throw new Error('something uncommitted was seen')
      }
      const property = fc.asyncProperty(
        fc.array(transfer, { minLength: 2, maxLength: 12 }),
        async transfers => {
          await accounts.deleteMany({})
          for (const _id of ids) await accounts.insertOne({ _id, age: start })
          let isDone = false
          const readOutside = async () => {
            while (!isDone) {
              const [found, byName] = await Promise.all([
                accounts.find({}),
                accounts.find({ name: uncommitted }),
              ])
              // In MongoDB, a query of several documents outside a transaction does not read a snapshot.
              if (name === 'embedded') check(found)
              if ([...found, ...byName].some(one => one.name === uncommitted)) throw new Error('uncommitted')
              const each = await Promise.all(ids.map(id => accounts.findById(id)))
              if (each.some(one => one?.name === uncommitted)) throw new Error('uncommitted by id')
              check(await database.transaction('reader', () => accounts.find({})))
              await nextTurn()
            }
          }
          const reading = readOutside()
          const moved = await Promise.all(transfers.map(one => move(database, accounts, one))).finally(() => {
            isDone = true
          })
          await reading
          // The expected sums do not depend on the order of the transfers.
          const expected = ids.map(() => start)
          for (const [index, { from, to, amount }] of transfers.entries()) {
            if (!moved[index]) continue
            expected[from]! -= amount
            expected[to]! += amount
          }
          const found = await accounts.find({}, { sort: { _id: 1 } })
          t.same(
            found.map(({ age }) => age),
            expected,
          )
          t.same(
            moved,
            transfers.map(({ fails }) => !fails),
          )
        },
      )
      await t.resolves(fc.assert(property, { numRuns: name === 'embedded' ? 100 : 8 }))
    },
  )
}
