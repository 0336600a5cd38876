import type { Earned } from '../../owned/models.js'

/** What an achievement is about. */
export const achievementKinds = ['TIME', 'VOLUME', 'COUNT', 'SEQUENCE', 'DATE', 'RECORD'] as const

export type AchievementKind = (typeof achievementKinds)[number]

/** A completed workout as achievements see it. */
export interface AchievedWorkout {
  startedAt: Date
  endedAt: Date
  /** A name of IANA's. */
  timezone: string
  /** Working sets that were done, and their repetitions. */
  sets: number
  reps: number
  /** In kilograms. */
  volume: number
  /** How many different exercises have such sets. */
  exercises: number
}

/** What came of one workout in a batch of writes. */
export interface AchievedChange {
  /** Null where it was not there, or not completed. */
  before: AchievedWorkout | null
  /** Null where it is not there any more, or not completed. */
  after: AchievedWorkout | null
}

export interface AchievementTier {
  value: number
  /** Null while it is not. */
  earnedAt: Date | null
}

/** An achievement as somebody sees it, in their language. */
export interface Achievement {
  key: string
  name: string
  description: string
  kind: AchievementKind
  isHidden: boolean
  isRepeatable: boolean
  tiers: AchievementTier[]
  progress: { value: number; target: number }
  /** When it was earned first; null while it is not. */
  earnedAt: Date | null
  timesEarned: number
}

/** By the keys of achievements. */
export type EarnedByKey = Record<string, Earned>
