import { chunk } from '../../../lib/chunk.js'
import type { Head, HeadFields } from '../../owned/models.js'

/** The sizes of calendar years, in UTC: the number of completed workouts plus the number of their exercises. */
export type TrainingYears = Readonly<Record<number, number>>

/** The maximum number of workouts and exercises per read, which is more than ten years of training have. */
const maxSizePerRead = 100_000

/** Divides years into groups that are small enough to be read at once. */
export const chunkYears = (numbers: readonly number[], years: TrainingYears): number[][] =>
  chunk(numbers, maxSizePerRead, year => years[year] ?? 0)

export const trainingYearsOf = ({ parts }: Pick<Head, 'parts'>): TrainingYears =>
  (parts['trainingYears'] ?? {}) as TrainingYears

/** @param years the years that change */
export const trainingYearFields = (years: TrainingYears): HeadFields =>
  Object.fromEntries(Object.entries(years).map(([year, size]) => [`trainingYears.${year}`, size || null]))
