import { AppError } from '../../../errors.js'
import { packWorkout, sizeInYear } from './packed-workout.js'
import type { CompletedWorkoutChange, CompletedWorkout } from './models.js'
import type { TrainingYears } from './training-years.js'

/** The maximum number of workouts and their exercises in one year: thirty workouts a day with eight exercises each. */
const maxYearSize = 100_000

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
  /** The new sizes of the changed years, for the head. */
  sizes: TrainingYears
}

/**
 * @param sizes the current sizes of the years
 * @throws AppError CONFLICT if a year exceeds the maximum number of workouts
 */
export function deriveYearChanges(
  changes: readonly CompletedWorkoutChange[],
  sizes: TrainingYears,
): YearChanges {
  const years = new Map<number, TrainingYearChange>()
  const changedSizes: Record<number, number> = {}
  /** Returns the change of the year in which a workout started, to which its size is added. */
  const changeOfYear = ({ startedAt }: CompletedWorkout, size: number): TrainingYearChange => {
    const year = startedAt.getUTCFullYear()
    changedSizes[year] = (changedSizes[year] ?? sizes[year] ?? 0) + size
    const change = years.get(year) ?? { year, set: new Map<string, string>(), unset: [] }
    years.set(year, change)
    return change
  }
  for (const { id, before, after } of changes) {
    const packed = after && packWorkout(after)
    if (packed === (before && packWorkout(before))) continue
    const yearBefore = before && changeOfYear(before, -sizeInYear(before))
    const yearAfter = after && changeOfYear(after, sizeInYear(after))
    if (yearBefore && yearBefore !== yearAfter) yearBefore.unset.push(id)
    if (yearAfter && packed !== null) yearAfter.set.set(id, packed)
  }
  for (const [year, size] of Object.entries(changedSizes))
    if (size > Math.max(maxYearSize, sizes[Number(year)] ?? 0))
      throw new AppError('CONFLICT', `There are too many workouts in ${year}. Delete some of them first.`)
  return { years: [...years.values()], sizes: changedSizes }
}
