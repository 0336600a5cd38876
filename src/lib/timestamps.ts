const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** The moment that a text in ISO 8601 tells, with any offset; null where it tells none. */
export function parseTimestamp(text: string): Date | null {
  const moment = isExistingTimestamp(text) ? new Date(text) : null
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/** JavaScript reads the 31st of February as the 3rd of March. */
function isExistingTimestamp(text: string): boolean {
  if (!isoTimestamp.test(text)) return false
  const day = text.slice(0, 10)
  // Every month has so many days; a workout has a hundred moments.
  if (day.slice(8) <= '28') return true
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
