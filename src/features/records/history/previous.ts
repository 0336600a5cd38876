import type { Entry } from './entry.js'
import type { Carry } from './replay.js'

/**
 * For each workout the one in which the exercise was performed last, among those that began before it.
 * @param entries in their order
 */
export function previousWorkouts(entries: readonly Entry[], { last }: Carry): Map<string, string | null> {
  const previous = new Map<string, string | null>()
  let before = last?.workoutId ?? null
  let latest = before
  let startedAt = -Infinity
  for (const entry of entries) {
    // Those that began together are not before each other.
    if (entry.startedAt.getTime() > startedAt) before = latest
    startedAt = entry.startedAt.getTime()
    previous.set(entry.workoutId, before)
    if (entry.isPerformed) latest = entry.workoutId
  }
  return previous
}
