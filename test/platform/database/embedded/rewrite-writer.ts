// Started by tests: writes documents to the folder while it rewrites its data file, and prints the ids of those that
// are acknowledged. Replaces and deletes some of them.
import { ObjectId } from 'mongodb'
import { embeddedDatabase } from '../../../../src/platform/database/embedded/database.js'
import { openDisk } from '../../../../src/platform/database/embedded/disk.js'
import type { Entity } from '../../../../src/platform/database/database.js'

interface Item extends Entity {
  text: string
}

const [folder = ''] = process.argv.slice(2)
const disk = await openDisk(folder)
const items = (await embeddedDatabase(disk)).collection<Item>('items')
let isOver = false

async function write(isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const _id = new ObjectId()
    await items.insertOne({ _id, text: 'new' })
    await items.updateOne({ _id }, { $set: { text: 'replaced' } })
    const deleted = new ObjectId()
    await items.insertOne({ _id: deleted, text: 'deleted' })
    await items.deleteOne({ _id: deleted })
    process.stdout.write(`${_id.toHexString()}\n`)
  }
}

let rounds = 0
await write(() => rounds++ === 10)
const isDone = () => isOver
const writing = Promise.all([write(isDone), write(isDone), write(isDone)])
await disk.rewrite(new AbortController().signal)
isOver = true
await writing
process.stdout.write('rewritten\n')
await disk.close()
