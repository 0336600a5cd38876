import { badUserInputAt } from '../../../errors.js'
import { addDays, dateIn, type CalendarDate } from '../../../lib/calendar.js'
import { days } from '../../../lib/quantities.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import { askedWith } from './asked.js'
import { originOf, progressOf, type CourseReader } from './courses.js'
import type { CountedDay, DayStore } from './day-store.js'
import type { NextDay, ProgramEnrollment, ScheduledDay } from './models.js'
import { placeKey, type Plan } from './progression/plan.js'
import { passDeloads, trainDay } from './progression/replay.js'
import { completedAsAsked } from './progression/simulation.js'
import { decisionsOf, nextDate, openDays, statusOf, trainingDate, versionNumberOf } from './status.js'

const defaultLength = 14
const maxLength = 100
/** After so many planned sets the event loop gets its turn. */
const setsAtOnce = 500

interface Dependencies {
  courses: CourseReader
  days: Pick<DayStore, 'countedSince'>
  clock: () => Date
}

/** The days of an enrollment by date: done and skipped ones, then those to come. */
export function scheduleReader({ courses, days: dayStore, clock }: Dependencies) {
  async function doneDays({ id, ownerId, content }: ProgramEnrollment, from: CalendarDate) {
    // A day early: the date depends on the time zone.
    const since = new Date(Date.parse(from) - 1 * days)
    const counted = await dayStore.countedSince(ownerId, id, since)
    return counted.filter(({ startedAt }) => dateIn(content.timezone, startedAt) >= from)
  }

  async function pastDays(enrollment: ProgramEnrollment, from: CalendarDate, count: number) {
    const { ownerId, content, derived } = enrollment
    const done = await doneDays(enrollment, from)
    const current = versionNumberOf(content, derived)
    const past = [...done.map(pastOfDone), ...skippedDays(enrollment, current)]
      .map(day => ({ ...day, date: dateIn(content.timezone, day.at) }))
      .filter(({ date }) => date >= from)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .slice(0, count)
    const plans = await courses.plans(ownerId, content.programId, [
      current,
      ...past.map(({ version }) => version),
    ])
    return {
      past: past.flatMap(day => describe(day, plans.get(day.version)) ?? []),
      plan: plans.get(current),
    }
  }

  /** Done and skipped days from a date on, then days to come. @throws AppError BAD_USER_INPUT */
  return async (
    enrollment: ProgramEnrollment,
    from: CalendarDate | null,
    first: number | null,
  ): Promise<ScheduledDay[]> => {
    const count = first ?? defaultLength
    if (count < 1 || count > maxLength) throw badUserInputAt('first', `must be between 1 and ${maxLength}.`)
    const start = from ?? dateIn(enrollment.content.timezone, clock())
    const { past, plan } = await pastDays(enrollment, start, count)
    const coming = plan
      ? await comingDays(enrollment, plan, { start, count: count - past.length, now: clock() })
      : []
    return [...past, ...coming]
  }
}

interface Range {
  start: CalendarDate
  count: number
  now: Date
}

async function comingDays(
  enrollment: ProgramEnrollment,
  plan: Plan,
  { start, count, now }: Range,
): Promise<ScheduledDay[]> {
  const found: ScheduledDay[] = []
  let sets = 0
  if (count === 0 || statusOf(enrollment.content, enrollment.derived) === 'FINISHED') return found
  for (const day of simulatedDays(enrollment, plan, now)) {
    if (day.date >= start) found.push({ ...day, isSkipped: false, workoutId: null })
    if (found.length === count) break
    sets += day.exercises.reduce((sum, { sets }) => sum + sets.length, 0)
    if (sets < setsAtOnce) continue
    await yieldToEventLoop()
    sets = 0
  }
  return found
}

/** The days to come with their targets, as if every day before were completed exactly as asked. */
export function* simulatedDays(
  { content, derived }: Pick<ProgramEnrollment, 'content' | 'derived'>,
  plan: Plan,
  now: Date,
): Generator<NextDay> {
  const progress = progressOf(derived)
  const origin = originOf(content, derived)
  let date = nextDate(content, derived.lastStartedAt, now)
  for (const day of openDays(plan, derived.done, decisionsOf(content).skipped)) {
    passDeloads(progress, plan, day.week)
    const asked = askedWith(day, progress.states, origin)
    yield { ...asked, date }
    trainDay(progress, plan, origin, completedAsAsked(day, asked, progress.states, origin))
    date = trainingDate(content.weekdays, addDays(date, 1))
  }
}

const pastOfDone = ({ startedAt: at, ...day }: CountedDay) => ({ ...day, at, isSkipped: false })

/** A workout of a skipped day counts: such a day is done. */
function skippedDays({ createdAt, content, derived }: ProgramEnrollment, version: number) {
  const done = new Set(derived.done.map(placeKey))
  return decisionsOf(content)
    .skipped.filter(place => !done.has(placeKey(place)))
    .map(({ at = createdAt, ...place }) => ({ ...place, version, at, isSkipped: true, workoutId: null }))
}

type Dated = Pick<ScheduledDay, 'week' | 'day' | 'date' | 'isSkipped' | 'workoutId'>

/** Null if the plan does not have the day: it was skipped in a version before. */
function describe(
  { week, day, date, isSkipped, workoutId }: Dated,
  plan: Plan | undefined,
): ScheduledDay | null {
  const planned = plan?.byPlace.get(placeKey({ week, day }))
  if (!planned) return null
  const { name, isDeload } = planned
  return { week, day, date, name, isDeload, isSkipped, workoutId, exercises: [] }
}

export type ScheduleReader = ReturnType<typeof scheduleReader>
