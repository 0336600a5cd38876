import { parseNumber } from './numbers.js'

/** Seconds in a unit, by the letters that it begins with. */
const units = [
  [/^(s|sec|secs|second|seconds)$/, 1],
  [/^(m|min|mins|minute|minutes)$/, 60],
  [/^(h|hr|hrs|hour|hours)$/, 3600],
  [/^(d|day|days)$/, 86_400],
] as const

const clock = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{2}(?:\.\d+)?)$/

/** In UTF-16 units: what is longer is no duration. */
const longest = 100

/** Seconds of `1h 43m`, `38min`, `264h 1m`, `1:02:03` or a number; null where it is no duration. */
export function parseDuration(cell: string): number | null {
  if (cell.length > longest) return null
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
