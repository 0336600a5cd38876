import { ObjectId, type Filter } from 'mongodb'
import type { Page, PageArguments } from '../../lib/pages.js'
import type { Database, Index } from '../../platform/database/database.js'
import { findPage, type PageOrder } from '../../platform/database/page.js'
import type { Row } from '../owned/models.js'
import type { Past, PastWorkout } from '../records/models.js'
import { ownedView, toRow, type OwnedDocument } from '../owned/view.js'
import type { WorkoutContent, WorkoutDerived, WorkoutFilter } from './models.js'

export type WorkoutRow = Row<WorkoutContent, WorkoutDerived>
type WorkoutDocument = OwnedDocument<WorkoutContent, WorkoutDerived>

type PastPlace = Parameters<Past['page']>[1]

/** How many workouts of the history are read at a time. */
const readAtOnce = 200

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

  /** Those with some exercises, in the order of their starts, with what is derived for the history. */
  async function pastPage(userId: string, exerciseIds: readonly string[], { from, after }: PastPlace) {
    const found = await collection.find(
      {
        ...living(userId),
        'content.exercises.exerciseId': { $in: [...exerciseIds] },
        ...((after?.startedAt ?? from) && { 'content.startedAt': { $gte: after?.startedAt ?? from } }),
        ...(after && {
          $or: [
            { 'content.startedAt': { $gt: after.startedAt } },
            { _id: { $gt: new ObjectId(after.workoutId) } },
          ],
        }),
      },
      {
        sort: { 'content.startedAt': 1, _id: 1 },
        limit: readAtOnce,
        projection: { 'content.startedAt': 1, 'derived.kept': 1, 'derived.previous': 1 },
      },
    )
    return { workouts: found.flatMap(document => toPast(document) ?? []), isLast: found.length < readAtOnce }
  }

  return {
    find,

    /** What the history of exercises needs of somebody's workouts. */
    past: (userId: string): Past => ({
      page: (exerciseIds, place) => pastPage(userId, exerciseIds, place),
      async starts(ids) {
        const _id = { $in: ids.map(id => new ObjectId(id)) }
        const projection = { 'content.startedAt': 1 } as const
        const found = await collection.find({ ...living(userId), _id }, { projection })
        return new Map(
          found.flatMap(({ _id, content }) => (content ? [[_id.toHexString(), content.startedAt]] : [])),
        )
      },
    }),

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

/** Null where nothing is kept of it. */
function toPast({ _id, content, derived }: WorkoutDocument): PastWorkout | null {
  if (!content || !derived) return null
  const { kept, previous } = derived
  return { id: _id.toHexString(), startedAt: content.startedAt, kept, previous }
}

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
