import { addDays, type CalendarDate } from '../../../lib/calendar.js'
import { lowerBound } from '../../../lib/lower-bound.js'
import type { Load } from '../../../lib/units.js'
import type { RecordChange } from '../../owned/models.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import type { MeasurementContent } from './models.js'

/** Weights by their days; null where there is none any more. */
export type BodyWeightChanges = ReadonlyMap<CalendarDate, WeightMeasurement | null>

/** Days in a row; the last belongs to them, null where they have no end. */
export interface DaySpan {
  from: CalendarDate
  to: CalendarDate | null
}

/** What has become of weights. One that stays as it is keeps the moment at which it was written down. */
export function bodyWeightChanges(
  changes: readonly RecordChange<MeasurementContent>[],
  now: Date,
): Map<CalendarDate, WeightMeasurement | null> {
  const all = new Map<CalendarDate, WeightMeasurement | null>()
  const news = changes.filter(({ before, after }) => !isSameWeight(before?.content, after?.content))
  for (const { before } of news) if (before?.content?.weight) all.set(before.content.date, null)
  for (const { after } of news) {
    const { date, weight = null } = after?.content ?? {}
    if (date !== undefined && weight) all.set(date, { date, weight, writtenAt: now })
  }
  return all
}

type Content = MeasurementContent | null | undefined

function isSameWeight(before: Content, after: Content): boolean {
  const [was, is] = [before?.weight, after?.weight]
  if (!was || !is) return !was && !is
  return before?.date === after?.date && was.value === is.value && was.unit === is.unit
}

/** @returns in the order of their days */
export function applyBodyWeightChanges(
  before: readonly WeightMeasurement[],
  changes: BodyWeightChanges,
): WeightMeasurement[] {
  const kept = before.filter(({ date }) => !changes.has(date))
  const news = [...changes.values()].filter(weighing => weighing !== null)
  return [...kept, ...news].sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The weight on a day: the latest that was measured by then. @param weighings in the order of their days */
export function weightOn(weighings: readonly WeightMeasurement[], date: CalendarDate): Load | null {
  const next = lowerBound(weighings.length, at => (weighings[at] as WeightMeasurement).date > date)
  return weighings[next - 1]?.weight ?? null
}

/** The days on which changes make a difference: from each to the day before the next weight. Those that meet are one. */
export function affectedSpans(changes: BodyWeightChanges, after: readonly WeightMeasurement[]): DaySpan[] {
  const spans: DaySpan[] = []
  for (const date of [...changes.keys()].sort()) {
    const last = spans.at(-1)
    if (last && (last.to === null || addDays(last.to, 1) >= date)) {
      last.to = endOf(date, after)
    } else spans.push({ from: date, to: endOf(date, after) })
  }
  return spans
}

function endOf(date: CalendarDate, after: readonly WeightMeasurement[]): CalendarDate | null {
  const next = after[lowerBound(after.length, at => (after[at] as WeightMeasurement).date > date)]
  return next ? addDays(next.date, -1) : null
}
