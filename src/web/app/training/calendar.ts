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

/** Returns the dates of the weeks of a month, Monday to Sunday, with the days of the months before and after. */
export function weeksOf(month: Month): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const end = Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`)
  // Sunday is day 0 in JavaScript.
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * day
  const weeks = Math.ceil((end - monday) / (7 * day))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => new Date(monday + (week * 7 + at) * day).toISOString().slice(0, 10)),
  )
}
