import { ObjectId, type Filter } from 'mongodb'
import type { PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import { readInOrder } from '../../../platform/database/read-in-order.js'
import type { PageOrder } from '../../../platform/database/find-page.js'
import type { StoredRecord } from '../../owned/models.js'
import { latestFirstIndex, ownedView, toStoredRecord, type OwnedDocument } from '../../owned/view.js'
import type { WorkoutContent, WorkoutDerived, WorkoutFilter } from './models.js'
import type { WorkoutPosition } from './body-weight-backfill/spans.js'

export type StoredWorkout = StoredRecord<WorkoutContent, WorkoutDerived>
type WorkoutDocument = OwnedDocument<WorkoutContent, WorkoutDerived>

/** A user may have too many workouts to hold all of them in memory. */
const readBatchSize = 100

const latestFirst: PageOrder = { field: 'content.startedAt', type: 'date', direction: -1 }

export function workoutStore(database: Database) {
  const { collection, liveFilter, find, page } = ownedView<WorkoutContent, WorkoutDerived>(
    database,
    'WORKOUT',
    [
      latestFirstIndex('content.startedAt'),
      latestFirstIndex('content.startedAt', 'content.exercises.exerciseId'),
      latestFirstIndex('content.startedAt', 'content.programDay.enrollmentId'),
      { key: { 'content.externalKey': 1 } },
    ],
  )

  return {
    find,

    async findStartingAt(userId: string, times: readonly Date[]): Promise<StoredWorkout[]> {
      const found = await collection.find({ ...liveFilter(userId), 'content.startedAt': { $in: [...times] } })
      return found.map(toStoredRecord)
    },

    /**
     * Up to `limit` workouts, the latest start first.
     * @param from inclusive
     * @param to exclusive; null for no end
     * @param before the position of the last workout of the previous page
     */
    async findLatest(
      userId: string,
      { from, to, before }: { from: Date; to: Date | null; before: WorkoutPosition | null },
      limit: number,
    ): Promise<StoredWorkout[]> {
      const range = { 'content.startedAt': { $gte: from, ...(to && { $lt: to }) } }
      const afterPosition = before && {
        'content.startedAt': { $lte: before.startedAt },
        $or: [{ 'content.startedAt': { $lt: before.startedAt } }, { _id: { $lt: new ObjectId(before.id) } }],
      }
      const filter = {
        $and: [{ ...liveFilter(userId), ...range }, ...(afterPosition ? [afterPosition] : [])],
      }
      const sort = { 'content.startedAt': -1, _id: -1 } as const
      return (await collection.find(filter as Filter<WorkoutDocument>, { sort, limit })).map(toStoredRecord)
    },

    /** All workouts in the order of their starts, in batches. */
    async *streamBatches(userId: string): AsyncGenerator<StoredWorkout[]> {
      let position: Filter<WorkoutDocument> = {}
      for (;;) {
        const filter = { $and: [liveFilter(userId), position] } as Filter<WorkoutDocument>
        const sort = { 'content.startedAt': 1, _id: 1 } as const
        const rows = (await collection.find(filter, { sort, limit: readBatchSize })).map(toStoredRecord)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last?.content || rows.length < readBatchSize) return
        const { startedAt } = last.content
        const after = [{ 'content.startedAt': { $gt: startedAt } }, { _id: { $gt: new ObjectId(last.id) } }]
        position = { 'content.startedAt': { $gte: startedAt }, $or: after }
      }
    },

    /** Reads the starts of up to `limit` workouts in a range, in chronological order. */
    async startsBetween(
      userId: string,
      from: Date,
      to: Date,
      limit: number,
    ): Promise<{ id: string; startedAt: Date }[]> {
      const found = await collection.find(
        { ...liveFilter(userId), 'content.startedAt': { $gte: from, $lt: to } },
        { sort: { 'content.startedAt': 1, _id: 1 }, limit, projection: { 'content.startedAt': 1 } },
      )
      return found.flatMap(({ _id, content }) =>
        content ? [{ id: _id.toHexString(), startedAt: content.startedAt }] : [],
      )
    },

    /** The time zone of the workout with the latest start; null without a workout. */
    async latestTimezone(userId: string): Promise<string | null> {
      const [latest] = await collection.find(liveFilter(userId), {
        sort: { 'content.startedAt': -1, _id: -1 },
        limit: 1,
        projection: { 'content.timezone': 1 },
      })
      return latest?.content?.timezone ?? null
    },

    /** Removes the data of health stores from all workouts of a user, without a change in the feed. */
    async removeHealth(userId: string): Promise<void> {
      const withHealth = { ...liveFilter(userId), 'content.health': { $exists: true } }
      await collection.updateMany(withHealth, {
        $unset: { 'content.health': true, 'content.externalKey': true },
      })
    },

    /** All workouts of a user in the order of their starts. */
    async *streamOldestFirst(userId: string): AsyncGenerator<StoredWorkout> {
      const sort = { 'content.startedAt': 1, _id: 1 } as const
      const filter = liveFilter(userId)
      for await (const found of readInOrder(collection, { filter, sort, batchSize: readBatchSize }))
        yield toStoredRecord(found)
    },

    /** @param active the workout in progress */
    page: (
      userId: string,
      filter: WorkoutFilter & { active: string | null },
      totalCount: number | null,
      pageArguments: PageArguments,
    ) => page(userId, { conditions: conditionsOf(filter), order: latestFirst, totalCount }, pageArguments),

    /** Completed workouts with completed sets of the exercise, the latest start first. */
    history: (userId: string, exerciseId: string, pageArguments: PageArguments) =>
      page(
        userId,
        {
          conditions: { 'content.exercises.exerciseId': exerciseId, 'derived.performed': exerciseId },
          order: latestFirst,
          totalCount: null,
        },
        pageArguments,
      ),
  }
}

export type WorkoutStore = ReturnType<typeof workoutStore>

function conditionsOf(filter: WorkoutFilter & { active: string | null }) {
  const { from, to, exerciseId, enrollmentId, status, active } = filter
  const range = { ...(from && { $gte: from }), ...(to && { $lt: to }) }
  return {
    ...((from ?? to) && { 'content.startedAt': range }),
    ...(exerciseId !== null && { 'content.exercises.exerciseId': exerciseId }),
    ...(enrollmentId !== null && { 'content.programDay.enrollmentId': enrollmentId }),
    ...(status === 'COMPLETED' && { 'content.endedAt': { $ne: null } }),
    // At most one workout is in progress, and its id is known.
    ...(status === 'IN_PROGRESS' && { _id: { $in: active === null ? [] : [new ObjectId(active)] } }),
  }
}
