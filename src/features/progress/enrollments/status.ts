import { addDays, dateIn, weekdayOf, type CalendarDate, type Weekday } from '../../../lib/calendar.js'
import type { WeightUnit } from '../../../lib/units.js'
import type {
  Decisions,
  EnrollmentContent,
  EnrollmentDerived,
  EnrollmentRow,
  EnrollmentStatus,
  ExistingEnrollment,
} from './models.js'
import { dayPositionKey, type DayPosition, type Plan, type TrainingDay } from './progression/plan.js'

export const noDecisions: Decisions = {
  chosenStatus: 'ACTIVE',
  resumptions: 0,
  unit: null,
  upgradedTo: null,
  upgrades: 0,
  skipped: [],
  adjustments: [],
  commands: [],
}

export const decisionsOf = ({ decisions }: Pick<EnrollmentContent, 'decisions'>): Decisions =>
  decisions ?? noDecisions

/** @param derived null for an enrollment that has not been written yet */
export function statusOf(
  content: Pick<EnrollmentContent, 'decisions'>,
  derived: Pick<EnrollmentDerived, 'isCompleted' | 'pausedAtResumptions'> | null,
): EnrollmentStatus {
  const { chosenStatus, resumptions } = decisionsOf(content)
  if (derived?.isCompleted) return 'FINISHED'
  if (chosenStatus === 'ACTIVE' && derived?.pausedAtResumptions === resumptions) return 'PAUSED'
  return chosenStatus
}

/** Returns the number of the program version that the enrollment currently follows. */
export const versionNumberOf = (
  content: Pick<EnrollmentContent, 'decisions'>,
  { enrolledVersion }: Pick<EnrollmentDerived, 'enrolledVersion'>,
): number => decisionsOf(content).upgradedTo ?? enrolledVersion

/** Returns the unit of the targets. */
export const unitOf = (content: Pick<EnrollmentContent, 'unit' | 'decisions'>): WeightUnit =>
  decisionsOf(content).unit ?? content.unit ?? 'KG'

/** Returns the first day of the program that is neither done nor skipped. */
export const firstOpenDay = (
  plan: Plan,
  done: readonly DayPosition[],
  skipped: readonly DayPosition[],
): TrainingDay | undefined => openDays(plan, done, skipped)[0]

/** Returns the days that are neither done nor skipped, in the order of the program. */
export function openDays(
  { days }: Plan,
  done: readonly DayPosition[],
  skipped: readonly DayPosition[],
): TrainingDay[] {
  const closed = new Set([...done, ...skipped].map(dayPositionKey))
  return days.filter(day => !closed.has(dayPositionKey(day)))
}

/**
 * Returns the first date on one of the weekdays that is neither before today nor before the start date, and is after
 * the last counted workout.
 */
export function nextTrainingDate(
  { startDate, timezone, weekdays }: Pick<EnrollmentContent, 'startDate' | 'timezone' | 'weekdays'>,
  lastStartedAt: Date | null,
  now: Date,
): CalendarDate {
  const earliest = [dateIn(timezone, now), startDate]
  if (lastStartedAt) earliest.push(addDays(dateIn(timezone, lastStartedAt), 1))
  return firstTrainingDateFrom(
    weekdays,
    earliest.reduce((latest, date) => (date > latest ? date : latest)),
  )
}

/** Returns the first date, from the given one on, that is on one of the weekdays. No weekdays mean any day. */
export function firstTrainingDateFrom(weekdays: readonly Weekday[], from: CalendarDate): CalendarDate {
  let date = from
  while (weekdays.length > 0 && !weekdays.includes(weekdayOf(date))) date = addDays(date, 1)
  return date
}

export const isExisting = (row: EnrollmentRow): row is ExistingEnrollment =>
  row.content !== null && row.derived !== null
