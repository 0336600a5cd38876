import { addDays, type CalendarDate } from '../../../lib/calendar.js'
import { lowerBound } from '../../../lib/lower-bound.js'
import type { Load } from '../../../lib/units.js'
import type { RecordChange } from '../../owned/models.js'
import type { WeightMeasurement } from '../profile/body-weight.js'
import type { MeasurementContent } from './models.js'

/** Changed weights by date; null for a removed one. */
export type BodyWeightChanges = ReadonlyMap<CalendarDate, WeightMeasurement | null>

/** A range of dates. The end is inclusive; null means open-ended. */
export interface DaySpan {
  from: CalendarDate
  to: CalendarDate | null
}

/** Extracts the changed weights. An unchanged weight keeps its `writtenAt`. */
export function extractBodyWeightChanges(
  changes: readonly RecordChange<MeasurementContent>[],
  now: Date,
): Map<CalendarDate, WeightMeasurement | null> {
  const weights = new Map<CalendarDate, WeightMeasurement | null>()
  const changed = changes.filter(({ before, after }) => !isSameWeight(before?.content, after?.content))
  for (const { before } of changed) if (before?.content?.weight) weights.set(before.content.date, null)
  for (const { after } of changed) {
    const { date, weight = null } = after?.content ?? {}
    if (date !== undefined && weight) weights.set(date, { date, weight, writtenAt: now })
  }
  return weights
}

type Content = MeasurementContent | null | undefined

function isSameWeight(before: Content, after: Content): boolean {
  const [weightBefore, weightAfter] = [before?.weight, after?.weight]
  if (!weightBefore || !weightAfter) return !weightBefore && !weightAfter
  return (
    before?.date === after?.date &&
    weightBefore.value === weightAfter.value &&
    weightBefore.unit === weightAfter.unit
  )
}

/** @returns the body weights ordered by date */
export function applyBodyWeightChanges(
  before: readonly WeightMeasurement[],
  changes: BodyWeightChanges,
): WeightMeasurement[] {
  const kept = before.filter(({ date }) => !changes.has(date))
  const written = [...changes.values()].filter(weight => weight !== null)
  return [...kept, ...written].sort((left, right) => (left.date < right.date ? -1 : 1))
}

/** Returns the latest body weight up to a date. @param bodyWeights ordered by date */
export function weightOn(bodyWeights: readonly WeightMeasurement[], date: CalendarDate): Load | null {
  const next = lowerBound(bodyWeights.length, index => (bodyWeights[index] as WeightMeasurement).date > date)
  return bodyWeights[next - 1]?.weight ?? null
}

/**
 * Returns the dates that the changes affect: from each changed date to the day before the next weight. Adjacent spans are
 * merged.
 */
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
  const next = after[lowerBound(after.length, index => (after[index] as WeightMeasurement).date > date)]
  return next ? addDays(next.date, -1) : null
}
