import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import type { BulkWrite, Database, Entity } from '../database.js'
import type { Migration } from '../migrate.js'

/** Before the migration: how a user used an exercise. */
interface Use {
  timesPerformed: number
  timesNamed: number
  lastPerformedAt: Date | null
}

interface OldHead extends Entity {
  seq: number
  exercises?: Record<string, Use>
}

/** Before the migration: one exercise in one calendar year. */
interface OldYear extends Entity {
  userId: ObjectId
  /** Missing in other documents of the collection. */
  exerciseId?: string
  /** By workout id: the start time, whether the exercise was performed, and its best values. */
  entries?: Record<string, string>
}

const batchSize = 250
const userBatchSize = 100

/**
 * Moves the head document of each user to the collection of the owned records, and the derived data of each workout
 * from one document per exercise and year to the workout. The history of an exercise is summarized at its next change.
 */
export const headsAmongRecords: Migration = async database => {
  const heads = database.collection<OldHead>('heads')
  for (;;) {
    const found = await heads.find({}, { sort: { _id: 1 }, limit: userBatchSize })
    for (const head of found) {
      await keepEntries(database, head._id)
      await moveHead(database, head)
      await heads.deleteOne({ _id: head._id })
    }
    if (found.length < userBatchSize) break
  }
  const owned = database.collection('owned')
  await owned.updateMany(
    { type: 'WORKOUT', deletedAt: null, 'derived.kept': { $exists: false } },
    { $set: { 'derived.kept': '[]' } },
  )
}

async function moveHead(database: Database, { _id, seq, exercises = {}, ...rest }: OldHead): Promise<void> {
  const owned = database.collection('owned')
  const uses = Object.entries(exercises).map(([id, { timesPerformed, timesNamed, lastPerformedAt }]) => [
    id,
    // No summary yet.
    `${timesPerformed} ${timesNamed} ${lastPerformedAt?.getTime() ?? ''} `,
  ])
  const $set = { ...rest, last: seq, exercises: Object.fromEntries(uses) as Record<string, string> }
  await owned.updateOne({ _id: headId(_id.toHexString()), userId: _id }, { $set }, { upsert: true })
}

/** A copy of the id function of the application: a migration must not change with the application. */
const headId = (userId: string) =>
  new ObjectId(`ffffffff${createHash('sha256').update(`head ${userId}`).digest('hex').slice(8, 24)}`)

async function keepEntries(database: Database, userId: ObjectId): Promise<void> {
  const years = database.collection<OldYear>('exerciseYears')
  const owned = database.collection('owned')
  const entries = new Map<string, unknown[]>()
  const ids: ObjectId[] = []
  for (let last: ObjectId | undefined; ;) {
    const filter = { userId, ...(last && { _id: { $gt: last } }) }
    const found = await years.find(filter, { sort: { _id: 1 }, limit: batchSize })
    for (const { _id, exerciseId, entries: texts = {} } of found) {
      ids.push(_id)
      if (exerciseId === undefined) continue
      for (const [workoutId, text] of Object.entries(texts)) {
        const [, ...rest] = JSON.parse(text) as unknown[]
        const existing = entries.get(workoutId) ?? []
        existing.push([exerciseId, ...rest])
        entries.set(workoutId, existing)
      }
    }
    last = found.at(-1)?._id
    if (found.length < batchSize) break
  }
  const writes = [...entries].map(([workoutId, kept]): BulkWrite<Entity> => ({
    updateOne: {
      filter: { _id: new ObjectId(workoutId), userId, type: 'WORKOUT', deletedAt: null },
      update: { $set: { 'derived.kept': JSON.stringify(kept) } },
    },
  }))
  for (let index = 0; index < writes.length; index += batchSize)
    await owned.bulkWrite(writes.slice(index, index + batchSize))
  for (let index = 0; index < ids.length; index += batchSize)
    await years.deleteMany({ _id: { $in: ids.slice(index, index + batchSize) } })
}
