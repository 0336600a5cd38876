import type { Entry } from './entry.js'

export interface PreviousState {
  /** The last processed workout in which the exercise was performed. */
  latest: string | null
  /** The last one of those that started before the last processed workout. */
  before: string | null
  /** The start of the last processed workout, in milliseconds. */
  startedAt: number
}

export const previousStateFrom = (latest: string | null): PreviousState => ({
  latest,
  before: latest,
  startedAt: -Infinity,
})

/**
 * Determines, for each workout, the last one that started before it and in which the exercise was performed.
 * @param entries in chronological order
 */
export function previousWorkouts(entries: readonly Entry[], from: PreviousState) {
  const previous = new Map<string, string | null>()
  let { latest, before, startedAt } = from
  for (const entry of entries) {
    // Workouts that start at the same time do not precede each other.
    if (entry.startedAt.getTime() > startedAt) before = latest
    startedAt = entry.startedAt.getTime()
    previous.set(entry.workoutId, before)
    if (entry.isPerformed) latest = entry.workoutId
  }
  return { previous, previousState: { latest, before, startedAt } satisfies PreviousState }
}
