import { ObjectId, type Filter } from 'mongodb'
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
  /** True if it is the first record of its type and exercise. */
  isBaseline: boolean
  /** True if it is the current record, which no later one has broken. */
  isCurrent: boolean
}

export interface RecordFilter {
  exerciseId: string | null
  type: RecordType | null
}

/** A change in the past can change thousands of records. */
const maxWritesPerCommand = 250

/** An upsert can share a command with updates, but costs the server more than an insert. */
const maxUpserts = 20

const newestFirst = { field: 'achievedAt', type: 'date', direction: -1 } as const

export function recordStore(database: Database) {
  const records = database.collection<RecordDocument>('personalRecords', [
    { key: { userId: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, exerciseId: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, isBaseline: 1, achievedAt: -1, _id: -1 } },
    { key: { userId: 1, isCurrent: 1, exerciseId: 1 } },
    { key: { userId: 1, workoutId: 1 } },
  ])
  const find = async (filter: Filter<RecordDocument>, limit?: number) => {
    const sort = { achievedAt: -1, _id: -1 } as const
    return (await records.find(filter, { sort, ...(limit === undefined ? {} : { limit }) })).map(toRecord)
  }

  return {
    async write(userId: string, changes: readonly PersonalRecordChange[]): Promise<void> {
      const [superseded, others] = [
        changes.filter(isSuperseded),
        changes.filter(change => !isSuperseded(change)),
      ]
      const writes = [
        ...chunk(superseded, maxWritesPerCommand, () => 1).map(batch => supersedeWrite(userId, batch)),
        ...others.map(change => toWrite(userId, change, others.length <= maxUpserts)),
      ]
      // The driver sends one command per run of writes of the same type.
      const ordered = writes.toSorted((left, right) => writeOrder(left) - writeOrder(right))
      for (const batch of chunk(ordered, maxWritesPerCommand, () => 1)) {
        await records.bulkWrite(batch)
        if (changes.length > maxWritesPerCommand) await yieldToEventLoop()
      }
    },

    /** Newest first. @throws AppError BAD_USER_INPUT */
    async page(
      userId: string,
      { exerciseId, type }: RecordFilter,
      pageArguments: PageArguments,
    ): Promise<Page<PersonalRecord, null>> {
      const filter = {
        userId: new ObjectId(userId),
        ...(exerciseId === null ? {} : { exerciseId: new ObjectId(exerciseId) }),
        ...(type === null ? {} : { type }),
      }
      const list = { filter, order: newestFirst, totalCount: null }
      return mapNodes(await findPage(records, list, pageArguments), toRecord)
    },

    /** Reads the current records of some exercises, newest first. */
    current: (userId: string, exerciseIds: readonly string[]): Promise<PersonalRecord[]> =>
      find({
        userId: new ObjectId(userId),
        isCurrent: true,
        exerciseId: { $in: exerciseIds.map(id => new ObjectId(id)) },
      }),

    /** Reads the records of some exercises that were achieved at a time or later, in that order. */
    async since(userId: string, exerciseIds: readonly string[], from: Date): Promise<NewRecord[]> {
      const found = await records.find({
        userId: new ObjectId(userId),
        exerciseId: { $in: exerciseIds.map(id => new ObjectId(id)) },
        achievedAt: { $gte: from },
      })
      return found.map(toNewRecord).sort(compareNewRecords)
    },

    /** Reads the latest records, except baselines. */
    latestImprovements: (userId: string, limit: number): Promise<PersonalRecord[]> =>
      find({ userId: new ObjectId(userId), isBaseline: false }, limit),

    /** Reads all records, in no particular order. */
    async all(userId: string): Promise<StoredPersonalRecord[]> {
      const found = await records.find({ userId: new ObjectId(userId) })
      return found.map(document => ({ record: toNewRecord(document), isCurrent: document.isCurrent }))
    },

    /** Reads the records that some workouts set, newest first. */
    findByWorkouts: (userId: string, workoutIds: readonly string[]): Promise<PersonalRecord[]> =>
      find({
        userId: new ObjectId(userId),
        workoutId: { $in: workoutIds.map(id => new ObjectId(id)) },
      }),

    erase: (userId: string): Promise<void> => deleteInChunks(records, { userId: new ObjectId(userId) }),

    /** Newest first. */
    findMany: (userId: string, ids: readonly string[]): Promise<PersonalRecord[]> =>
      find({ userId: new ObjectId(userId), _id: { $in: ids.map(id => new ObjectId(id)) } }),
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
    type,
    value,
    unit,
    reps,
    setId,
    achievedAt,
    previous,
  }
}

function toRecord(document: RecordDocument): PersonalRecord {
  const { previous, ...record } = toNewRecord(document)
  const { _id } = document
  return {
    id: _id.toHexString(),
    previous: previous && { value: previous.value, unit: previous.unit, achievedAt: previous.achievedAt },
    ...record,
  }
}

const compareNewRecords = (left: NewRecord, right: NewRecord) =>
  comparePositions(
    { startedAt: left.achievedAt, workoutId: left.workoutId },
    { startedAt: right.achievedAt, workoutId: right.workoutId },
  )

/** Returns whether the only change is that the record was broken. */
const isSuperseded = ({ record, isCurrent }: PersonalRecordChange) =>
  record === undefined && isCurrent === false

/** One statement for all records takes a quarter of the server's time of one statement each. */
const supersedeWrite = (
  userId: string,
  changes: readonly PersonalRecordChange[],
): BulkWrite<RecordDocument> => ({
  updateMany: {
    filter: {
      userId: new ObjectId(userId),
      _id: { $in: changes.map(change => new ObjectId(recordId(userId, change))) },
    },
    update: { $set: { isCurrent: false } },
  },
})

function toWrite(
  userId: string,
  change: PersonalRecordChange,
  isUpserted: boolean,
): BulkWrite<RecordDocument> {
  const { record, isNew, isCurrent } = change
  const filter = { _id: new ObjectId(recordId(userId, change)), userId: new ObjectId(userId) }
  if (record === null) return { deleteOne: { filter } }
  const $set = { ...(record && toFields(record)), ...(isCurrent !== undefined && { isCurrent }) }
  if (!isNew || !record) return { updateOne: { filter, update: { $set } } }
  const fields = { ...toFields(record), isCurrent: isCurrent ?? false }
  return isUpserted
    ? { updateOne: { filter, update: { $set: fields }, upsert: true } }
    : { insertOne: { document: { ...filter, ...fields } } }
}

const writeOrder = (write: BulkWrite<RecordDocument>) =>
  'insertOne' in write ? 0 : 'deleteOne' in write ? 2 : 1

const toFields = ({ workoutId, exerciseId, ...record }: NewRecord) => ({
  ...record,
  workoutId: new ObjectId(workoutId),
  exerciseId: new ObjectId(exerciseId),
  isBaseline: record.previous === null,
})
