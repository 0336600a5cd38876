import { isDeepStrictEqual } from 'node:util'
import { addDays, type CalendarDate } from '../../../../lib/calendar.js'
import type { Load } from '../../../../lib/units.js'
import type { DaySpan } from '../../../progress/measurements/body-weight-changes.js'

/** Where a workout stands among all others of its owner. */
export interface Place {
  startedAt: Date
  id: string
}

/** Days whose workouts are to be settled anew, the latest of them first. */
export interface UnsettledSpan extends DaySpan {
  /** What counts before the first day that was weighed: as the profile had it when the weights changed. */
  ofProfile: Load | null
  /** From here on all are settled; null while none is. */
  reached: Place | null
}

/**
 * What is to be settled when weights change again before all was: each day once, by its latest change.
 * @returns the latest days first
 */
export function withSpans(
  waiting: readonly UnsettledSpan[],
  news: readonly UnsettledSpan[],
): UnsettledSpan[] {
  const rest = news.reduce<readonly UnsettledSpan[]>(
    (spans, span) => spans.flatMap(one => without(one, span)),
    waiting,
  )
  const all = [...rest, ...news].sort((one, other) => (one.from > other.from ? -1 : 1))
  return all.reduce<UnsettledSpan[]>((joined, span) => {
    const last = joined.at(-1)
    if (last && isContinued(span, last)) last.from = span.from
    else joined.push({ ...span })
    return joined
  }, [])
}

/** What another span leaves of one. */
function without(span: UnsettledSpan, { from, to }: DaySpan): UnsettledSpan[] {
  const dayBefore = addDays(from, -1)
  const earlier =
    span.from < from ? [{ ...span, to: isBehind(span.to, dayBefore) ? dayBefore : span.to }] : []
  if (to === null || !isBehind(span.to, to)) return earlier
  const dayAfter = addDays(to, 1)
  return [...earlier, { ...span, from: span.from > dayAfter ? span.from : dayAfter }]
}

const isBehind = (end: CalendarDate | null, date: CalendarDate) => end === null || end > date

/** Whether one is settled as the next one is, and ends the day before. */
function isContinued({ to, ...earlier }: UnsettledSpan, later: UnsettledSpan): boolean {
  const isBegun = earlier.reached !== null || later.reached !== null
  return !isBegun && to === addDays(later.from, -1) && isDeepStrictEqual(earlier.ofProfile, later.ofProfile)
}
