import { BSON, MongoClient, type Db, type Document, type FindCursor } from 'mongodb'
import { MiB, seconds } from '../../../lib/quantities.js'
import type { StoredDocument } from '../embedded/read-documents.js'
import { connect } from './database.js'
import { beginMove, completeMove, retryMoveAdvice } from './unfinished-move.js'

// The limits of one command.
const batchDocuments = 1000
const batchBytes = 8 * MiB

interface CopyResult {
  databaseName: string
  documents: number
  collections: number
}

interface CopyOptions {
  /** True if the incomplete copy of an earlier move may be deleted. */
  discardsUnfinished: boolean
  onDocuments: (count: number) => void
}

/**
 * Copies all documents to an empty database, and reads them back. Until this is complete, a marker prevents
 * the service from starting on the database.
 * @throws DatabaseUnavailableError if no server responds; ConfigError if the database is not empty; Error if the copy is
 * incomplete or differs from the original
 * @param read returns all documents, one collection after the other, in the order of their ids
 */
export async function copyToMongo(
  uri: string,
  read: () => Iterable<StoredDocument>,
  { discardsUnfinished, onDocuments }: CopyOptions,
): Promise<CopyResult> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 5 * seconds,
  })
  try {
    await connect(client)
    const db = client.db()
    const moveId = await beginMove(db, { discardsUnfinished })
    try {
      const counts = await copyDocuments(read, db, onDocuments)
      await verifyCopy(read, db)
      await completeMove(db, moveId)
      return { databaseName: db.databaseName, ...counts }
    } catch (cause) {
      throw new Error(`the copy in ${db.databaseName} is incomplete. ${retryMoveAdvice}`, { cause })
    }
  } finally {
    await client.close()
  }
}

async function copyDocuments(
  read: () => Iterable<StoredDocument>,
  db: Db,
  onDocuments: (count: number) => void,
) {
  const collections = new Set<string>()
  let documents = 0
  let batch: Document[] = []
  let bytes = 0
  let current = ''
  async function send() {
    if (batch.length > 0) await db.collection(current).insertMany(batch)
    documents += batch.length
    onDocuments(documents)
    batch = []
    bytes = 0
  }

  for (const stored of read()) {
    const isFull = batch.length === batchDocuments || bytes + stored.bytes.length > batchBytes
    if (stored.collection !== current || isFull) await send()
    current = stored.collection
    collections.add(current)
    batch.push(toMongoDocument(stored.bytes))
    bytes += stored.bytes.length
  }
  await send()
  return { documents, collections: collections.size }
}

/** Reads all documents back. @throws Error if a document differs from the original */
async function verifyCopy(read: () => Iterable<StoredDocument>, db: Db): Promise<void> {
  let current: { name: string; cursor: FindCursor } | undefined
  for (const { collection: name, bytes } of read()) {
    if (current?.name !== name) {
      if (current) await assertEnd(current)
      const cursor = db.collection(name).find({}, { raw: true, sort: { _id: 1 } })
      current = { name, cursor }
    }
    const copied = (await current.cursor.next()) as Uint8Array | null
    if (!copied || Buffer.compare(copied, BSON.serialize(toMongoDocument(bytes))) !== 0)
      throw new Error(`a document of ${name} differs from the original: ${formatId(bytes)}`)
  }
  if (current) await assertEnd(current)
}

async function assertEnd({ name, cursor }: { name: string; cursor: FindCursor }): Promise<void> {
  const more: unknown = await cursor.next()
  await cursor.close()
  if (more !== null) throw new Error(`another program writes to ${name} in the target database`)
}

/** Moves the id to the front, as MongoDB does. */
function toMongoDocument(bytes: Uint8Array): Document {
  const { _id, ...fields } = BSON.deserialize(bytes) as Document & { _id: unknown }
  return { _id, ...fields }
}

const formatId = (bytes: Uint8Array) => String(toMongoDocument(bytes)['_id'])
