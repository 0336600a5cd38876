import { badUserInputAt } from '../../../errors.js'
import { dateOfDayNumber, dayNumberOf, type CalendarDate } from '../../../lib/calendar.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { Locale } from '../../../lib/locales.js'
import { localTime } from '../../../lib/local-time.js'
import { days } from '../../../lib/quantities.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { CalendarRange } from '../enrollments/calendar-days.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { CalendarDay } from './models.js'

interface CalendarArguments {
  from: CalendarDate
  to: CalendarDate
  timezone: string
}

interface Dependencies {
  workouts: Pick<WorkoutService, 'startsBetween'>
  enrollments: Pick<EnrollmentService, 'calendarDays'>
}

const maxDays = 366
const maxWorkouts = 2000

export const calendarService = ({ workouts, enrollments }: Dependencies) => ({
  /** @throws AppError BAD_USER_INPUT */
  async calendar(userId: string, request: CalendarArguments, locale: Locale): Promise<CalendarDay[]> {
    const range = readRange(request)
    const [started, planned] = await Promise.all([
      workouts.startsBetween(userId, range.start, range.end, maxWorkouts + 1),
      enrollments.calendarDays(userId, range, locale),
    ])
    if (started.length > maxWorkouts)
      throw badUserInputAt('to', 'must be nearer to from: the range has more than 2,000 workouts.')
    const byDate = new Map<CalendarDate, CalendarDay>()
    function at(date: CalendarDate): CalendarDay {
      const day = byDate.get(date) ?? { date, workoutIds: [], planned: [] }
      byDate.set(date, day)
      return day
    }
    for (const { id, startedAt } of started) {
      const date = range.dateOf(startedAt)
      if (date >= range.from && date <= range.to) at(date).workoutIds.push(id)
    }
    for (const day of planned) at(day.date).planned.push(day)
    return [...byDate.values()].sort((left, right) => (left.date < right.date ? -1 : 1))
  },
})

/** @throws AppError BAD_USER_INPUT */
function readRange(request: CalendarArguments): CalendarRange {
  const { from, to } = request
  const { dayAt } = localTime(inputReader(request).timeZone('timezone'))
  if (to < from) throw badUserInputAt('to', 'must not be before from.')
  const [first, last] = [dayNumberOf(from), dayNumberOf(to)]
  if (last - first >= maxDays) throw badUserInputAt('to', `must be at most ${maxDays} days after from.`)
  return {
    from,
    to,
    // In some time zones the dates begin up to a day earlier or later than in UTC.
    start: new Date((first - 1) * days),
    end: new Date((last + 2) * days),
    dateOf: instant => dateOfDayNumber(dayAt(instant)),
  }
}
