import { mondayOf } from '../../../lib/calendar.js'
import type { Streak } from './models.js'

/**
 * Counts consecutive weeks with enough workouts. The current week counts once it has enough, and does not break the streak
 * before that.
 * @param weeks the number of workouts by the Monday of the week, as a day number since January 1, 1970
 * @param today a day number
 */
export function streakOf(weeks: ReadonlyMap<number, number>, minWorkouts: number, today: number): Streak {
  const isEnough = (monday: number) => (weeks.get(monday) ?? 0) >= minWorkouts
  const thisWeek = mondayOf(today)
  let [current, longest, inRow] = [0, 0, 0]
  let last = -Infinity
  for (let monday = isEnough(thisWeek) ? thisWeek : thisWeek - 7; isEnough(monday); monday -= 7) current++
  for (const monday of [...weeks.keys()].sort((left, right) => left - right)) {
    if (!isEnough(monday)) continue
    inRow = monday - last === 7 ? inRow + 1 : 1
    longest = Math.max(longest, inRow)
    last = monday
  }
  return { current, longest, unit: 'WEEK' }
}
