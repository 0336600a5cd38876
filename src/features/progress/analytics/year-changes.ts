import { AppError } from '../../../errors.js'
import { packWorkout, weightOf } from './packed-workout.js'
import type { CompletedWorkoutChange, CompletedWorkout } from './models.js'
import type { TrainingYears } from './training-years.js'

/** The maximum number of workouts and their exercises in one year: thirty workouts a day with eight exercises each. */
const maxYearWeight = 100_000

/** Changes of the completed workouts of one calendar year, in UTC. */
export interface TrainingYearChange {
  year: number
  /** Packed workouts by id. */
  set: Map<string, string>
  /** The ids of removed workouts. */
  unset: string[]
}

interface YearChanges {
  years: TrainingYearChange[]
  /** The new weights of the changed years, for the head. */
  weights: TrainingYears
}

/**
 * @param weights the current weights of the years
 * @throws AppError CONFLICT if a year exceeds the maximum number of workouts
 */
export function deriveYearChanges(
  changes: readonly CompletedWorkoutChange[],
  weights: TrainingYears,
): YearChanges {
  const years = new Map<number, TrainingYearChange>()
  const after: Record<number, number> = {}
  const yearOf = ({ startedAt }: CompletedWorkout, weight: number): TrainingYearChange => {
    const year = startedAt.getUTCFullYear()
    after[year] = (after[year] ?? weights[year] ?? 0) + weight
    const existing = years.get(year) ?? { year, set: new Map<string, string>(), unset: [] }
    years.set(year, existing)
    return existing
  }
  for (const { id, before, after: now } of changes) {
    const text = now && packWorkout(now)
    if (text === (before && packWorkout(before))) continue
    const left = before && yearOf(before, -weightOf(before))
    const entered = now && yearOf(now, weightOf(now))
    if (left && left !== entered) left.unset.push(id)
    if (entered && text !== null) entered.set.set(id, text)
  }
  for (const [year, weight] of Object.entries(after))
    if (weight > Math.max(maxYearWeight, weights[Number(year)] ?? 0))
      throw new AppError('CONFLICT', `There are too many workouts in ${year}. Delete some of them first.`)
  return { years: [...years.values()], weights: after }
}
