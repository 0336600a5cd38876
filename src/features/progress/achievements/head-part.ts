import type { Head, HeadFields } from '../../owned/models.js'

/**
 * Totals of all completed workouts, which achievements are evaluated from. They are exact after every change of a
 * workout.
 */
export interface AchievementTotals {
  /** Whole numbers by name; zeros are omitted. */
  sums: Record<string, number>
  /** The number of workouts in each calendar week, packed. */
  weeks: string
  /** The number of workouts on special days, in the time zones of the workouts. */
  days: Record<string, number>
  /** The ids of enrollments whose last day was completed. */
  programs: string[]
}

/** How far a user has earned an achievement. */
export interface Earned {
  /** When each tier was earned, in ascending order of the tiers. */
  tiers: Date[]
  times: number
}

/** By the keys of achievements. */
export type EarnedByKey = Record<string, Earned>

interface AchievementState {
  /** Null until a workout is completed. */
  totals: AchievementTotals | null
  earned: EarnedByKey
}

export const achievementState = ({ parts }: Pick<Head, 'parts'>): AchievementState => ({
  totals: (parts['achievementTotals'] ?? null) as AchievementTotals | null,
  earned: (parts['earned'] ?? {}) as EarnedByKey,
})

/** @param earned the achievements that change */
export const achievementFields = (achievementTotals: AchievementTotals, earned: EarnedByKey): HeadFields => ({
  achievementTotals,
  ...Object.fromEntries(Object.entries(earned).map(([key, state]) => [`earned.${key}`, state])),
})
