import { addDays, type CalendarDate } from '../../../lib/calendar.js'
import type { Locale } from '../../../lib/locales.js'
import { builtInOwnerId } from '../../training/programs/builtin/owner.js'
import { translate } from '../../training/programs/builtin/translations.js'
import type { DayStore } from './day-store.js'
import type { ExistingEnrollment } from './models.js'
import type { PlanReader } from './plan-reader.js'
import type { ProgramVersions } from './program-reader.js'
import { dayPositionKey, type DayPosition } from './progression/plan.js'
import {
  decisionsOf,
  firstTrainingDateFrom,
  isExisting,
  nextTrainingDate,
  openDays,
  statusOf,
  versionNumberOf,
} from './status.js'
import type { EnrollmentStore } from './store.js'

/** A day of a program at a date. */
export interface ProgramDayAtDate extends DayPosition {
  date: CalendarDate
  enrollmentId: string
  name: string
  isDone: boolean
  isSkipped: boolean
}

export interface CalendarRange {
  from: CalendarDate
  to: CalendarDate
  /** The instants between which workouts of the range can start. */
  start: Date
  end: Date
  dateOf(instant: Date): CalendarDate
}

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'page'>
  days: Pick<DayStore, 'countedBetween'>
  programs: ProgramVersions
  plans: PlanReader
  clock: () => Date
}

const maxEnrollments = 20

type UnnamedDay = Omit<ProgramDayAtDate, 'name'> & { version: number }

/** Reads the done, skipped and coming days of a user's latest enrollments. */
export function calendarDayReader({ enrollments, days, programs, plans, clock }: Dependencies) {
  async function doneDays(userId: string, rows: readonly ExistingEnrollment[], range: CalendarRange) {
    const ids = rows.map(({ id }) => id)
    const counted = ids.length === 0 ? [] : await days.countedBetween(userId, ids, range.start, range.end)
    return counted.map(({ enrollmentId, week, day, version, startedAt }): UnnamedDay => {
      const date = range.dateOf(startedAt)
      return { date, enrollmentId, week, day, version, isDone: true, isSkipped: false }
    })
  }

  function skippedDays(
    { id, createdAt, content, derived }: ExistingEnrollment,
    range: CalendarRange,
  ): UnnamedDay[] {
    const done = new Set(derived.done.map(dayPositionKey))
    const version = versionNumberOf(content, derived)
    return decisionsOf(content)
      .skipped.filter(position => !done.has(dayPositionKey(position)))
      .map(({ week, day, at = createdAt }) => {
        const date = range.dateOf(at)
        return { date, enrollmentId: id, week, day, version, isDone: false, isSkipped: true }
      })
  }

  /** Each coming day is on the first of the weekdays after the day before it. */
  async function comingDays(
    userId: string,
    { id, content, derived }: ExistingEnrollment,
    range: CalendarRange,
  ) {
    if (statusOf(content, derived) !== 'ACTIVE') return []
    const plan = await plans.read(userId, content, derived)
    const version = versionNumberOf(content, derived)
    let date = nextTrainingDate(content, derived.lastStartedAt, clock())
    const coming: UnnamedDay[] = []
    for (const { week, day } of openDays(plan, derived.done, decisionsOf(content).skipped)) {
      if (date > range.to) break
      coming.push({ date, enrollmentId: id, week, day, version, isDone: false, isSkipped: false })
      date = firstTrainingDateFrom(content.weekdays, addDays(date, 1))
    }
    return coming
  }

  /** @param locale the language of built-in programs */
  return async (userId: string, range: CalendarRange, locale: Locale): Promise<ProgramDayAtDate[]> => {
    const { edges } = await enrollments.page(userId, 0, { first: maxEnrollments })
    const rows = edges.map(({ node }) => node).filter(isExisting)
    const coming = await Promise.all(rows.map(async row => comingDays(userId, row, range)))
    const all = [
      ...(await doneDays(userId, rows, range)),
      ...rows.flatMap(row => skippedDays(row, range)),
      ...coming.flat(),
    ].filter(({ date }) => date >= range.from && date <= range.to)
    const programIds = new Map(rows.map(({ id, content }) => [id, content.programId]))
    const named = await Promise.all(
      all.map(async ({ version: number, ...day }) => {
        const programId = programIds.get(day.enrollmentId) ?? ''
        const version = await programs.version(userId, programId, number)
        const planned = version.weeks[day.week - 1]?.days[day.day - 1]
        if (!planned) return []
        const isBuiltIn = version.ownerId === builtInOwnerId
        return [{ ...day, name: isBuiltIn ? translate(planned.name, locale) : planned.name }]
      }),
    )
    return named.flat()
  }
}
