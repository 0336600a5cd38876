import type { Account } from '../account/models.js'
import type { Head } from '../../owned/models.js'
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
  /** The weight that the owner set last, even if a newer measurement is shown; null if none was ever set. */
  manualWeight: ManualWeight | null
  createdAt: Date
  updatedAt: Date
}

/** The newest active profile photo. */
export interface ProfileImage {
  fileKey: string
  uploadedAt: Date
  /** Null until the smaller sizes exist, and if they cannot be created. */
  blurHash: string | null
}

/** The stored data of a user beside the account. */
export interface Profile extends PersonalDetails {
  /** Incremented by each change of the owner. */
  version: number
  /** When the owner last changed the profile. */
  updatedAt: Date
  profileImage: ProfileImage | null
  profile: UserProfile
}

export interface User extends Account, Profile {
  /** Set if an administrator views another user. */
  isManaged?: true
  /** The head of the user's records if it was read together with the user. */
  head?: Head
}

/** The fields that other users may see. */
export type PublicUser = Pick<User, 'id' | 'username' | 'profileImage'>

export interface ProfileChanges extends Changes<PersonalDetails> {
  username?: string | null
  /** Null clears all fields. */
  profile?: TrainingChanges | null
  /** The version that the changes are based on; without it they apply to any version. */
  expectedVersion?: number | null
}

export interface TrainingChanges
  extends Changes<TrainingDetails>, Changes<Pick<Onboarding, 'onboardingStatus'>> {}

/** Returns a user as administrators see them: without personal data, and without reading any. */
export function toManagedUser(user: User): User {
  const { profile, firstName, lastName, locale } = user
  const { createdAt, updatedAt } = profile
  return {
    ...user,
    ...personalFields.defaults,
    firstName,
    lastName,
    locale,
    profileImage: null,
    profile: { ...trainingFields.defaults, ...notOnboarded, manualWeight: null, createdAt, updatedAt },
    isManaged: true,
  }
}

/** Returns the first and last name, or the username if neither is known. */
export function displayName({ firstName, lastName, username }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
