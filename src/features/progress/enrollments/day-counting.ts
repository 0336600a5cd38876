import type { VersionChange } from '../../training/workouts/listeners.js'
import type { PerformedWorkout } from '../../training/workouts/performed.js'
import type { DayStore, StoredDay } from './day-store.js'
import { dayPositionKey } from './progression/plan.js'

/** The stored day of a changed workout; null if the workout is no longer completed for a day of an enrollment. */
interface DayChange {
  id: string
  day: StoredDay | null
}

/** Stored days before and after changes, by the ids of their workouts. */
interface RecountedDays {
  before: Map<string, StoredDay>
  after: Map<string, StoredDay>
}

/** Creates a function that determines which workouts count: the earliest one of each day. */
export const dayCounter =
  ({ days }: { days: Pick<DayStore, 'uncounted'> }) =>
  /** @param stored the counted days of the enrollments, and the days of the changed workouts */
  async (
    userId: string,
    stored: readonly StoredDay[],
    changes: readonly DayChange[],
  ): Promise<RecountedDays> => {
    const before = new Map(stored.map(day => [day.workoutId, day]))
    const after = new Map(before)
    for (const { id, day } of changes) {
      if (day) after.set(id, day)
      else after.delete(id)
    }
    const changedDays = new Map<string, StoredDay>()
    for (const { id, day } of changes)
      for (const affected of [before.get(id), day]) if (affected) changedDays.set(dayKey(affected), affected)

    for (const [key, { enrollmentId, ...position }] of changedDays) {
      const counted = stored.find(day => day.isCounted && dayKey(day) === key)
      if (counted && mayBeSuperseded(after.get(counted.workoutId), counted, key))
        for (const day of await days.uncounted(userId, enrollmentId, position, changes.length + 1))
          if (!before.has(day.workoutId)) after.set(day.workoutId, day)
      const [first, ...others] = [...after.values()].filter(day => dayKey(day) === key).sort(compareStart)
      if (first) after.set(first.workoutId, { ...first, isCounted: true })
      for (const day of others) after.set(day.workoutId, { ...day, isCounted: false })
    }
    return { before, after }
  }

/** The days whose workouts were reopened. They are kept, uncounted, for the version that they were trained in. */
export function reopenedDays(
  changes: readonly VersionChange<PerformedWorkout>[],
  before: ReadonlyMap<string, StoredDay>,
): Map<string, StoredDay> {
  const reopened = new Map<string, StoredDay>()
  for (const { id, after } of changes) {
    const day = before.get(id)
    if (day && after?.programDay && !after.isCompleted)
      reopened.set(id, { ...day, isCounted: false, isOpen: true })
  }
  return reopened
}

const dayKey = ({ enrollmentId, ...position }: Pick<StoredDay, 'enrollmentId' | 'week' | 'day'>) =>
  `${enrollmentId}/${dayPositionKey(position)}`

/** Returns whether a stored workout that does not count yet may be the earliest of the day now. */
const mayBeSuperseded = (after: StoredDay | undefined, before: StoredDay, key: string) =>
  after === undefined || dayKey(after) !== key || compareStart(after, before) > 0

/** Orders by start; workouts that start at the same time by id. */
export function compareStart(left: StoredDay, right: StoredDay): number {
  const difference = left.startedAt.getTime() - right.startedAt.getTime()
  if (difference !== 0) return difference
  return left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId)
}
