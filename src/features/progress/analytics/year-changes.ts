import { AppError } from '../../../errors.js'
import { packWorkout, weightOf } from './packed-workout.js'
import type { CompletedWorkoutChange, CompletedWorkout } from './models.js'
import type { TrainingYears } from './training-years.js'

/** Workouts and their exercises of one year: thirty workouts a day, of eight exercises each. */
const maxYearWeight = 100_000

/** What becomes of the completed workouts of one calendar year, in UTC. */
export interface TrainingYearChange {
  year: number
  /** As texts, by the workouts' ids. */
  set: Map<string, string>
  /** Those that are not in it any more. */
  unset: string[]
}

/** What follows from changes of workouts, to be written with them. */
export interface YearChanges {
  years: TrainingYearChange[]
  /** Of the years that change, for the head. */
  weights: TrainingYears
}

/**
 * What changes of workouts are to the years they are in.
 * @param weights of the years as they are
 * @throws AppError CONFLICT for more workouts in one year than anybody does
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
    const known = years.get(year) ?? { year, set: new Map<string, string>(), unset: [] }
    years.set(year, known)
    return known
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
