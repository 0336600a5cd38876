import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../platform/database/database.js'
import type { Account } from '../account/models.js'
import { personalFields, trainingFields } from './fields.js'
import type { Profile, ProfileImage, PublicUser, User, UserProfile } from './models.js'
import type { Load } from '../../../lib/units.js'
import { notOnboarded, type Onboarding } from './onboarding.js'
import type { ManualWeight } from './body-weight.js'

/** The fields of a user's document that this store reads and writes. Missing fields are read as their defaults. */
interface ProfileDocument
  extends
    Omit<Account, 'id' | 'locale' | 'deletesAt' | 'hasPassword' | 'isGuest'>,
    Partial<Omit<Profile, 'profile' | 'profileImage'>>,
    Entity {
  isGuest?: boolean
  profileImage?: (Omit<ProfileImage, 'blurHash'> & Partial<ProfileImage>) | null
  deletesAt?: Date
  passwordHash: string | null
  profile?: Partial<Onboarding> & {
    /** The manual weight. */
    weightByHand?: ManualWeight | null
    weight?: { value: number | null; unit: Load['unit'] | null }
    createdAt?: Date
    updatedAt?: Date
  }
}

export function profileStore(database: Database) {
  const users = database.collection<ProfileDocument>('users')

  return {
    /** Finds the profile with the account, which is stored in the same document. */
    async find(id: string): Promise<User | null> {
      const document = await users.findById(new ObjectId(id))
      return document && toUser(document)
    },

    /** Finds the public fields of a user, and the fields that decide whether they are visible. */
    async findPublic(
      id: string,
    ): Promise<(PublicUser & Pick<Account, 'enabled' | 'verified' | 'deletesAt'>) | null> {
      const document = await users.findById(new ObjectId(id))
      if (!document) return null
      const { username, enabled, verified, deletesAt = null } = document
      return { id, username, profileImage: imageOf(document), enabled, verified, deletesAt }
    },

    async write(id: string, { profile, ...personalDetails }: Profile): Promise<void> {
      const $set = {
        ...personalFields.toDocument(personalDetails),
        version: personalDetails.version,
        updatedAt: personalDetails.updatedAt,
        profile: toDocument(profile),
      }
      await users.updateOne({ _id: new ObjectId(id) }, { $set })
    },

    /** @returns false if there is no such account */
    async setImage(id: string, profileImage: ProfileImage | null): Promise<boolean> {
      const { matchedCount } = await users.updateOne({ _id: new ObjectId(id) }, { $set: { profileImage } })
      return matchedCount > 0
    },

    /** @returns whether the image is still the profile image */
    async saveBlurHash(id: string, { fileKey, blurHash }: ProfileImage): Promise<boolean> {
      const filter = { _id: new ObjectId(id), 'profileImage.fileKey': fileKey }
      const { matchedCount } = await users.updateOne(filter, { $set: { 'profileImage.blurHash': blurHash } })
      return matchedCount > 0
    },
  }
}

export type ProfileStore = ReturnType<typeof profileStore>

/** Images of older versions have no hash. */
const imageOf = ({ profileImage }: ProfileDocument): ProfileImage | null =>
  profileImage ? { ...profileImage, blurHash: profileImage.blurHash ?? null } : null

function toUser(document: ProfileDocument): User {
  const { _id, email, username, role, enabled, verified, createdAt, lastLogin, profile = {} } = document
  const user = {
    id: _id.toHexString(),
    email,
    username,
    role,
    enabled,
    verified,
    hasPassword: document.passwordHash !== null,
    isGuest: document.isGuest ?? false,
    createdAt,
    lastLogin,
    deletesAt: document.deletesAt ?? null,
    version: document.version ?? 1,
    updatedAt: document.updatedAt ?? profile.updatedAt ?? createdAt,
    profileImage: imageOf(document),
    profile: {
      onboardingStatus: profile.onboardingStatus ?? notOnboarded.onboardingStatus,
      onboardingCompletionDate: profile.onboardingCompletionDate ?? null,
      createdAt: profile.createdAt ?? createdAt,
      updatedAt: profile.updatedAt ?? createdAt,
      manualWeight: manualWeightOf(profile, createdAt),
    },
  }
  personalFields.readDocument(document, user)
  trainingFields.readDocument(profile, user.profile)
  return user as User
}

/** In documents of older versions every weight was set in the profile. */
function manualWeightOf(
  { weightByHand, weight, updatedAt }: NonNullable<ProfileDocument['profile']>,
  createdAt: Date,
): ManualWeight | null {
  if (weightByHand !== undefined) return weightByHand
  const { value = null, unit = null } = weight ?? {}
  if (value === null || unit === null) return null
  return { weight: { value, unit }, setAt: updatedAt ?? createdAt }
}

const toDocument = ({
  onboardingStatus,
  onboardingCompletionDate,
  createdAt,
  updatedAt,
  manualWeight,
  ...training
}: UserProfile) => ({
  ...trainingFields.toDocument(training),
  onboardingStatus,
  onboardingCompletionDate,
  createdAt,
  updatedAt,
  weightByHand: manualWeight,
})
