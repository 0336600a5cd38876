import { addDays, dateIn, weekdayOf, type CalendarDate, type Weekday } from '../../../lib/calendar.js'
import type { Decisions, EnrollmentContent, EnrollmentDerived, EnrollmentStatus } from './models.js'
import { placeKey, type Place, type Plan, type TrainingDay } from './progression/plan.js'

export const undecided: Decisions = {
  ...{ wish: 'ACTIVE', resumptions: 0, upgradedTo: null, upgrades: 0 },
  ...{ skipped: [], adjustments: [], commands: [] },
}

export const decisionsOf = ({ decisions }: Pick<EnrollmentContent, 'decisions'>): Decisions =>
  decisions ?? undecided

/** @param derived null for one that has not been written yet */
export function statusOf(
  content: Pick<EnrollmentContent, 'decisions'>,
  derived: Pick<EnrollmentDerived, 'isCompleted' | 'heldBack'> | null,
): EnrollmentStatus {
  const { wish, resumptions } = decisionsOf(content)
  if (derived?.isCompleted) return 'FINISHED'
  if (wish === 'ACTIVE' && derived?.heldBack === resumptions) return 'PAUSED'
  return wish
}

/** The version of its program that days are trained in from now on. */
export const versionNumberOf = (
  content: Pick<EnrollmentContent, 'decisions'>,
  { enrolledVersion }: Pick<EnrollmentDerived, 'enrolledVersion'>,
): number => decisionsOf(content).upgradedTo ?? enrolledVersion

/** The first day in order that is neither done nor skipped. */
export const firstOpen = (
  plan: Plan,
  done: readonly Place[],
  skipped: readonly Place[],
): TrainingDay | undefined => openDays(plan, done, skipped)[0]

/** The days that are neither done nor skipped, in the order of the program. */
export function openDays({ days }: Plan, done: readonly Place[], skipped: readonly Place[]): TrainingDay[] {
  const closed = new Set([...done, ...skipped].map(placeKey))
  return days.filter(day => !closed.has(placeKey(day)))
}

/**
 * When the next day is: from today and the start on, after the last day that counted, on a day of the week that is
 * wanted.
 */
export function nextDate(
  { startDate, timezone, weekdays }: Pick<EnrollmentContent, 'startDate' | 'timezone' | 'weekdays'>,
  lastStartedAt: Date | null,
  now: Date,
): CalendarDate {
  const earliest = [dateIn(timezone, now), startDate]
  if (lastStartedAt) earliest.push(addDays(dateIn(timezone, lastStartedAt), 1))
  return trainingDate(
    weekdays,
    earliest.reduce((latest, one) => (one > latest ? one : latest)),
  )
}

/** The first date from one on that is on a wanted day of the week. */
export function trainingDate(weekdays: readonly Weekday[], from: CalendarDate): CalendarDate {
  let date = from
  while (weekdays.length > 0 && !weekdays.includes(weekdayOf(date))) date = addDays(date, 1)
  return date
}
