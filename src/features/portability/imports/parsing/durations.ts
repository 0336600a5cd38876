import { parseNumber } from './numbers.js'

/** The names of units, with their length in seconds. */
const units = [
  [/^(s|sec|secs|second|seconds)$/, 1],
  [/^(m|min|mins|minute|minutes)$/, 60],
  [/^(h|hr|hrs|hour|hours)$/, 3600],
  [/^(d|day|days)$/, 86_400],
] as const

const clock = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{2}(?:\.\d+)?)$/

/** The maximum length of a duration, in UTF-16 units. */
const maxLength = 100

/** Parses `1h 43m`, `38min`, `264h 1m`, `1:02:03` or a number of seconds. Returns seconds, or null for other texts. */
export function parseDuration(cell: string): number | null {
  if (cell.length > maxLength) return null
  const text = cell.trim().toLowerCase()
  const [isClock, hours = 0, minutes = 0, seconds = 0] = clock.exec(text) ?? []
  if (isClock !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const number = parseNumber(text)
  if (number !== null) return number
  const parts = [...text.matchAll(/(\d{1,9}(?:[.,]\d{1,9})?)\s*(\p{L}+)\.?,?\s*/gu)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null
  let sum = 0
  for (const [, count = '', name = ''] of parts) {
    const unit = units.find(([names]) => names.test(name))
    if (!unit) return null
    sum += (parseNumber(count) ?? 0) * unit[1]
  }
  return sum
}
