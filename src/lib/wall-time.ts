import { LRUCache } from 'lru-cache'
import { days, hours, minutes, seconds } from './quantities.js'

/** A local date and time without a time zone. */
export interface WallTime {
  year: number
  /** From 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
}

const farthestOffset = 1 * days

/** Creating a format is slow. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const existing = formats.get(timeZone)
  if (existing) return existing
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
export function offsetAt(timeZone: string, instant: Date): number {
  const parts = formatIn(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value ?? 0)
  const wallTime = asUtc({
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    millisecond: 0,
  })
  return wallTime - Math.floor(instant.getTime() / seconds) * seconds
}

/** Returns the local time in a time zone at an instant. */
export function wallTimeAt(timeZone: string, instant: Date): WallTime {
  const wallTime = new Date(instant.getTime() + offsetAt(timeZone, instant))
  return {
    year: wallTime.getUTCFullYear(),
    month: wallTime.getUTCMonth() + 1,
    day: wallTime.getUTCDate(),
    hour: wallTime.getUTCHours(),
    minute: wallTime.getUTCMinutes(),
    second: wallTime.getUTCSeconds(),
    millisecond: wallTime.getUTCMilliseconds(),
  }
}

/**
 * Returns the instant of a local time in a time zone. A local time that occurs twice means the first occurrence. A local
 * time that is skipped when clocks are set forward is moved forward by the same amount.
 */
export function instantOf(timeZone: string, wall: WallTime): Date {
  const utc = asUtc(wall)
  const before = offsetAt(timeZone, new Date(utc - farthestOffset))
  const after = offsetAt(timeZone, new Date(utc + farthestOffset))
  const first = new Date(utc - before)
  if (before === after || offsetAt(timeZone, first) === before) return first
  const second = new Date(utc - after)
  return offsetAt(timeZone, second) === after ? second : first
}

/** Returns whether the date and the time exist. */
export function isWallTime({ year, month, day, hour, minute, second }: WallTime): boolean {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function asUtc({ year, month, day, hour, minute, second, millisecond }: WallTime): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() + hour * hours + minute * minutes + second * seconds + millisecond
}
