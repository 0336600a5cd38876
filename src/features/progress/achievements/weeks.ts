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

/** Returns the longest sequence of consecutive weeks with at least `minWorkouts` workouts each. */
export function longestRun(weeks: Weeks, minWorkouts: number): number {
  let [longest, run, last] = [0, 0, -Infinity]
  for (const week of sortedWeeks(weeks)) {
    if ((weeks.get(week) ?? 0) < minWorkouts) continue
    run = week === last + 1 ? run + 1 : 1
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
