import { dayNumberOf, mondayOf } from '../../../lib/calendar.js'
import type { PauseContent } from './models.js'

/** A week with fewer paused days is not paused. */
const minPausedDays = 3

/**
 * Returns the Mondays of the weeks that are paused, as day numbers since January 1, 1970.
 * @param pauses that do not overlap
 */
export function pausedWeeks(pauses: readonly Pick<PauseContent, 'from' | 'to'>[]): Set<number> {
  const daysByWeek = new Map<number, number>()
  for (const { from, to } of pauses) {
    const last = dayNumberOf(to)
    for (let day = dayNumberOf(from); day <= last; day++) {
      const monday = mondayOf(day)
      daysByWeek.set(monday, (daysByWeek.get(monday) ?? 0) + 1)
    }
  }
  return new Set([...daysByWeek].flatMap(([monday, days]) => (days >= minPausedDays ? [monday] : [])))
}
