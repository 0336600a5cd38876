import { LRUCache } from 'lru-cache'
import { days } from './quantities.js'
import { offsetAt } from './wall-time.js'

/** In the IANA database, no time zone changes its offset and changes it back within this time. */
const step = 4 * days
/** Determining an offset is slow. A lifetime has a few thousand steps per time zone. */
const offsetCaches = new LRUCache<string, OffsetFunction>({ max: 100 })

/** Returns the offset from UTC at an instant, both in milliseconds. */
type OffsetFunction = (instant: number) => number

/** Converts instants to the local time of a time zone. */
interface LocalTime {
  /** Returns the local date, as the number of days since January 1, 1970. */
  dayAt(instant: Date | number): number
  /** Returns the milliseconds since local midnight. */
  timeOfDayAt(instant: Date | number): number
}

/** @param timeZone an IANA time zone name */
export function localTime(timeZone: string): LocalTime {
  const cachedOffsetAt = offsetCaches.get(timeZone) ?? cacheOffsets(timeZone)
  offsetCaches.set(timeZone, cachedOffsetAt)
  const toWallTime = (instant: Date | number) => Number(instant) + cachedOffsetAt(Number(instant))
  return {
    dayAt: instant => Math.floor(toWallTime(instant) / days),
    timeOfDayAt: instant => ((toWallTime(instant) % days) + days) % days,
  }
}

/** Caches offsets at regular instants. If two adjacent ones are equal, the offset between them is the same. */
function cacheOffsets(timeZone: string): OffsetFunction {
  const offsets = new Map<number, number>()
  const exactlyAt = (instant: number) => offsetAt(timeZone, new Date(instant))
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
