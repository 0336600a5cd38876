import { ObjectId, type Filter } from 'mongodb'
import type { BulkWrite, Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { LoggedDay, LoggedExercise } from './progression/log.js'
import type { DayPosition } from './progression/plan.js'

/** A completed workout of an enrollment's day. The document's id is the workout's. */
interface DayDocument extends Entity {
  userId: ObjectId
  enrollmentId: ObjectId
  week: number
  day: number
  version: number
  startedAt: Date
  /** Only the earliest workout of a day counts. */
  isCounted: boolean
  /** True if the workout was reopened. The day keeps its version until the workout is completed again. */
  isOpen?: boolean
  exercises: LoggedExercise[]
}

export interface StoredDay extends LoggedDay {
  enrollmentId: string
  isCounted: boolean
  isOpen: boolean
}

type CountedDay = Omit<LoggedDay, 'exercises'>

const chronological = { startedAt: 1, _id: 1 } as const

export function dayStore(database: Database) {
  const collection = database.collection<DayDocument>('enrollmentDays', [
    { key: { userId: 1, enrollmentId: 1, week: 1, day: 1, startedAt: 1, _id: 1 } },
    {
      key: { userId: 1, enrollmentId: 1, startedAt: 1, _id: 1 },
      partialFilterExpression: { isCounted: true },
    },
  ])

  return {
    /** Reads the counted days of some enrollments and the days of some workouts, in chronological order. */
    async counted(
      userId: string,
      enrollmentIds: readonly string[],
      workoutIds: readonly string[] = [],
    ): Promise<StoredDay[]> {
      const owner = { userId: toId(userId) }
      const counted = { ...owner, enrollmentId: { $in: enrollmentIds.map(toId) }, isCounted: true }
      const filterOfWorkouts = { ...owner, _id: { $in: workoutIds.map(toId) } }
      const filter: Filter<DayDocument> =
        workoutIds.length > 0 ? { $or: [counted, filterOfWorkouts] } : counted
      const found = await collection.find(filter, { sort: chronological })
      return found.map(toDay)
    },

    /**
     * Reads an enrollment's counted days that began at a time or later, without their exercises, in chronological
     * order.
     */
    async countedSince(userId: string, enrollmentId: string, since: Date): Promise<CountedDay[]> {
      const found = await collection.find(
        {
          userId: toId(userId),
          enrollmentId: toId(enrollmentId),
          startedAt: { $gte: since },
          isCounted: true,
        },
        { sort: chronological, projection: { week: 1, day: 1, version: 1, startedAt: 1 } },
      )
      return found.map(({ _id, week, day, version, startedAt }) => {
        return { workoutId: _id.toHexString(), week, day, version, startedAt }
      })
    },

    /** Reads the counted days of some enrollments that began in a range, without their exercises. */
    async countedBetween(
      userId: string,
      enrollmentIds: readonly string[],
      from: Date,
      to: Date,
    ): Promise<(CountedDay & { enrollmentId: string })[]> {
      const found = await collection.find(
        {
          userId: toId(userId),
          enrollmentId: { $in: enrollmentIds.map(toId) },
          startedAt: { $gte: from, $lt: to },
          isCounted: true,
        },
        { sort: chronological, projection: { enrollmentId: 1, week: 1, day: 1, version: 1, startedAt: 1 } },
      )
      return found.map(({ _id, enrollmentId, week, day, version, startedAt }) => ({
        ...{ workoutId: _id.toHexString(), enrollmentId: enrollmentId.toHexString() },
        ...{ week, day, version, startedAt },
      }))
    },

    /** Reads the earliest completed workouts of a day that do not count. */
    async uncounted(
      userId: string,
      enrollmentId: string,
      { week, day }: DayPosition,
      limit: number,
    ): Promise<StoredDay[]> {
      const position = { enrollmentId: toId(enrollmentId), week, day }
      const filter = { userId: toId(userId), isCounted: false, isOpen: { $ne: true }, ...position }
      return (await collection.find(filter, { sort: chronological, limit })).map(toDay)
    },

    erase: (userId: string): Promise<void> => deleteInChunks(collection, { userId: toId(userId) }),

    /** @param removedIds of workouts */
    async write(userId: string, days: readonly StoredDay[], removedIds: readonly string[]): Promise<void> {
      if (days.length + removedIds.length === 0) return
      const filterOf = (workoutId: string) => ({ _id: toId(workoutId), userId: toId(userId) })
      const writes: BulkWrite<DayDocument>[] = days.map(({ workoutId, enrollmentId, ...fields }) => ({
        updateOne: {
          filter: filterOf(workoutId),
          update: { $set: { enrollmentId: toId(enrollmentId), ...fields } },
          upsert: true,
        },
      }))
      await collection.bulkWrite([
        ...writes,
        ...removedIds.map(id => ({ deleteOne: { filter: filterOf(id) } })),
      ])
    },
  }
}

export type DayStore = ReturnType<typeof dayStore>

const toId = (id: string) => new ObjectId(id)

function toDay({ _id, userId: _, enrollmentId, isOpen = false, ...fields }: DayDocument): StoredDay {
  return { workoutId: _id.toHexString(), enrollmentId: enrollmentId.toHexString(), isOpen, ...fields }
}
