import type { CalendarDate } from '../../../lib/calendar.js'
import type { ProgramDayAtDate } from '../enrollments/calendar-days.js'

/** A date with workouts or days of programs. */
export interface CalendarDay {
  date: CalendarDate
  workoutIds: string[]
  planned: ProgramDayAtDate[]
}
