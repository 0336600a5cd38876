import { mondayOf } from '../../../lib/calendar.js'
import type { Streak } from './models.js'

/**
 * Counts consecutive weeks with enough workouts. The current week counts once it has enough, and does not break the streak
 * before that. Paused weeks neither count nor break it.
 * @param weeks the number of workouts by the Monday of the week, as a day number since January 1, 1970
 * @param paused the Mondays of the paused weeks
 * @param today a day number
 */
export function streakOf(
  weeks: ReadonlyMap<number, number>,
  paused: ReadonlySet<number>,
  minWorkouts: number,
  today: number,
): Streak {
  const counts = (monday: number) => !paused.has(monday) && (weeks.get(monday) ?? 0) >= minWorkouts
  const thisWeek = mondayOf(today)
  let [current, longest, inRow] = [0, 0, 0]
  let last = -Infinity
  for (
    let monday = counts(thisWeek) ? thisWeek : thisWeek - 7;
    counts(monday) || paused.has(monday);
    monday -= 7
  )
    if (counts(monday)) current++
  for (const monday of [...weeks.keys(), ...paused].sort((left, right) => left - right)) {
    if (!counts(monday) && !paused.has(monday)) continue
    if (monday - last > 7) inRow = 0
    if (counts(monday)) inRow++
    longest = Math.max(longest, inRow)
    last = monday
  }
  return { current, longest, unit: 'WEEK' }
}
