const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Parses an ISO 8601 timestamp with any offset; null if it is invalid. */
export function parseTimestamp(text: string): Date | null {
  const timestamp = isExistingTimestamp(text) ? new Date(text) : null
  return timestamp && !Number.isNaN(timestamp.getTime()) ? timestamp : null
}

/** Checks that the date exists, because JavaScript parses February 31 as March 3. */
function isExistingTimestamp(text: string): boolean {
  if (!isoTimestamp.test(text)) return false
  const day = text.slice(0, 10)
  // Every month has at least 28 days. This saves time, because a workout can have a hundred timestamps.
  if (day.slice(8) <= '28') return true
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
