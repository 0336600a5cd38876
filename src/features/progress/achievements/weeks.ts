/** How many workouts there were, by the numbers of calendar weeks. */
export type Weeks = Map<number, number>

/**
 * Weeks as one short text: the number of the first, then how many workouts there were in it and in each week after it.
 * Ten years are a kilobyte.
 */
export function packWeeks(weeks: Weeks): string {
  const numbers = [...weeks.keys()]
  if (numbers.length === 0) return ''
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const counts = Array.from({ length: last - first + 1 }, (_, at) => weeks.get(first + at) ?? 0)
  return [first, ...counts].join(' ')
}

export function unpackWeeks(text: string): Weeks {
  if (text === '') return new Map()
  const [first = 0, ...counts] = text.split(' ').map(Number)
  return new Map(counts.flatMap((count, at) => (count > 0 ? [[first + at, count] as const] : [])))
}

/** The most weeks in a row with at least so many workouts. */
export function longestRun(weeks: Weeks, enough: number): number {
  let [longest, run, last] = [0, 0, -Infinity]
  for (const week of sortedWeeks(weeks)) {
    if ((weeks.get(week) ?? 0) < enough) continue
    run = week === last + 1 ? run + 1 : 1
    longest = Math.max(longest, run)
    last = week
  }
  return longest
}

/** How often there were at least so many weeks without a workout between two with one. */
export function countBreaks(weeks: Weeks, least: number): number {
  const order = sortedWeeks(weeks)
  return order.filter((week, at) => week - (order[at - 1] ?? week) > least).length
}

const sortedWeeks = (weeks: Weeks) => [...weeks.keys()].sort((left, right) => left - right)
