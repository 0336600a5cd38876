import type { Account } from '../account/models.js'
import type { Changes } from './field-builders.js'
import { personalFields, trainingFields, type PersonalDetails, type TrainingDetails } from './fields.js'
import { notOnboarded, type Onboarding } from './onboarding.js'
import type { ManualWeight } from './body-weight.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    PROFILE: true
  }
}

export interface UserProfile extends TrainingDetails, Onboarding {
  /** The weight that its owner set last, also while a measured one is shown; null where none ever was. */
  weightByHand: ManualWeight | null
  createdAt: Date
  updatedAt: Date
}

/** The newest active profile photo. */
export interface ProfileImage {
  fileKey: string
  uploadedAt: Date
  /** Null until its smaller sizes are there, and where they cannot be made. */
  blurHash: string | null
}

/** What is kept of a person beside the account. */
export interface Profile extends PersonalDetails {
  /** Raised by each change that its owner makes. */
  version: number
  /** When its owner last changed it. */
  updatedAt: Date
  profileImage: ProfileImage | null
  profile: UserProfile
}

export interface User extends Account, Profile {
  /** Whether somebody else looks at it who administers. */
  isManaged?: true
}

/** What others may see. */
export type PublicUser = Pick<User, 'id' | 'username' | 'profileImage'>

export interface ProfileChanges extends Changes<PersonalDetails> {
  username?: string | null
  /** Null clears all of it. */
  profile?: TrainingChanges | null
  /** The version that the changes were made to; without it they are made to whatever there is. */
  expectedVersion?: number | null
}

export interface TrainingChanges
  extends Changes<TrainingDetails>, Changes<Pick<Onboarding, 'onboardingStatus'>> {}

/** A user as administrators see them: nothing personal stands in it, and nothing personal is looked up for it. */
export function toManagedUser(user: User): User {
  const { profile, firstName, lastName, locale } = user
  const { createdAt, updatedAt } = profile
  return {
    ...user,
    ...personalFields.defaults,
    ...{ firstName, lastName, locale, profileImage: null, achievements: [] },
    profile: { ...trainingFields.defaults, ...notOnboarded, weightByHand: null, createdAt, updatedAt },
    isManaged: true,
  }
}

/** First and last name, or the username where neither is known. */
export function displayName({ firstName, lastName, username }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
