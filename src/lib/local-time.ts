import { LRUCache } from 'lru-cache'
import { days } from './quantities.js'

/** In the IANA database, no time zone changes its offset and changes it back within this time. */
const step = 4 * days
/** Determining an offset is slow. A lifetime has a few thousand steps per time zone. */
const zones = new LRUCache<string, OffsetAt>({ max: 100 })

/** Returns the offset from UTC at an instant, both in milliseconds. */
type OffsetAt = (instant: number) => number

/** Converts instants to the local time of a time zone. */
interface LocalTime {
  /** Returns the local date, as the number of days since January 1, 1970. */
  dayAt(instant: Date | number): number
  /** Returns the milliseconds since local midnight. */
  timeOfDayAt(instant: Date | number): number
}

/** @param timeZone an IANA time zone name */
export function localTime(timeZone: string): LocalTime {
  const existing = zones.get(timeZone)
  const offsetAt = existing ?? cached(uncached(timeZone))
  if (!existing) zones.set(timeZone, offsetAt)
  const toWallTime = (instant: Date | number) => Number(instant) + offsetAt(Number(instant))
  return {
    dayAt: instant => Math.floor(toWallTime(instant) / days),
    timeOfDayAt: instant => ((toWallTime(instant) % days) + days) % days,
  }
}

/** Caches offsets at regular instants. If two adjacent ones are equal, the offset between them is the same. */
function cached(exactlyAt: OffsetAt): OffsetAt {
  const offsets = new Map<number, number>()
  function atStep(index: number): number {
    const existing = offsets.get(index)
    if (existing !== undefined) return existing
    const offset = exactlyAt(index * step)
    offsets.set(index, offset)
    return offset
  }
  return instant => {
    const index = Math.floor(instant / step)
    const before = atStep(index)
    return before === atStep(index + 1) ? before : exactlyAt(instant)
  }
}

function uncached(timeZone: string): OffsetAt {
  const twoDigits = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
  })
  return instant => {
    const [month = 1, day, year = 0, ...time] = (format.format(instant).match(/\d+/g) ?? []).map(Number)
    const wallTime = Date.UTC(year, month - 1, day, ...time)
    return wallTime - Math.floor(instant / 1000) * 1000
  }
}
