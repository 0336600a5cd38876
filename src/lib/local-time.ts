import { LRUCache } from 'lru-cache'
import { days } from './quantities.js'

/** Between two moments so far apart no zone has changed its offset and changed it back, in all of IANA's tables. */
const step = 4 * days
/** To ask for an offset takes long. Of one zone there are a few thousand in all of a life. */
const zones = new LRUCache<string, OffsetAt>({ max: 100 })

/** How far the clocks of a zone are ahead of UTC at a moment, both in milliseconds. */
type OffsetAt = (moment: number) => number

/** What the clocks of a time zone show. */
export interface LocalTime {
  /** The day, as days since the first of January 1970. */
  dayAt(moment: Date | number): number
  /** Milliseconds since midnight on the clock. */
  timeOfDayAt(moment: Date | number): number
}

/** @param timeZone a name of IANA's */
export function localTime(timeZone: string): LocalTime {
  const known = zones.get(timeZone)
  const offsetAt = known ?? cached(uncached(timeZone))
  if (!known) zones.set(timeZone, offsetAt)
  const shownAt = (moment: Date | number) => Number(moment) + offsetAt(Number(moment))
  return {
    dayAt: moment => Math.floor(shownAt(moment) / days),
    timeOfDayAt: moment => ((shownAt(moment) % days) + days) % days,
  }
}

/** Remembers offsets at regular moments: where two neighbours are equal, it is that between them, too. */
function cached(exactlyAt: OffsetAt): OffsetAt {
  const offsets = new Map<number, number>()
  function atStep(index: number): number {
    const known = offsets.get(index)
    if (known !== undefined) return known
    const offset = exactlyAt(index * step)
    offsets.set(index, offset)
    return offset
  }
  return moment => {
    const index = Math.floor(moment / step)
    const before = atStep(index)
    return before === atStep(index + 1) ? before : exactlyAt(moment)
  }
}

function uncached(timeZone: string): OffsetAt {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23' },
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  })
  return moment => {
    const [month = 1, day, year = 0, ...time] = (format.format(moment).match(/\d+/g) ?? []).map(Number)
    const shown = Date.UTC(year, month - 1, day, ...time)
    return shown - Math.floor(moment / 1000) * 1000
  }
}
