import { ObjectId, type Filter } from 'mongodb'
import type { Page, PageArguments } from '../../lib/pages.js'
import type { Database, Index } from '../../platform/database/database.js'
import { findPage, type PageOrder } from '../../platform/database/page.js'
import type { Row } from '../owned/models.js'
import { ownedView, toRow, type OwnedDocument } from '../owned/view.js'
import type { WorkoutContent, WorkoutDerived, WorkoutFilter } from './models.js'

export type WorkoutRow = Row<WorkoutContent, WorkoutDerived>
type WorkoutDocument = OwnedDocument<WorkoutContent, WorkoutDerived>

const latestFirst: PageOrder = { field: 'content.startedAt', type: 'date', direction: -1 }

/** In the order of their starts, behind fields that are to be equal. */
const byStart = (...equal: string[]): Index => ({
  key: {
    deletedAt: 1,
    ...Object.fromEntries(equal.map(field => [field, 1 as const])),
    'content.startedAt': -1,
    _id: -1,
  },
})

export function workoutStore(database: Database) {
  const { collection, living, find } = ownedView<WorkoutContent, WorkoutDerived>(database, 'WORKOUT', [
    byStart(),
    byStart('content.exercises.exerciseId'),
    byStart('content.programDay.enrollmentId'),
  ])

  async function page(filter: Filter<WorkoutDocument>, totalCount: number | null, wanted: PageArguments) {
    const found = await findPage(collection, { filter, order: latestFirst, totalCount }, wanted)
    const edges = found.edges.map(({ cursor, node }) => ({ cursor, node: toRow(node) }))
    return { ...found, edges } satisfies Page<WorkoutRow, number | null>
  }

  return {
    find,

    /** Those that start at one of the moments. */
    async startingAt(userId: string, moments: readonly Date[]): Promise<WorkoutRow[]> {
      const found = await collection.find({ ...living(userId), 'content.startedAt': { $in: [...moments] } })
      return found.map(toRow)
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
