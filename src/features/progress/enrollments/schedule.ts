import { badUserInputAt } from '../../../errors.js'
import { addDays, dateIn, type CalendarDate } from '../../../lib/calendar.js'
import { days } from '../../../lib/quantities.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import { planDayWithStates } from './day-plan.js'
import { initialLoadsOf, progressOf } from './derived-data.js'
import type { PlanReader } from './plan-reader.js'
import type { DayStore } from './day-store.js'
import type { NextDay, ProgramEnrollment, ScheduledDay } from './models.js'
import { dayPositionKey, type Plan } from './progression/plan.js'
import { endBlocks, applyDay } from './progression/replay.js'
import { simulateCompletedDay } from './progression/simulation.js'
import {
  decisionsOf,
  nextTrainingDate,
  openDays,
  statusOf,
  firstTrainingDateFrom,
  versionNumberOf,
} from './status.js'

const defaultLength = 14
const maxLength = 100
/** The number of planned sets after which to yield to the event loop. */
const maxSetsPerTurn = 500

interface Dependencies {
  plans: PlanReader
  days: Pick<DayStore, 'countedSince'>
  clock: () => Date
}

export function scheduleReader({ plans, days: dayStore, clock }: Dependencies) {
  async function doneDays({ id, ownerId, content }: ProgramEnrollment, from: CalendarDate) {
    // Read one day more, because the date depends on the time zone.
    const since = new Date(Date.parse(from) - 1 * days)
    const counted = await dayStore.countedSince(ownerId, id, since)
    return counted.filter(({ startedAt }) => dateIn(content.timezone, startedAt) >= from)
  }

  async function pastDays(enrollment: ProgramEnrollment, from: CalendarDate, count: number) {
    const { ownerId, content, derived } = enrollment
    const done = await doneDays(enrollment, from)
    const current = versionNumberOf(content, derived)
    const past = [
      ...done.map(({ startedAt: at, ...day }) => ({ ...day, at, isSkipped: false })),
      ...skippedDays(enrollment, current),
    ]
      .map(day => ({ ...day, date: dateIn(content.timezone, day.at) }))
      .filter(({ date }) => date >= from)
      .sort((left, right) => left.at.getTime() - right.at.getTime())
      .slice(0, count)
    const numbers = [current, ...past.map(({ version }) => version)]
    const byVersion = await plans.readVersions(ownerId, enrollment, numbers)
    return {
      past: past.flatMap(day => toScheduledDay(day, byVersion.get(day.version)) ?? []),
      plan: byVersion.get(current),
    }
  }

  /**
   * Lists the completed and skipped days from a date on, then the upcoming days.
   * @throws AppError BAD_USER_INPUT
   */
  return async (
    enrollment: ProgramEnrollment,
    from: CalendarDate | null,
    first: number | null,
  ): Promise<ScheduledDay[]> => {
    const count = first ?? defaultLength
    if (count < 1 || count > maxLength) throw badUserInputAt('first', `must be between 1 and ${maxLength}.`)
    const start = from ?? dateIn(enrollment.content.timezone, clock())
    const { past, plan } = await pastDays(enrollment, start, count)
    const upcoming = plan
      ? await upcomingDays(enrollment, plan, { start, count: count - past.length, now: clock() })
      : []
    return [...past, ...upcoming]
  }
}

interface UpcomingRange {
  start: CalendarDate
  count: number
  now: Date
}

async function upcomingDays(
  enrollment: ProgramEnrollment,
  plan: Plan,
  { start, count, now }: UpcomingRange,
): Promise<ScheduledDay[]> {
  const upcoming: ScheduledDay[] = []
  let sets = 0
  if (count === 0 || statusOf(enrollment.content, enrollment.derived) === 'FINISHED') return upcoming
  for (const day of simulatedDays(enrollment, plan, now)) {
    if (day.date >= start) upcoming.push({ ...day, isSkipped: false, workoutId: null })
    if (upcoming.length === count) break
    sets += day.exercises.reduce((sum, { sets }) => sum + sets.length, 0)
    if (sets < maxSetsPerTurn) continue
    await yieldToEventLoop()
    sets = 0
  }
  return upcoming
}

/** Generates the upcoming days with their targets, assuming that every earlier day is completed exactly as prescribed. */
function* simulatedDays(
  { content, derived }: Pick<ProgramEnrollment, 'content' | 'derived'>,
  plan: Plan,
  now: Date,
): Generator<NextDay> {
  const progress = progressOf(derived)
  const initialLoads = initialLoadsOf(content, derived)
  let date = nextTrainingDate(content, derived.lastStartedAt, now)
  for (const day of openDays(plan, derived.done, decisionsOf(content).skipped)) {
    endBlocks(progress, plan, day.week)
    const dayPlan = planDayWithStates(day, progress.states, initialLoads)
    yield { ...dayPlan, date }
    applyDay(progress, plan, initialLoads, simulateCompletedDay(day, dayPlan, progress.states, initialLoads))
    date = firstTrainingDateFrom(content.weekdays, addDays(date, 1))
  }
}

/** Leaves out skipped days that a workout was completed for: they are done. */
function skippedDays({ createdAt, content, derived }: ProgramEnrollment, version: number) {
  const done = new Set(derived.done.map(dayPositionKey))
  return decisionsOf(content)
    .skipped.filter(position => !done.has(dayPositionKey(position)))
    .map(({ at = createdAt, ...position }) => ({
      ...position,
      version,
      at,
      isSkipped: true,
      workoutId: null,
    }))
}

type PastDay = Pick<ScheduledDay, 'week' | 'day' | 'date' | 'isSkipped' | 'workoutId'>

/** Returns null if the plan does not have the day, which was skipped in an earlier version. */
function toScheduledDay(
  { week, day, date, isSkipped, workoutId }: PastDay,
  plan: Plan | undefined,
): ScheduledDay | null {
  const planned = plan?.daysByPosition.get(dayPositionKey({ week, day }))
  if (!planned) return null
  const { name, isDeload } = planned
  return { week, day, date, name, isDeload, isSkipped, workoutId, exercises: [] }
}
