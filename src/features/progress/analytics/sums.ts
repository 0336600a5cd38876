import { mondayOf } from '../../../lib/calendar.js'
import { localTime } from '../../../lib/local-time.js'
import { convertLoad } from '../../../lib/units.js'
import { estimateIn, packedIdAt, startOf, unpackWorkout } from './packed-workout.js'
import { precedingRange, weeksOf, type AnalyticsRequest } from './range.js'

/** The sums to compute in addition to the numbers of workouts. */
export interface SumsSelection {
  /** Sets and volume. */
  totals: boolean
  /** Sets and volume by exercise. */
  exercises: boolean
  /** The packed ids of exercises whose one-repetition maximum estimates are required. */
  estimates: ReadonlySet<string>
}

interface Totals {
  workouts: number
  sets: number
  /** In kilograms. */
  volume: number
}

export interface ExerciseSums {
  volume: number
  /** Sets in each week. */
  weeks: Float64Array
}

/** Accumulates the sums of packed workouts. */
export function createSums({ range, timezone, unit }: AnalyticsRequest, selection: SumsSelection) {
  const { dayAt } = localTime(timezone)
  const weeks = weeksOf(range)
  const earlier = precedingRange(range)
  const volumes = new Float64Array(weeks.count)
  const workouts = new Float64Array(weeks.count)
  /** By packed exercise id. */
  const exercises = new Map<string, ExerciseSums>()
  /** The best estimate of each week in the requested unit, by packed exercise id. */
  const estimates = new Map([...selection.estimates].map(id => [id, [] as (number | null)[]]))
  const current: Totals = { workouts: 0, sets: 0, volume: 0 }
  const previous: Totals = { workouts: 0, sets: 0, volume: 0 }
  /** The number of workouts in each week that was read, by its Monday. */
  const history = new Map<number, number>()

  function sumsOfExercise(packedId: string): ExerciseSums {
    const existing = exercises.get(packedId)
    if (existing) return existing
    const created = { volume: 0, weeks: new Float64Array(weeks.count) }
    exercises.set(packedId, created)
    return created
  }

  /** @param week the number of the week in the range; null for a workout in the preceding range */
  function addWorkout(totals: Totals, text: string, week: number | null): void {
    totals.workouts++
    if (week !== null) addAt(workouts, week, 1)
    if (!selection.totals && !selection.exercises) return
    unpackWorkout(text, (sets, volume, position) => {
      totals.sets += sets
      totals.volume += volume
      if (week === null) return
      addAt(volumes, week, volume)
      if (!selection.exercises) return
      const exercise = sumsOfExercise(packedIdAt(text, position))
      addAt(exercise.weeks, week, sets)
      exercise.volume += volume
    })
  }

  function estimate(text: string, week: number): void {
    for (const [packedId, best] of estimates) {
      const load = estimateIn(text, packedId)
      if (load) best[week] = Math.max(best[week] ?? 0, convertLoad(load, unit))
    }
  }

  return {
    add(text: string): void {
      const day = dayAt(startOf(text))
      const monday = mondayOf(day)
      history.set(monday, (history.get(monday) ?? 0) + 1)
      if (day >= range.from && day <= range.to) {
        addWorkout(current, text, weeks.indexOf(day))
        estimate(text, weeks.indexOf(day))
      } else if (day >= earlier.from && day <= earlier.to) addWorkout(previous, text, null)
    },
    volumes,
    workouts,
    exercises,
    estimates,
    current,
    previous,
    history,
  }
}

export const addAt = (values: Float64Array, index: number, amount: number): void => {
  values[index] = (values[index] ?? 0) + amount
}

export type Sums = ReturnType<typeof createSums>
