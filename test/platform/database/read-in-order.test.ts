import { ObjectId } from 'mongodb'
import t from 'tap'
import { readInOrder } from '../../../src/platform/database/read-in-order.js'
import { databases, type Account } from './databases.js'

for (const [name, open] of databases)
  t.test(`${name}: returns documents in order, in their state when they are read`, async t => {
    const database = await open(t)
    const accounts = database.collection<Account>('accounts')
    await database.prepare()
    const add = (age: number, owner = 'me') => {
      const document = { _id: new ObjectId(), age, owner, name: 'unchanged' }
      return accounts.insertOne(document).then(() => document._id)
    }
    const ids: ObjectId[] = []
    for (const age of [3, 1, 4, 1, 5, 9, 2, 6]) ids.push(await add(age))
    await add(0, 'other')
    const found: [number | undefined, string | null | undefined][] = []
    const walk = { filter: { owner: 'me' }, sort: { age: 1, _id: 1 }, batchSize: 3 } as const
    for await (const { age, name } of readInOrder(accounts, walk)) {
      found.push([age, name])
      if (found.length > 1) continue
      await accounts.updateOne({ _id: ids[5]! }, { $set: { name: 'changed' } })
      await accounts.deleteOne({ _id: ids[4]! })
      await accounts.updateOne({ _id: ids[7]! }, { $set: { owner: 'other' } })
      await add(100)
    }
    t.same(found, [...[1, 1, 2, 3, 4].map(age => [age, 'unchanged']), [9, 'changed']])
  })
