import { dateOfDayNumber, dayNumberOf, mondayOf, type CalendarDate } from '../../../lib/calendar.js'
import { convertLoad } from '../../../lib/units.js'
import { weightOn } from '../../people/measurements/body-weight-changes.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import {
  dayOf,
  distanceIn,
  estimateIn,
  packId,
  repetitionLoadsIn,
  startOf,
} from '../analytics/packed-workout.js'
import type { GoalContent, GoalState } from './models.js'

/** Loads that were converted between units may differ by rounding. */
const tolerance = 1e-6

/** Compares a goal with workouts, which are added one by one in any order. */
interface WorkoutComparison {
  add(text: string): void
  state(): GoalState
}

/** The range of the days that count, as day numbers. */
export function dayRange({ kind, startsOn, endsOn }: GoalContent): { first: number; last: number } {
  const [first, last] = [dayNumberOf(startsOn), endsOn === null ? Infinity : dayNumberOf(endsOn)]
  // The weeks of the first and the last day count as a whole.
  return kind === 'SESSIONS_PER_WEEK' ? { first: mondayOf(first), last: mondayOf(last) + 6 } : { first, last }
}

/** @param before the state that earlier workouts have led to; omitted to compare all workouts */
export function compareWithWorkouts(goal: GoalContent, before?: GoalState): WorkoutComparison {
  const { first, last } = dayRange(goal)
  const comparison =
    goal.kind === 'SESSIONS_PER_WEEK' ? compareSessions(goal, before) : compareBestValue(goal, before)
  return {
    add(text) {
      const day = dayOf(text)
      if (day >= first && day <= last) comparison.add(text)
    },
    state: comparison.state,
  }
}

const minValueOf = (target: number) => target * (1 - tolerance)

function compareBestValue(goal: GoalContent, before: GoalState | undefined): WorkoutComparison {
  const packedId = packId(goal.exerciseId ?? '')
  const minValue = minValueOf(goal.target)
  let value = before?.value ?? null
  let achievedAt = timeOf(before)
  return {
    add(text) {
      const reached = valueIn(text, packedId, goal)
      if (reached === null) return
      value = Math.max(value ?? reached, reached)
      if (reached >= minValue) achievedAt = Math.min(achievedAt, startOf(text))
    },
    state: () => ({ value, startValue: null, achievedAt: dateOrNull(achievedAt) }),
  }
}

function valueIn(text: string, packedId: string, { kind, unit, reps }: GoalContent): number | null {
  if (kind === 'DISTANCE') return distanceIn(text, packedId)
  const loads =
    kind === 'ONE_RM' ? [estimateIn(text, packedId) ?? []].flat() : loadsFor(text, packedId, reps ?? 1)
  const values = loads.map(load => convertLoad(load, unit ?? 'KG'))
  return values.length === 0 ? null : Math.max(...values)
}

/** The heaviest loads for at least some repetitions. */
const loadsFor = (text: string, packedId: string, minReps: number) =>
  repetitionLoadsIn(text, packedId).flatMap(({ reps, load }) => (reps >= minReps ? [load] : []))

/** A week reaches the goal at the start of its last session that is needed. */
function compareSessions({ target }: GoalContent, before: GoalState | undefined): WorkoutComparison {
  const startsByWeek = new Map<number, number[]>()
  return {
    add(text) {
      const monday = mondayOf(dayOf(text))
      const starts = startsByWeek.get(monday)
      if (starts) starts.push(startOf(text))
      else startsByWeek.set(monday, [startOf(text)])
    },
    state() {
      const reached = [...startsByWeek.values()].flatMap(
        starts => starts.sort((left, right) => left - right)[target - 1] ?? [],
      )
      return { value: null, startValue: null, achievedAt: dateOrNull(Math.min(timeOf(before), ...reached)) }
    },
  }
}

const timeOf = (state: GoalState | undefined) => state?.achievedAt?.getTime() ?? Infinity

const dateOrNull = (time: number) => (time === Infinity ? null : new Date(time))

/** @param bodyWeights all weights of the user, ordered by date */
export function compareWithBodyWeights(
  { target, unit, startsOn, endsOn }: GoalContent,
  bodyWeights: readonly WeightMeasurement[],
): GoalState {
  const inUnit = (weight: WeightMeasurement['weight']) => convertLoad(weight, unit ?? 'KG')
  const counted = bodyWeights.filter(({ date }) => date >= startsOn && (endsOn === null || date <= endsOn))
  const [first] = counted
  const start = weightOn(bodyWeights, startsOn) ?? first?.weight
  if (start === undefined) return { value: null, startValue: null, achievedAt: null }
  const startValue = inUnit(start)
  const reached = counted.find(({ weight }) => isWeightReached(inUnit(weight), startValue, target))
  return {
    value: inUnit(counted.at(-1)?.weight ?? start),
    startValue,
    achievedAt: reached ? startOfDate(reached.date) : null,
  }
}

const startOfDate = (date: CalendarDate) => new Date(`${date}T00:00:00.000Z`)

/** The progress in percent. For a body weight, the part of the change from the start to the target, from 0 to 100. */
export function percentOf(
  { kind, target }: GoalContent,
  { value, startValue }: Omit<GoalState, 'achievedAt'>,
): number {
  if (value === null) return 0
  if (kind !== 'BODY_WEIGHT') {
    const percent = rounded((100 * value) / target)
    return value >= minValueOf(target) ? Math.max(100, percent) : percent
  }
  const start = startValue ?? value
  if (isWeightReached(value, start, target)) return 100
  if (start === target) return 0
  return rounded(Math.min(100, Math.max(0, (100 * (value - start)) / (target - start))))
}

/** Whether a weight has reached the target, which can be above or below the weight at the start. */
const isWeightReached = (value: number, start: number, target: number) =>
  start >= target ? value <= target * (1 + tolerance) : value >= minValueOf(target)

/** Removes floating-point noise. It is finer than the tolerance, so that only goals that are reached have 100 %. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** Returns the range of the years, in UTC, whose workouts can count for some goals. */
export function yearsOf(goals: readonly GoalContent[]): { from: number; to: number } {
  const yearOf = (day: number) => (day === Infinity ? Infinity : Number(dateOfDayNumber(day).slice(0, 4)))
  // The local day of a workout may be in another year than its start in UTC.
  return {
    from: Math.min(...goals.map(goal => yearOf(dayRange(goal).first - 1))),
    to: Math.max(...goals.map(goal => yearOf(dayRange(goal).last + 1))),
  }
}
