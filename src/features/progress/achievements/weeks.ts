/** The number of workouts by week number, which counts calendar weeks since 1970. */
export type Weeks = Map<number, number>

/**
 * Serializes to the number of the first week, followed by the number of workouts in each week from it on. Ten years take
 * about one kilobyte.
 */
export function packWeeks(weeks: Weeks): string {
  const numbers = [...weeks.keys()]
  if (numbers.length === 0) return ''
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const counts = Array.from({ length: last - first + 1 }, (_, index) => weeks.get(first + index) ?? 0)
  return [first, ...counts].join(' ')
}

export function unpackWeeks(text: string): Weeks {
  if (text === '') return new Map()
  const [first = 0, ...counts] = text.split(' ').map(Number)
  return new Map(counts.flatMap((count, index) => (count > 0 ? [[first + index, count] as const] : [])))
}

/** The number of the calendar week that begins on a Monday, which is given as a day number. */
export const weekOfMonday = (monday: number): number => (monday + 3) / 7

/**
 * Returns the longest sequence of consecutive weeks with at least `minWorkouts` workouts each.
 * @param paused numbers of weeks that neither break nor lengthen the sequence
 */
export function longestRun(weeks: Weeks, minWorkouts: number, paused: ReadonlySet<number>): number {
  let [longest, run, last] = [0, 0, -Infinity]
  for (const week of sortedWeeks(weeks)) {
    if ((weeks.get(week) ?? 0) < minWorkouts || paused.has(week)) continue
    let next = last + 1
    while (next < week && paused.has(next)) next++
    run = next === week ? run + 1 : 1
    longest = Math.max(longest, run)
    last = week
  }
  return longest
}

/** Counts the breaks of at least `minWeeks` weeks without a workout. */
export function countBreaks(weeks: Weeks, minWeeks: number): number {
  const order = sortedWeeks(weeks)
  return order.filter((week, index) => week - (order[index - 1] ?? week) > minWeeks).length
}

const sortedWeeks = (weeks: Weeks) => [...weeks.keys()].sort((left, right) => left - right)
