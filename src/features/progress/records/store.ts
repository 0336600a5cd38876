import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import { derivedId } from '../../../lib/ids.js'
import { chunk } from '../../../lib/chunk.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { BulkWrite, Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import { findPage } from '../../../platform/database/find-page.js'
import { comparePositions } from './history/position.js'
import type { StoredPersonalRecord } from './history/rebuild.js'
import type { PersonalRecordChange, RecordKey } from './history/record-changes.js'
import type { NewRecord, PersonalRecord } from './models.js'
import type { RecordType } from './vocabulary.js'

interface RecordDocument extends Omit<NewRecord, 'workoutId' | 'exerciseId'>, Entity {
  userId: ObjectId
  exerciseId: ObjectId
  workoutId: ObjectId
  /** Whether it is the first of its type and exercise. */
  isBaseline: boolean
  /** Whether no later one has bettered it. */
  stands: boolean
}

export interface RecordFilter {
  exerciseId: string | null
  type: RecordType | null
}

/** A change in the past can make thousands of records others. */
const maxWritesPerCommand = 250

/** An insert in the form of an update goes with the updates, and costs the server more: of many it does not pay. */
const maxUpserts = 20

const newestFirst = { field: 'achievedAt', type: 'date', direction: -1 } as const

export function recordStore(database: Database) {
  const records = database.collection<RecordDocument>('personalRecords', [
    { key: { userId: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, exerciseId: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, isBaseline: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, stands: 1, exerciseId: 1 } },
    { key: { userId: 1, workoutId: 1 } },
  ])
  const all = async (filter: Filter<RecordDocument>, limit?: number) => {
    const sort = { achievedAt: -1, _id: -1 } as const
    return (await records.find(filter, { sort, ...(limit === undefined ? {} : { limit }) })).map(toRecord)
  }

  return {
    /** In one command, unless there are many. */
    async write(userId: string, changes: readonly PersonalRecordChange[]): Promise<void> {
      const [bettered, others] = [
        changes.filter(isSuperseded),
        changes.filter(change => !isSuperseded(change)),
      ]
      const writes = [
        ...chunk(bettered, maxWritesPerCommand, () => 1).map(piece => supersedeWrite(userId, piece)),
        ...others.map(change => toWrite(userId, change, others.length <= maxUpserts)),
      ]
      // Of a bulk, the server is sent each kind that follows another one by itself.
      const byKind = writes.toSorted((one, other) => writeOrder(one) - writeOrder(other))
      for (const piece of chunk(byKind, maxWritesPerCommand, () => 1)) {
        await records.bulkWrite(piece)
        if (changes.length > maxWritesPerCommand) await yieldToEventLoop()
      }
    },

    /** The newest first. @throws AppError BAD_USER_INPUT */
    async page(
      userId: string,
      { exerciseId, type }: RecordFilter,
      wanted: PageArguments,
    ): Promise<Page<PersonalRecord, null>> {
      const filter = {
        userId: new ObjectId(userId),
        ...(exerciseId === null ? {} : { exerciseId: new ObjectId(exerciseId) }),
        ...(type === null ? {} : { type }),
      }
      const list = { filter, order: newestFirst, totalCount: null }
      return mapNodes(await findPage(records, list, wanted), toRecord)
    },

    /** Those of the exercises that nothing has bettered yet, the newest first. */
    current: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      all({
        userId: new ObjectId(userId),
        stands: true,
        exerciseId: { $in: exerciseIds.map(id => new ObjectId(id)) },
      }),

    /** Those of the exercises from a moment on, in the order in which they were achieved. */
    async since(userId: string, exerciseIds: readonly string[], from: Date): Promise<NewRecord[]> {
      const found = await records.find({
        userId: new ObjectId(userId),
        exerciseId: { $in: exerciseIds.map(id => new ObjectId(id)) },
        achievedAt: { $gte: from },
      })
      return found.map(toNewRecord).sort(compareAchievement)
    },

    /** The newest that bettered something. */
    improvements: (userId: string, limit: number): Promise<PersonalRecord[]> =>
      all({ userId: new ObjectId(userId), isBaseline: false }, limit),

    /** All that are stored, in no order. */
    async all(userId: string): Promise<StoredPersonalRecord[]> {
      const found = await records.find({ userId: new ObjectId(userId) })
      return found.map(document => ({ record: toNewRecord(document), stands: document.stands }))
    },

    /** What the workouts have set, the newest first. */
    ofWorkouts: (userId: string, workoutIds: readonly string[]): Promise<PersonalRecord[]> =>
      all({
        userId: new ObjectId(userId),
        workoutId: { $in: workoutIds.map(id => new ObjectId(id)) },
      }),

    /** Leaves nothing of a person. */
    erase: (userId: string): Promise<void> => deleteInChunks(records, { userId: new ObjectId(userId) }),

    /** Those that there are, the newest first. */
    findMany: (userId: string, ids: readonly string[]): Promise<PersonalRecord[]> =>
      all({ userId: new ObjectId(userId), _id: { $in: ids.map(id => new ObjectId(id)) } }),
  }
}

export type RecordStore = ReturnType<typeof recordStore>

export const recordId = (userId: string, { workoutId, exerciseId, type }: RecordKey): string =>
  derivedId(userId, workoutId, exerciseId, type)

function toNewRecord({ workoutId, exerciseId, type, ...document }: RecordDocument): NewRecord {
  const { value, unit, reps, setId, achievedAt, previous } = document
  return {
    workoutId: workoutId.toHexString(),
    exerciseId: exerciseId.toHexString(),
    ...{ type, value, unit, reps, setId, achievedAt, previous },
  }
}

function toRecord(document: RecordDocument): PersonalRecord {
  const { previous, ...record } = toNewRecord(document)
  const bettered = previous && {
    ...{ value: previous.value, unit: previous.unit, achievedAt: previous.achievedAt },
  }
  return { id: document._id.toHexString(), previous: bettered, ...record }
}

const compareAchievement = (left: NewRecord, right: NewRecord) =>
  comparePositions(
    { startedAt: left.achievedAt, workoutId: left.workoutId },
    { startedAt: right.achievedAt, workoutId: right.workoutId },
  )

const isSuperseded = ({ record, stands }: PersonalRecordChange) => record === undefined && stands === false

/** Nothing else becomes of those that a save betters: one statement for all is a fourth of the server's work. */
const supersedeWrite = (
  userId: string,
  changes: readonly PersonalRecordChange[],
): BulkWrite<RecordDocument> => ({
  updateMany: {
    filter: {
      userId: new ObjectId(userId),
      _id: { $in: changes.map(change => new ObjectId(recordId(userId, change))) },
    },
    update: { $set: { stands: false } },
  },
})

function toWrite(
  userId: string,
  change: PersonalRecordChange,
  isUpserted: boolean,
): BulkWrite<RecordDocument> {
  const { record, isNew, stands } = change
  const its = { _id: new ObjectId(recordId(userId, change)), userId: new ObjectId(userId) }
  if (record === null) return { deleteOne: { filter: its } }
  const $set = { ...(record && toFields(record)), ...(stands !== undefined && { stands }) }
  if (!isNew || !record) return { updateOne: { filter: its, update: { $set } } }
  const fields = { ...toFields(record), stands: stands ?? false }
  return isUpserted
    ? { updateOne: { filter: its, update: { $set: fields }, upsert: true } }
    : { insertOne: { document: { ...its, ...fields } } }
}

const writeOrder = (write: BulkWrite<RecordDocument>) =>
  'insertOne' in write ? 0 : 'deleteOne' in write ? 2 : 1

const toFields = ({ workoutId, exerciseId, ...record }: NewRecord) => ({
  ...record,
  workoutId: new ObjectId(workoutId),
  exerciseId: new ObjectId(exerciseId),
  isBaseline: record.previous === null,
})
