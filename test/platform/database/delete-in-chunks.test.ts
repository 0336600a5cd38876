import { ObjectId } from 'mongodb'
import t from 'tap'
import { deleteInChunks } from '../../../src/platform/database/delete-in-chunks.js'
import { databases, type Account } from './databases.js'

for (const [name, open] of databases)
  t.test(`${name}: deletes the matching documents in chunks`, async t => {
    const database = await open(t)
    const accounts = database.collection<Account>('accounts')
    await database.prepare()
    const names = Array.from({ length: 120 }, () => 'ada').concat('bob')
    await Promise.all(names.map(name => accounts.insertOne({ _id: new ObjectId(), name })))
    const chunkSizes: number[] = []
    const counting = {
      find: accounts.find,
      async deleteMany(filter: Parameters<typeof accounts.deleteMany>[0]) {
        const deleted = await accounts.deleteMany(filter)
        chunkSizes.push(deleted)
        return deleted
      },
    }
    for (let time = 1; time <= 2; time++) await deleteInChunks(counting, { name: 'ada' })
    t.same(chunkSizes, [50, 50, 20])
    t.match(await accounts.find({}), [{ name: 'bob' }])
  })
