import { ObjectId } from 'mongodb'
import type { Database } from '../../../../platform/database/database.js'
import { ownedView } from '../../../owned/view.js'
import type { Position } from './position.js'

const pageSize = 200

export interface HistoryWorkout {
  id: string
  startedAt: Date
  /** Its packed entries. */
  recordEntries: string
  /** By exercise: the last earlier workout in which the exercise was performed. */
  previous: Readonly<Record<string, string | null>>
}

interface HistoryRange {
  /** The earliest start; null for all workouts. */
  from: Date | null
  /** The last workout of the previous page. */
  after: Position | null
}

export interface HistoryPage {
  workouts: HistoryWorkout[]
  isLast: boolean
}

interface Content {
  startedAt: Date
}

/** Reads the history of exercises from the data that is stored with the workouts. */
export function historyStore(database: Database) {
  const { collection, liveFilter } = ownedView<Content, Omit<HistoryWorkout, 'id' | 'startedAt'>>(
    database,
    'WORKOUT',
  )

  return {
    /** Reads the workouts that contain some of the exercises, in chronological order. */
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
          projection: { 'content.startedAt': 1, 'derived.recordEntries': 1, 'derived.previous': 1 },
        },
      )
      const workouts = found.flatMap(({ _id, content, derived }): HistoryWorkout[] => {
        if (!content || !derived) return []
        const { recordEntries, previous } = derived
        return [{ id: _id.toHexString(), startedAt: content.startedAt, recordEntries, previous }]
      })
      return { workouts, isLast: found.length < pageSize }
    },

    /** Reads the starts of workouts by id. */
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
