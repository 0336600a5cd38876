import { badUserInputAt } from '../../../errors.js'
import { addYears, dayNumberOf, mondayOf } from '../../../lib/calendar.js'
import { days } from '../../../lib/quantities.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { WeightUnit } from '../../../lib/units.js'
import type { AnalyticsDraft } from './models.js'

const maxYears = 20
const firstDate = '0001-01-01'

/** Some days in a row, as days since the first of January 1970; the last belongs to them. */
export interface DayRange {
  from: number
  to: number
}

export interface AnalyticsRequest {
  range: DayRange
  timezone: string
  unit: WeightUnit
}

/** @throws AppError BAD_USER_INPUT */
export function readAnalyticsRequest(draft: AnalyticsDraft): AnalyticsRequest {
  const { from, to } = draft.range
  // Of the first week the Monday is in no year that has a name.
  if (from < firstDate) throw badUserInputAt('range.from', `must be ${firstDate} or later.`)
  const range = { from: dayNumberOf(from), to: dayNumberOf(to) }
  if (range.to < range.from) throw badUserInputAt('range.to', 'must not be before range.from.')
  // Twenty years to the day: the last day is the one before the same date.
  if (range.to >= dayNumberOf(addYears(from, maxYears)))
    throw badUserInputAt('range.to', `must be at most ${maxYears} years after range.from.`)
  return { range, timezone: inputReader(draft).timeZone('timezone'), unit: draft.unit ?? 'KG' }
}

/** As many days before. */
export const precedingRange = ({ from, to }: DayRange): DayRange => ({
  from: from - (to - from + 1),
  to: from - 1,
})

/** The calendar years, in UTC, in which workouts of these days may have begun, in whatever time zone. */
export function yearsAround({ from, to }: DayRange): { first: number; last: number } {
  const yearOf = (day: number) => new Date(day * days).getUTCFullYear()
  return { first: yearOf(from - 1), last: yearOf(to + 1) }
}

/** Its weeks, numbered from the one of the first day on. */
export function weeksOf({ from, to }: DayRange) {
  const first = mondayOf(from)
  return {
    count: (mondayOf(to) - first) / 7 + 1,
    indexOf: (day: number) => Math.floor((day - first) / 7),
    mondayAt: (index: number) => first + 7 * index,
  }
}
