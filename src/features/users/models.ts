import type { HeightUnit, Quantity, WeightUnit } from '../../lib/units.js'
import type { Role } from '../../viewer.js'
import type { Muscle } from '../exercises/vocabulary.js'

export type Gender = 'MALE' | 'FEMALE' | 'OTHER' | 'PREFER_NOT_TO_SAY'
export type Goal =
  | 'lose_weight'
  | 'build_muscle'
  | 'increase_strength'
  | 'improve_endurance'
  | 'general_fitness'
  | 'maintain_weight'
export type WorkoutSplit =
  'full_body' | 'upper_lower' | 'push_pull_legs' | 'bro_split' | 'arnold_split' | 'custom'
export type Experience = 'beginner' | 'intermediate' | 'advanced'
export type OnboardingStatus = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'
export type RecordType = 'WEIGHT' | 'REPS' | 'ONE_RM' | 'VOLUME' | 'TIME' | 'DISTANCE' | 'PACE'

export interface UserProfile {
  onboardingStatus: OnboardingStatus
  onboardingCompletionDate: Date | null
  age: number | null
  gender: Gender | null
  goal: Goal | null
  height: Quantity<HeightUnit>
  weight: Quantity<WeightUnit>
  muscleFocus: Muscle[]
  /** Sessions per week. */
  frequency: number | null
  workoutSplit: WorkoutSplit | null
  experience: Experience | null
  createdAt: Date
  updatedAt: Date
}

/** The newest active profile photo. */
export interface ProfileImage {
  fileKey: string
  uploadedAt: Date
  /** Place among all photos the user ever made active: a later one never gives way to an earlier one. */
  sequence: number
}

export interface Achievement {
  key: string
  name: string
  earnedAt: Date
}

export interface PersonalRecord {
  exerciseId: string
  type: RecordType
  value: number
  unit: string
  achievedAt: Date
}

export interface User {
  id: string
  email: string
  username: string
  firstName: string | null
  lastName: string | null
  profileImage: ProfileImage | null
  country: string | null
  city: string | null
  bio: string | null
  achievements: Achievement[]
  workoutsCompleted: number
  improvements: PersonalRecord[]
  role: Role
  enabled: boolean
  verified: boolean
  createdAt: Date
  lastLogin: Date | null
  profile: UserProfile
}

/** Others see a few fields of it. */
export type PublicUser = User

/** A user with what only authentication may know. Never leaves the services. */
export interface Account {
  user: User
  passwordHash: string
  /** Tokens issued before this second (Unix time) are refused. */
  tokensValidFrom: number
}

export interface NewAccount {
  email: string
  username: string
  firstName: string | null
  lastName: string | null
  passwordHash: string
  role: Role
  verified: boolean
}

/** The fields to change: a missing one stays, null clears. */
export interface UserChanges {
  username?: string | null
  firstName?: string | null
  lastName?: string | null
  country?: string | null
  city?: string | null
  bio?: string | null
  profile?: ProfileChanges | null
}

export interface ProfileChanges {
  onboardingStatus?: OnboardingStatus | null
  age?: number | null
  gender?: Gender | null
  goal?: Goal | null
  height?: number | null
  heightUnit?: HeightUnit | null
  weight?: number | null
  weightUnit?: WeightUnit | null
  muscleFocus?: readonly Muscle[] | null
  frequency?: number | null
  workoutSplit?: WorkoutSplit | null
  experience?: Experience | null
}

/** A profile of which nothing is known yet. */
export const blankProfile = (now: Date): UserProfile => ({
  onboardingStatus: 'NOT_STARTED',
  onboardingCompletionDate: null,
  age: null,
  gender: null,
  goal: null,
  height: { value: null, unit: null },
  weight: { value: null, unit: null },
  muscleFocus: [],
  frequency: null,
  workoutSplit: null,
  experience: null,
  createdAt: now,
  updatedAt: now,
})

/** First and last name, or the username where neither is known. */
export function displayName({ firstName, lastName, username }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
