export const achievementKinds = ['TIME', 'VOLUME', 'COUNT', 'SEQUENCE', 'DATE', 'RECORD'] as const

type AchievementKind = (typeof achievementKinds)[number]

/** The data of a completed workout that achievements depend on. */
export interface AchievedWorkout {
  startedAt: Date
  endedAt: Date
  /** An IANA time zone. */
  timezone: string
  /** Completed working sets. */
  sets: number
  /** The repetitions of these sets. */
  reps: number
  /** In kilograms. */
  volume: number
  /** The number of distinct exercises with completed working sets. */
  exercises: number
}

export interface AchievementTier {
  value: number
  /** Null until it is earned. */
  earnedAt: Date | null
}

/** A user's state of an achievement, with texts in their language. */
export interface Achievement {
  key: string
  name: string
  description: string
  kind: AchievementKind
  isHidden: boolean
  isRepeatable: boolean
  tiers: AchievementTier[]
  progress: { value: number; target: number }
  /** When it was first earned; null until then. */
  earnedAt: Date | null
  timesEarned: number
}
