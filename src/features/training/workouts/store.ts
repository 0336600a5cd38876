import { ObjectId, type Filter } from 'mongodb'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import { readInOrder } from '../../../platform/database/read-in-order.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { StoredRecord } from '../../owned/models.js'
import {
  latestFirstIndex,
  ownedView,
  createPageSizeLimit,
  toStoredRecord,
  type OwnedDocument,
} from '../../owned/view.js'
import type { WorkoutContent, WorkoutDerived, WorkoutFilter } from './models.js'
import type { Place } from './settling/spans.js'

export type WorkoutRow = StoredRecord<WorkoutContent, WorkoutDerived>
type WorkoutDocument = OwnedDocument<WorkoutContent, WorkoutDerived>

/** Those of a life are too many to be held at once. */
const readAtOnce = 100

const latestFirst: PageOrder = { field: 'content.startedAt', type: 'date', direction: -1 }

export function workoutStore(database: Database) {
  const { collection, living, find } = ownedView<WorkoutContent, WorkoutDerived>(database, 'WORKOUT', [
    latestFirstIndex('content.startedAt'),
    latestFirstIndex('content.startedAt', 'content.exercises.exerciseId'),
    latestFirstIndex('content.startedAt', 'content.programDay.enrollmentId'),
  ])

  async function page(
    filter: Filter<WorkoutDocument>,
    totalCount: number | null,
    wanted: PageArguments,
  ): Promise<Page<WorkoutRow, number | null>> {
    const list = { filter, order: latestFirst, totalCount, createIsLast: createPageSizeLimit }
    return mapNodes(await findPage(collection, list, wanted), toStoredRecord)
  }

  return {
    find,

    /** Those that start at one of the moments. */
    async startingAt(userId: string, moments: readonly Date[]): Promise<WorkoutRow[]> {
      const found = await collection.find({ ...living(userId), 'content.startedAt': { $in: [...moments] } })
      return found.map(toStoredRecord)
    },

    /**
     * Some, the latest start first.
     * @param from inclusive
     * @param to exclusive; null for no end
     * @param before where those begin that are known already
     */
    async latest(
      userId: string,
      { from, to, before }: { from: Date; to: Date | null; before: Place | null },
      limit: number,
    ): Promise<WorkoutRow[]> {
      const range = { 'content.startedAt': { $gte: from, ...(to && { $lt: to }) } }
      const known = before && {
        'content.startedAt': { $lte: before.startedAt },
        $or: [{ 'content.startedAt': { $lt: before.startedAt } }, { _id: { $lt: new ObjectId(before.id) } }],
      }
      const filter = { $and: [{ ...living(userId), ...range }, ...(known ? [known] : [])] }
      const sort = { 'content.startedAt': -1, _id: -1 } as const
      return (await collection.find(filter as Filter<WorkoutDocument>, { sort, limit })).map(toStoredRecord)
    },

    /** All of them, in the order of their starts, a piece at a time. */
    async *every(userId: string): AsyncGenerator<WorkoutRow[]> {
      const its = living(userId)
      let place: Filter<WorkoutDocument> = {}
      for (;;) {
        const filter = { $and: [its, place] } as Filter<WorkoutDocument>
        const sort = { 'content.startedAt': 1, _id: 1 } as const
        const rows = (await collection.find(filter, { sort, limit: readAtOnce })).map(toStoredRecord)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last?.content || rows.length < readAtOnce) return
        const { startedAt } = last.content
        const past = [{ 'content.startedAt': { $gt: startedAt } }, { _id: { $gt: new ObjectId(last.id) } }]
        place = { 'content.startedAt': { $gte: startedAt }, $or: past }
      }
    },

    /** All that a person has, the first start first. */
    async *oldestFirst(userId: string): AsyncGenerator<WorkoutRow> {
      const sort = { 'content.startedAt': 1, _id: 1 } as const
      const filter = living(userId)
      for await (const found of readInOrder(collection, { filter, sort, batchSize: readAtOnce }))
        yield toStoredRecord(found)
    },

    /** @param active the workout in progress */
    page: (
      userId: string,
      filter: WorkoutFilter & { active: string | null },
      totalCount: number | null,
      wanted: PageArguments,
    ) => page({ ...living(userId), ...conditionsOf(filter) }, totalCount, wanted),

    /** Completed workouts with completed sets of the exercise. */
    history: (userId: string, exerciseId: string, wanted: PageArguments) =>
      page(
        {
          ...living(userId),
          'content.exercises.exerciseId': exerciseId,
          'derived.performed': exerciseId,
        },
        null,
        wanted,
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
    // There is one at most: nothing has to be searched for it.
    ...(status === 'IN_PROGRESS' && { _id: { $in: active === null ? [] : [new ObjectId(active)] } }),
  }
}
