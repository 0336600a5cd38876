// Writes pairs of documents, each in one transaction, until it is killed, and prints the id of every pair that was
// acknowledged or that a reader outside of the transactions has seen.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ObjectId } from 'mongodb'
import { openDatabase } from '../../../src/platform/database/open-database.js'

const [folder = '', mongodbUri] = process.argv.slice(2)
const database = await openDatabase({ folder, mongodbUri })
const [left, right] = [database.collection('left'), database.collection('right')]
await database.prepare()
const print = (id: ObjectId) => process.stdout.write(`${id.toHexString()}\n`)

async function write(userId: string) {
  for (;;) {
    const _id = new ObjectId()
    await database.transaction(userId, async () => {
      await left.insertOne({ _id, filling: 'x'.repeat(300) })
      await right.insertOne({ _id, filling: 'x'.repeat(300) })
    })
    print(_id)
  }
}

async function read() {
  for (;;) {
    const newest = { sort: { _id: -1 }, limit: 10 } as const
    for (const { _id } of await right.find({}, newest)) print(_id)
    for (const { _id } of await left.find({}, newest)) print(_id)
    await nextTurn()
  }
}

await Promise.all([read(), ...Array.from({ length: 6 }, (_, index) => write(`user ${index}`))])
