import { mondayOf } from '../../../lib/calendar.js'
import type { Streak } from './models.js'

/**
 * Weeks in a row with enough workouts. The running one counts once it has enough, and breaks nothing before.
 * @param weeks how many workouts there were, by the weeks' Mondays, as days since the first of January 1970
 * @param today the same
 */
export function streakOf(weeks: ReadonlyMap<number, number>, enough: number, today: number): Streak {
  const isEnough = (monday: number) => (weeks.get(monday) ?? 0) >= enough
  const running = mondayOf(today)
  let [current, longest, inRow] = [0, 0, 0]
  let last = -Infinity
  for (let monday = isEnough(running) ? running : running - 7; isEnough(monday); monday -= 7) current++
  for (const monday of [...weeks.keys()].sort((left, right) => left - right)) {
    if (!isEnough(monday)) continue
    inRow = monday - last === 7 ? inRow + 1 : 1
    longest = Math.max(longest, inRow)
    last = monday
  }
  return { current, longest, unit: 'WEEK' }
}
