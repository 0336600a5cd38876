import type { Entry } from './entry.js'

/** What it takes to go on pointing from workouts to those before them. */
export interface PreviousState {
  /** The workout in which the exercise was performed last, of those that have been seen. */
  latest: string | null
  /** The same among those that began before the last one that was seen. */
  before: string | null
  /** When the last one that was seen began, in milliseconds. */
  startedAt: number
}

export const previousStateFrom = (latest: string | null): PreviousState => ({
  latest,
  before: latest,
  startedAt: -Infinity,
})

/**
 * For each workout the one in which the exercise was performed last, among those that began before it.
 * @param entries in their order
 */
export function previousWorkouts(entries: readonly Entry[], from: PreviousState) {
  const previous = new Map<string, string | null>()
  let { latest, before, startedAt } = from
  for (const entry of entries) {
    // Those that began together are not before each other.
    if (entry.startedAt.getTime() > startedAt) before = latest
    startedAt = entry.startedAt.getTime()
    previous.set(entry.workoutId, before)
    if (entry.isPerformed) latest = entry.workoutId
  }
  return { previous, pointing: { latest, before, startedAt } satisfies PreviousState }
}
