import { LRUCache } from 'lru-cache'
import { days, hours, minutes, seconds } from './quantities.js'

/** What a clock on the wall and a calendar beside it show. */
export interface WallTime {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
}

const farthestOffset = 1 * days

/** To make one takes long. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    ...{ era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  formats.set(timeZone, format)
  return format
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(timeZone: string, moment: Date): number {
  const parts = formatIn(timeZone).formatToParts(moment)
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value ?? 0)
  const shown = asUtc({
    ...{ year: part('year'), month: part('month'), day: part('day') },
    ...{ hour: part('hour'), minute: part('minute'), second: part('second') },
    millisecond: 0,
  })
  return shown - Math.floor(moment.getTime() / seconds) * seconds
}

/** What the clocks of a zone show at a moment. */
export function wallTimeAt(timeZone: string, moment: Date): WallTime {
  const shown = new Date(moment.getTime() + offsetAt(timeZone, moment))
  return {
    ...{ year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() },
    ...{ hour: shown.getUTCHours(), minute: shown.getUTCMinutes(), second: shown.getUTCSeconds() },
    millisecond: shown.getUTCMilliseconds(),
  }
}

/**
 * The moment at which clocks of a zone show a time. Of one that they show twice it is the first; one that they leave
 * out, when they are put forward, moves forward by as much as they do.
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

/** Whether there are such a day and such an hour. */
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
