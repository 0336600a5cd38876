/** A month, such as `2026-01`. */
export type Month = string

const day = 24 * 60 * 60 * 1000

export const monthOf = (date: string): Month => date.slice(0, 7)

/** Returns the month that is some months later, or earlier if the number is negative. */
export function addMonths(month: Month, count: number): Month {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return monthOf(first.toISOString())
}

/** Returns the time at which the week of a date begins: midnight of Monday in UTC. */
function startOfWeek(date: string): number {
  const time = Date.parse(date)
  // Sunday is day 0 in JavaScript.
  return time - ((new Date(time).getUTCDay() + 6) % 7) * day
}

const weekFrom = (monday: number): string[] =>
  Array.from({ length: 7 }, (_, at) => new Date(monday + at * day).toISOString().slice(0, 10))

/** Returns the dates of the week of a date, Monday to Sunday. */
export const weekOf = (date: string): string[] => weekFrom(startOfWeek(date))

/** Returns the dates of the weeks of a month, Monday to Sunday, with the days of the months before and after. */
export function weeksOf(month: Month): string[][] {
  const monday = startOfWeek(`${month}-01`)
  const end = Date.parse(`${addMonths(month, 1)}-01`)
  const count = Math.ceil((end - monday) / (7 * day))
  return Array.from({ length: count }, (_, week) => weekFrom(monday + week * 7 * day))
}
