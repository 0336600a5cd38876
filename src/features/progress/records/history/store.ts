import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import { ownedView } from '../../../owned/view.js'
import type { Position } from './position.js'

/** How many workouts are read at a time. */
const pageSize = 200

/** A workout that is stored, as the history of exercises needs it. */
export interface HistoryWorkout {
  id: string
  startedAt: Date
  /** What was to be kept of it. */
  kept: string
  /** By exercise: the workout before it in which the exercise was performed last. */
  previous: Readonly<Record<string, string | null>>
}

export interface HistoryRange {
  /** When the first one begins at the earliest; null for all. */
  from: Date | null
  /** Where those that are known already end. */
  after: Position | null
}

export interface HistoryPage {
  workouts: HistoryWorkout[]
  isLast: boolean
}

interface Content {
  startedAt: Date
}

/** What is kept of somebody's workouts, with them: nothing has to be written elsewhere. */
export function historyStore(database: Database) {
  const { collection, liveFilter } = ownedView<Content, Omit<HistoryWorkout, 'id' | 'startedAt'>>(
    database,
    'WORKOUT',
  )

  return {
    /** Those with some of the exercises, in the order in which they count. */
    async page(
      userId: string,
      exerciseIds: readonly string[],
      { from, after }: HistoryRange,
    ): Promise<HistoryPage> {
      const start = after?.startedAt ?? from
      const found = await collection.find(
        {
          ...liveFilter(userId),
          'content.exercises.exerciseId': { $in: [...exerciseIds] },
          ...(start && { 'content.startedAt': { $gte: start } }),
          ...(after && {
            $or: [
              { 'content.startedAt': { $gt: after.startedAt } },
              { _id: { $gt: new ObjectId(after.workoutId) } },
            ],
          }),
        },
        {
          sort: { 'content.startedAt': 1, _id: 1 },
          limit: pageSize,
          projection: { 'content.startedAt': 1, 'derived.kept': 1, 'derived.previous': 1 },
        },
      )
      const workouts = found.flatMap(({ _id, content, derived }): HistoryWorkout[] => {
        if (!content || !derived) return []
        const { kept, previous } = derived
        return [{ id: _id.toHexString(), startedAt: content.startedAt, kept, previous }]
      })
      return { workouts, isLast: found.length < pageSize }
    },

    /** When workouts began. */
    async starts(userId: string, ids: readonly string[]): Promise<Map<string, Date>> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      const projection = { 'content.startedAt': 1 } as const
      const found = await collection.find({ ...liveFilter(userId), _id }, { projection })
      return new Map(
        found.flatMap(({ _id, content }) => (content ? [[_id.toHexString(), content.startedAt]] : [])),
      )
    },
  }
}

export type HistoryStore = ReturnType<typeof historyStore>
