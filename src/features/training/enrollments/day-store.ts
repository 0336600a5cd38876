import { ObjectId } from 'mongodb'
import type { Filter } from 'mongodb'
import type { BulkWrite, Database, Entity } from '../../../platform/database/database.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import type { LoggedDay, LoggedExercise } from './progression/log.js'
import type { Place } from './progression/plan.js'

/** A completed workout of a day of an enrolment; its id is the workout's. */
interface DayDocument extends Entity {
  userId: ObjectId
  enrollmentId: ObjectId
  week: number
  day: number
  version: number
  startedAt: Date
  /** Of the workouts of a day the earliest one counts. */
  isCounted: boolean
  /** Whether the workout goes on again: it keeps its version until it is done once more. */
  isOpen?: boolean
  exercises: LoggedExercise[]
}

/** A logged day of an enrolment, and whether it counts. */
export interface StoredDay extends LoggedDay {
  enrollmentId: string
  isCounted: boolean
  isOpen: boolean
}

export type CountedDay = Omit<LoggedDay, 'exercises'>

const inOrder = { startedAt: 1, _id: 1 } as const

export function dayStore(database: Database) {
  const days = database.collection<DayDocument>('enrollmentDays', [
    { key: { userId: 1, enrollmentId: 1, week: 1, day: 1, startedAt: 1, _id: 1 } },
    {
      key: { userId: 1, enrollmentId: 1, startedAt: 1, _id: 1 },
      partialFilterExpression: { isCounted: true },
    },
  ])

  return {
    /** Those that count, in the order in which they do; and what is stored of some workouts. */
    async counted(
      userId: string,
      enrollmentIds: readonly string[],
      workoutIds: readonly string[] = [],
    ): Promise<StoredDay[]> {
      const own = { userId: toId(userId) }
      const counted = { ...own, enrollmentId: { $in: enrollmentIds.map(toId) }, isCounted: true }
      const named = { ...own, _id: { $in: workoutIds.map(toId) } }
      const filter: Filter<DayDocument> = workoutIds.length > 0 ? { $or: [counted, named] } : counted
      const found = await days.find(filter, { sort: inOrder })
      return found.map(toDay)
    },

    /** Where and when counted days of an enrollment were trained, from a moment on, in their order. */
    async countedSince(userId: string, enrollmentId: string, since: Date): Promise<CountedDay[]> {
      const own = { userId: toId(userId), enrollmentId: toId(enrollmentId) }
      const projection = { week: 1, day: 1, version: 1, startedAt: 1 } as const
      const found = await days.find(
        { ...own, startedAt: { $gte: since }, isCounted: true },
        { sort: inOrder, projection },
      )
      return found.map(({ _id, week, day, version, startedAt }) => ({
        ...{ workoutId: _id.toHexString(), week, day, version, startedAt },
      }))
    },

    /** The earliest workouts of a day that do not count. */
    async spare(
      userId: string,
      enrollmentId: string,
      { week, day }: Place,
      limit: number,
    ): Promise<StoredDay[]> {
      const place = { enrollmentId: toId(enrollmentId), week, day }
      const filter = { userId: toId(userId), isCounted: false, isOpen: { $ne: true }, ...place }
      return (await days.find(filter, { sort: inOrder, limit })).map(toDay)
    },

    /** Leaves nothing of a person. */
    erase: (userId: string): Promise<void> => deleteInChunks(days, { userId: toId(userId) }),

    /** Writes and removes in one command. */
    async write(userId: string, put: readonly StoredDay[], removed: readonly string[]): Promise<void> {
      if (put.length + removed.length === 0) return
      const own = (workoutId: string) => ({ _id: toId(workoutId), userId: toId(userId) })
      const writes: BulkWrite<DayDocument>[] = put.map(({ workoutId, enrollmentId, ...fields }) => ({
        updateOne: {
          filter: own(workoutId),
          update: { $set: { enrollmentId: toId(enrollmentId), ...fields } },
          upsert: true,
        },
      }))
      await days.bulkWrite([...writes, ...removed.map(id => ({ deleteOne: { filter: own(id) } }))])
    },
  }
}

export type DayStore = ReturnType<typeof dayStore>

const toId = (id: string) => new ObjectId(id)

function toDay({ _id, userId: _, enrollmentId, isOpen = false, ...fields }: DayDocument): StoredDay {
  return { workoutId: _id.toHexString(), enrollmentId: enrollmentId.toHexString(), isOpen, ...fields }
}
