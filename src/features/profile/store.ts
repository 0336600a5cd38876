import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../platform/database/database.js'
import { personFields, trainingFields } from './fields.js'
import type { Profile, ProfileImage, UserProfile } from './models.js'
import { notOnboarded, type Onboarding } from './onboarding.js'

/** The part of a user's document that this store knows. What is not there yet is read as its default. */
interface ProfileDocument extends Partial<Omit<Profile, 'profile'>>, Entity {
  createdAt: Date
  profile?: Partial<Onboarding> & { createdAt?: Date; updatedAt?: Date }
}

export function profileStore(database: Database) {
  const users = database.collection<ProfileDocument>('users')

  return {
    async find(id: string): Promise<Profile | null> {
      const document = await users.findById(new ObjectId(id))
      return document && toProfile(document)
    },

    async write(id: string, { profile, ...person }: Profile): Promise<void> {
      const $set = {
        ...personFields.toDocument(person),
        version: person.version,
        profile: toDocument(profile),
      }
      await users.updateOne({ _id: new ObjectId(id) }, { $set })
    },

    async setImage(id: string, profileImage: ProfileImage | null): Promise<void> {
      await users.updateOne({ _id: new ObjectId(id) }, { $set: { profileImage } })
    },
  }
}

export type ProfileStore = ReturnType<typeof profileStore>

function toProfile(document: ProfileDocument): Profile {
  const { createdAt, profile = {} } = document
  return {
    ...personFields.fromDocument(document),
    version: document.version ?? 1,
    profileImage: document.profileImage ?? null,
    achievements: document.achievements ?? [],
    workoutsCompleted: document.workoutsCompleted ?? 0,
    improvements: document.improvements ?? [],
    profile: {
      ...trainingFields.fromDocument(profile),
      onboardingStatus: profile.onboardingStatus ?? notOnboarded.onboardingStatus,
      onboardingCompletionDate: profile.onboardingCompletionDate ?? null,
      createdAt: profile.createdAt ?? createdAt,
      updatedAt: profile.updatedAt ?? createdAt,
    },
  }
}

const toDocument = ({
  onboardingStatus,
  onboardingCompletionDate,
  createdAt,
  updatedAt,
  ...training
}: UserProfile) => ({
  ...trainingFields.toDocument(training),
  ...{ onboardingStatus, onboardingCompletionDate, createdAt, updatedAt },
})
