import { isDeepStrictEqual } from 'node:util'
import { addDays, type CalendarDate } from '../../../../lib/calendar.js'
import type { Load } from '../../../../lib/units.js'
import type { DaySpan } from '../../../people/measurements/body-weight-changes.js'

/** The position of a workout among the owner's workouts in the order of their starts. */
export interface WorkoutPosition {
  startedAt: Date
  id: string
}

/** Days whose workouts are to be updated, in descending order. Stored in the database as it is. */
export interface BackfillSpan extends DaySpan {
  /** The weight in the profile at the time of the change, which applies before the first measurement. */
  profileWeight: Load | null
  /** The earliest workout that is updated already; null if none is. */
  lastProcessed: WorkoutPosition | null
}

/**
 * Adds spans to pending ones, which they replace where they overlap.
 * @returns spans that do not overlap, the latest first
 */
export function mergeSpans(pending: readonly BackfillSpan[], added: readonly BackfillSpan[]): BackfillSpan[] {
  const remaining = added.reduce<readonly BackfillSpan[]>(
    (spans, span) => spans.flatMap(other => subtract(other, span)),
    pending,
  )
  const all = [...remaining, ...added].sort((one, other) => (one.from > other.from ? -1 : 1))
  return all.reduce<BackfillSpan[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && canMerge(span, last)) last.from = span.from
    else merged.push({ ...span })
    return merged
  }, [])
}

/** Removes the days of another span. */
function subtract(span: BackfillSpan, { from, to }: DaySpan): BackfillSpan[] {
  const dayBefore = addDays(from, -1)
  const earlier =
    span.from < from ? [{ ...span, to: endsAfter(span.to, dayBefore) ? dayBefore : span.to }] : []
  if (to === null || !endsAfter(span.to, to)) return earlier
  const dayAfter = addDays(to, 1)
  return [...earlier, { ...span, from: span.from > dayAfter ? span.from : dayAfter }]
}

const endsAfter = (end: CalendarDate | null, date: CalendarDate) => end === null || end > date

/** Returns whether two spans are consecutive, not started, and have the same weight in the profile. */
function canMerge({ to, ...earlier }: BackfillSpan, later: BackfillSpan): boolean {
  const isStarted = earlier.lastProcessed !== null || later.lastProcessed !== null
  return (
    !isStarted &&
    to === addDays(later.from, -1) &&
    isDeepStrictEqual(earlier.profileWeight, later.profileWeight)
  )
}
