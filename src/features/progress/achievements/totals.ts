import { dateOfDayNumber, mondayOf, weekdayOf } from '../../../lib/calendar.js'
import { localTime } from '../../../lib/local-time.js'
import { hours, minutes, seconds } from '../../../lib/quantities.js'
import type { AchievementTotals } from './head-part.js'
import type { AchievedWorkout } from './models.js'
import { packWeeks, unpackWeeks, weekOfMonday } from './weeks.js'

/** A longer workout counts with this duration: its owner has probably forgotten to end it. */
const maxDuration = 6 * hours

export const emptyTotals: AchievementTotals = { sums: {}, weeks: '', days: {}, programs: [] }

/** Traits are counted once per workout that has them. */
const workoutTraits = {
  early: ({ time }) => time < 6 * hours,
  late: ({ time }) => time >= 22 * hours,
  noon: ({ time }) => time >= 12 * hours && time < 14 * hours,
  witching: ({ time }) => time >= 3 * hours && time < 4 * hours,
  weekend: ({ date }) => weekdayOf(date) === 'SATURDAY' || weekdayOf(date) === 'SUNDAY',
  long: ({ duration }) => duration >= 2 * hours,
  short: ({ duration, workout }) => duration <= 30 * minutes && workout.sets > 0,
  bigSessions: ({ workout }) => workout.sets >= 20,
  hugeSessions: ({ workout }) => workout.sets >= 50,
  variedSessions: ({ workout }) => workout.exercises >= 8,
  sessions5Tonnes: ({ workout }) => workout.volume >= 5_000,
  sessions10Tonnes: ({ workout }) => workout.volume >= 10_000,
  sessions20Tonnes: ({ workout }) => workout.volume >= 20_000,
  sessions30Tonnes: ({ workout }) => workout.volume >= 30_000,
} satisfies Record<string, (workout: LocalWorkout) => boolean>

const specialDays = {
  new_year: date => date.endsWith('-01-01'),
  valentines_day: date => date.endsWith('-02-14'),
  leap_day: date => date.endsWith('-02-29'),
  pi_day: date => date.endsWith('-03-14'),
  labour_day: date => date.endsWith('-05-01'),
  solstice: date => date.endsWith('-06-21'),
  halloween: date => date.endsWith('-10-31'),
  christmas: date => date.endsWith('-12-25'),
  new_years_eve: date => date.endsWith('-12-31'),
  friday_the_13th: date => date.endsWith('-13') && weekdayOf(date) === 'FRIDAY',
} satisfies Record<string, (date: string) => boolean>

export type WorkoutTrait = keyof typeof workoutTraits
export type SpecialDay = keyof typeof specialDays
export const workoutTraitNames = Object.keys(workoutTraits) as WorkoutTrait[]
export const specialDayNames = Object.keys(specialDays) as SpecialDay[]

/** A workout with its start in the workout's time zone. */
interface LocalWorkout {
  workout: AchievedWorkout
  /** The time of day of the start, in milliseconds since midnight. */
  time: number
  date: string
  /** In milliseconds. */
  duration: number
}

/** All values are integers, so that sums are exact regardless of the order of additions and subtractions. */
function sumsOf(localWorkout: LocalWorkout): Record<string, number> {
  const { workout, duration } = localWorkout
  return {
    workouts: 1,
    sets: workout.sets,
    repetitions: workout.reps,
    grams: Math.round(workout.volume * 1000),
    seconds: Math.floor(duration / seconds),
    ...Object.fromEntries(workoutTraitNames.map(name => [name, Number(workoutTraits[name](localWorkout))])),
  }
}

export function updateTotals(
  before: AchievementTotals,
  { added, removed }: Record<'added' | 'removed', readonly AchievedWorkout[]>,
): AchievementTotals {
  const sums = { ...before.sums }
  const days = { ...before.days }
  const weeks = unpackWeeks(before.weeks)
  const count = (workout: AchievedWorkout, sign: 1 | -1) => {
    const { dayAt, timeOfDayAt } = localTime(workout.timezone)
    const day = dayAt(workout.startedAt)
    const date = dateOfDayNumber(day)
    const duration = Math.min(workout.endedAt.getTime() - workout.startedAt.getTime(), maxDuration)
    const localWorkout = { workout, time: timeOfDayAt(workout.startedAt), date, duration }
    for (const [name, value] of Object.entries(sumsOf(localWorkout))) addToSum(sums, name, sign * value)
    for (const name of specialDayNames) if (specialDays[name](date)) addToSum(days, `${name} ${date}`, sign)
    const week = weekOfMonday(mondayOf(day))
    const workouts = (weeks.get(week) ?? 0) + sign
    if (workouts === 0) weeks.delete(week)
    else weeks.set(week, workouts)
  }
  for (const workout of removed) count(workout, -1)
  for (const workout of added) count(workout, 1)
  return { ...before, sums, days, weeks: packWeeks(weeks) }
}

/** Removes zeros, so that equal histories have equal totals. */
export function addToSum(sums: Record<string, number>, name: string, amount: number): void {
  const after = (sums[name] ?? 0) + amount
  if (after === 0) Reflect.deleteProperty(sums, name)
  else sums[name] = after
}
