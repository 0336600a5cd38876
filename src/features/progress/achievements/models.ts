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
