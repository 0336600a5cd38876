// Writes without an end and prints the id of every acknowledged document, until it is killed.
import { ObjectId } from 'mongodb'
import { openEmbedded } from '../../../../src/platform/database/embedded/database.js'

const database = await openEmbedded(process.argv[2] ?? '')
const documents = database.collection('documents')

async function write() {
  for (;;) {
    const _id = new ObjectId()
    await documents.insertOne({ _id, filling: 'x'.repeat(300) })
    process.stdout.write(`${_id.toHexString()}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, write))
