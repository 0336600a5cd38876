import { ObjectId, type Collection, type Db } from 'mongodb'
import { ConfigError } from '../../../errors.js'
import { isDuplicate } from './errors.js'

/** The marker of a copy that is in progress or was interrupted. A database has at most one. */
interface UnfinishedMove {
  _id: ObjectId
  /** Identifies the run of the command that writes into this database. */
  moveId: ObjectId
  startedAt: Date
}

const markerCollection = 'unfinishedMoves'
const markerId = new ObjectId('000000000000000000000001')

const markers = (db: Db): Collection<UnfinishedMove> => db.collection<UnfinishedMove>(markerCollection)

/** @throws ConfigError if the documents of this database are an incomplete copy */
export async function assertNoUnfinishedMove(db: Db): Promise<void> {
  const marker = await markers(db).findOne({ _id: markerId })
  if (marker) throw unfinishedMoveError(db, marker)
}

const unfinishedMoveError = (db: Db, { startedAt }: Pick<UnfinishedMove, 'startedAt'>) =>
  new ConfigError([
    `The database ${db.databaseName} in MONGODB_URI is an incomplete copy: \`fitness-training-service move\` started at ${startedAt.toISOString()} and has not finished. ${retryMoveAdvice} Until then, the service can run without MONGODB_URI on the embedded database, which is unchanged.`,
  ])

/** The instruction for operators that have an incomplete copy. */
export const retryMoveAdvice =
  'To delete the incomplete copy and start over, stop the service and run `fitness-training-service move MONGODB_URI --discard-unfinished`; or drop the database and run `move` without the option.'

interface MoveOptions {
  /** True if the incomplete copy of an earlier move is deleted. */
  discardsUnfinished: boolean
}

/**
 * Marks an empty database as an incomplete copy, before anything is copied.
 * @returns the id of this move, for `completeMove`
 * @throws ConfigError if documents exist in the database that are not to be discarded
 */
export async function beginMove(db: Db, { discardsUnfinished }: MoveOptions): Promise<ObjectId> {
  const moveId = new ObjectId()
  const marker = { moveId, startedAt: new Date() }
  if (discardsUnfinished) {
    const { matchedCount } = await markers(db).updateOne({ _id: markerId }, { $set: marker })
    // Without a marker, existing documents are not an incomplete copy, so they are not dropped.
    if (matchedCount > 0) {
      await dropCollections(db)
      return moveId
    }
  }
  await assertNoUnfinishedMove(db)
  await assertEmpty(db)
  await insertMarker(db, { _id: markerId, ...marker })
  // A service may have started between the first check and the marker.
  await assertEmpty(db).catch(async (error: unknown) => {
    await completeMove(db, moveId)
    throw error
  })
  return moveId
}

/** Removes the marker. @throws Error if another move has replaced this one */
export async function completeMove(db: Db, moveId: ObjectId): Promise<void> {
  const { deletedCount } = await markers(db).deleteOne({ _id: markerId, moveId })
  if (deletedCount === 0) throw new Error('another move into this database has replaced this one')
}

async function insertMarker(db: Db, marker: UnfinishedMove): Promise<void> {
  try {
    await markers(db).insertOne(marker)
  } catch (error) {
    throw isDuplicate(error) ? unfinishedMoveError(db, marker) : error
  }
}

/** @throws ConfigError */
async function assertEmpty(db: Db): Promise<void> {
  for (const name of await listCopiedCollections(db))
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      throw new ConfigError([
        `The database ${db.databaseName} is not empty (${name}), and nothing is overwritten. Name a new one in the address, or drop this one.`,
      ])
}

async function dropCollections(db: Db): Promise<void> {
  for (const name of await listCopiedCollections(db)) await db.dropCollection(name)
}

async function listCopiedCollections(db: Db): Promise<string[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  return collections.map(({ name }) => name).filter(name => name !== markerCollection)
}
