import { mondayOf } from '../../../lib/calendar.js'
import { localTime } from '../../../lib/local-time.js'
import { convertLoad } from '../../../lib/units.js'
import { estimateIn, packedIdAt, startOf, unpackWorkout } from './packed-workout.js'
import { precedingRange, weeksOf, type AnalyticsRequest } from './range.js'

/** What is summed up beside the workouts themselves. */
export interface SumsSelection {
  /** What was done in them. */
  totals: boolean
  /** The same by exercise. */
  exercises: boolean
  /** Exercises whose estimates are wanted, by their identifiers as they are packed. */
  estimates: ReadonlySet<string>
}

export interface Totals {
  workouts: number
  sets: number
  /** In kilograms. */
  volume: number
}

/** Of one exercise in the range. */
export interface ExerciseSums {
  volume: number
  /** Sets in each week. */
  weeks: Float64Array
}

/** What workouts come to, one after the other. */
export function createSums({ range, timezone, unit }: AnalyticsRequest, summed: SumsSelection) {
  const { dayAt } = localTime(timezone)
  const weeks = weeksOf(range)
  const earlier = precedingRange(range)
  const volumes = new Float64Array(weeks.count)
  const workouts = new Float64Array(weeks.count)
  /** By the identifiers as they are packed. */
  const exercises = new Map<string, ExerciseSums>()
  /** The best of each week, in the unit that is wanted, by exercises as they are packed. */
  const estimates = new Map([...summed.estimates].map(id => [id, [] as (number | null)[]]))
  const current: Totals = { workouts: 0, sets: 0, volume: 0 }
  const previous: Totals = { workouts: 0, sets: 0, volume: 0 }
  /** How many workouts there were in a week, over all that was read, by its Monday. */
  const history = new Map<number, number>()

  function ofExercise(packedId: string): ExerciseSums {
    const known = exercises.get(packedId)
    if (known) return known
    const made = { volume: 0, weeks: new Float64Array(weeks.count) }
    exercises.set(packedId, made)
    return made
  }

  /** @param week of the range; null for what is before it */
  function addWorkout(totals: Totals, text: string, week: number | null): void {
    totals.workouts++
    if (week !== null) addAt(workouts, week, 1)
    if (!summed.totals && !summed.exercises) return
    unpackWorkout(text, (sets, volume, at) => {
      totals.sets += sets
      totals.volume += volume
      if (week === null) return
      addAt(volumes, week, volume)
      if (!summed.exercises) return
      const exercise = ofExercise(packedIdAt(text, at))
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

export const addAt = (values: Float64Array, at: number, more: number): void => {
  values[at] = (values[at] ?? 0) + more
}

export type Sums = ReturnType<typeof createSums>
