import type { Head, HeadFields } from '../../owned/models.js'

/** By calendar year, in UTC: the number of completed workouts plus the number of their exercises. */
export type TrainingYears = Readonly<Record<number, number>>

export const trainingYearsOf = ({ parts }: Pick<Head, 'parts'>): TrainingYears =>
  (parts['trainingYears'] ?? {}) as TrainingYears

/** @param years the years that change */
export const trainingYearFields = (years: TrainingYears): HeadFields =>
  Object.fromEntries(Object.entries(years).map(([year, weight]) => [`trainingYears.${year}`, weight || null]))
