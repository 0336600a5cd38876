import { badUserInputAt } from '../../../errors.js'
import { addYears, dayNumberOf, mondayOf } from '../../../lib/calendar.js'
import { days } from '../../../lib/quantities.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { WeightUnit } from '../../../lib/units.js'
import type { AnalyticsDraft } from './models.js'

const maxYears = 20
const firstDate = '0001-01-01'

/** A range of days, numbered from January 1, 1970. The end is inclusive. */
interface DayRange {
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
  // The Monday of an earlier week would be before year 1.
  if (from < firstDate) throw badUserInputAt('range.from', `must be ${firstDate} or later.`)
  const range = { from: dayNumberOf(from), to: dayNumberOf(to) }
  if (range.to < range.from) throw badUserInputAt('range.to', 'must not be before range.from.')
  // A range of exactly twenty years ends on the day before the same date.
  if (range.to >= dayNumberOf(addYears(from, maxYears)))
    throw badUserInputAt('range.to', `must be less than ${maxYears} years after range.from.`)
  return { range, timezone: inputReader(draft).timeZone('timezone'), unit: draft.unit ?? 'KG' }
}

/** Returns the range of equal length before the given one. */
export const precedingRange = ({ from, to }: DayRange): DayRange => ({
  from: from - (to - from + 1),
  to: from - 1,
})

/** Returns the calendar years, in UTC, in which workouts of a range can have started in any time zone. */
export function yearsAround({ from, to }: DayRange): { first: number; last: number } {
  const yearOf = (day: number) => new Date(day * days).getUTCFullYear()
  return { first: yearOf(from - 1), last: yearOf(to + 1) }
}

/** Numbers the weeks of a range from 0. */
export function weeksOf({ from, to }: DayRange) {
  const first = mondayOf(from)
  return {
    count: (mondayOf(to) - first) / 7 + 1,
    indexOf: (day: number) => Math.floor((day - first) / 7),
    mondayAt: (index: number) => first + 7 * index,
  }
}
