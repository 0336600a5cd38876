import { isDeepStrictEqual } from 'node:util'
import { badUserInput, notFound } from '../../errors.js'
import type { Database } from '../../platform/database/database.js'
import type { AccountService } from '../account/service.js'
import { renamed } from '../account/username.js'
import type { WriteConflict } from '../owned/models.js'
import type { OwnedService } from '../owned/service.js'
import { personFields, trainingFields } from './fields.js'
import type {
  Profile,
  ProfileChanges,
  ProfileImage,
  PublicUser,
  TrainingChanges,
  User,
  UserProfile,
} from './models.js'
import { changeOnboarding, notOnboarded } from './onboarding.js'
import type { ProfileStore } from './store.js'

interface Dependencies {
  profiles: ProfileStore
  account: AccountService
  owned: OwnedService
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

export interface ProfileUpdate {
  /** As it is now. */
  user: User
  /** Null unless the change was refused. */
  conflict: WriteConflict | null
}

export function profileService({ profiles, account, owned, database, clock }: Dependencies) {
  /** @throws AppError NOT_FOUND */
  async function get(id: string): Promise<User> {
    const user = await profiles.find(id)
    if (!user) throw notFound('user')
    return user
  }

  return {
    get,

    /** A user as others may see it: those who cannot sign in do not exist. @throws AppError NOT_FOUND */
    async getVisible(id: string): Promise<PublicUser> {
      const user = await profiles.findPublic(id)
      if (!user?.enabled || !user.verified) throw notFound('user')
      return user
    },

    /** What changes nothing raises no version. @throws AppError BAD_USER_INPUT, CONFLICT, NOT_FOUND */
    async update(
      id: string,
      { expectedVersion, username, ...changes }: ProfileChanges,
    ): Promise<ProfileUpdate> {
      if (username === null) throw badUserInput('username cannot be cleared.')
      return database.transaction(id, async () => {
        const before = await get(id)
        const now = clock()
        const after = changed(before, changes, now)
        const newUsername = username === undefined ? before.username : renamed(before.username, username)
        const renames = newUsername !== before.username
        if (!renames && isDeepStrictEqual(after, before)) return { user: before, conflict: null }
        if (expectedVersion != null && expectedVersion !== before.version)
          return { user: before, conflict: 'VERSION' }

        const version = before.version + 1
        const user = { ...after, version, updatedAt: now, username: newUsername }
        await profiles.write(id, user)
        if (renames) await account.rename(id, newUsername)
        await owned.note(id, { type: 'PROFILE', id, version, isDeleted: false })
        account.announce(id)
        return { user, conflict: null }
      })
    },

    /** Accounts of before there was a feed, and new ones, are not in it yet. */
    async enterFeed(id: string): Promise<void> {
      const { counts } = await owned.head(id)
      if (counts.PROFILE) return
      await database.transaction(id, async () => {
        const { version } = await get(id)
        await owned.note(id, { type: 'PROFILE', id, version, isDeleted: false })
      })
    },

    async setImage(id: string, image: ProfileImage | null): Promise<void> {
      await profiles.setImage(id, image && { fileKey: image.fileKey, uploadedAt: image.uploadedAt })
      account.announce(id)
    },
  }
}

export type ProfileService = ReturnType<typeof profileService>

function changed<P extends Profile>(
  before: P,
  { profile, ...person }: Omit<ProfileChanges, 'username'>,
  now: Date,
): P {
  return {
    ...before,
    ...personFields.change(before, person, ''),
    ...(profile === undefined ? {} : { profile: changedTraining(before.profile, profile, now) }),
  }
}

/** Null clears all of it. */
function changedTraining(before: UserProfile, changes: TrainingChanges | null, now: Date): UserProfile {
  const after = {
    ...before,
    ...(changes === null ? trainingFields.empty : trainingFields.change(before, changes, 'profile.')),
    ...(changes === null ? notOnboarded : changeOnboarding(before, changes.onboardingStatus, now)),
  }
  return isDeepStrictEqual(after, before) ? before : { ...after, updatedAt: now }
}
