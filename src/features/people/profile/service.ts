import { isDeepStrictEqual } from 'node:util'
import { badUserInputAt, notFound } from '../../../errors.js'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { AccountService } from '../account/service.js'
import { validateRename } from '../account/username.js'
import { writeFingerprint } from '../../owned/decision.js'
import type { WriteResult } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { applyChanges, weightOf } from './changes.js'
import type { ProfileChanges, ProfileImage, PublicUser, User } from './models.js'
import { updateOnboarding } from './onboarding.js'
import type { ProfileStore } from './store.js'
import { latestWeight, type WeightMeasurement } from './body-weight.js'

interface Dependencies {
  profiles: ProfileStore
  account: AccountService
  owned: OwnedService
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

interface ProfileUpdate extends Pick<WriteResult, 'status' | 'conflict' | 'version'> {
  /** The user after the update. */
  user: User
}

export function profileService({ profiles, account, owned, database, clock }: Dependencies) {
  /** @throws AppError NOT_FOUND */
  async function get(id: string): Promise<User> {
    const user = await profiles.find(id)
    if (!user) throw notFound('user')
    return user
  }

  const addFeedEntry = (id: string, version: number, fingerprint: string | null): Promise<void> =>
    owned.externalChanges.record(id, { type: 'PROFILE', id, version, isDeleted: false, fingerprint })

  /** Writes the profile and its feed entry, in the caller's transaction. */
  async function write(id: string, user: User, fingerprint: string | null): Promise<void> {
    await profiles.write(id, user)
    await addFeedEntry(id, user.version, fingerprint)
    account.publishChange(id)
  }

  /** Gives the profile a new sequence number in the feed after a change that keeps its version. @throws AppError NOT_FOUND */
  async function recordChange(id: string): Promise<void> {
    await database.transaction(id, async () => {
      const { version } = await get(id)
      await addFeedEntry(id, version, null)
    })
  }

  /**
   * Updates the profile. The version stays the same if nothing changes or if a recent update with an expected version is
   * repeated.
   * @param path the path of the changes in the request, such as `input`
   * @throws AppError BAD_USER_INPUT, USERNAME_TAKEN, NOT_FOUND
   */
  async function update(id: string, sent: ProfileChanges, path = 'input'): Promise<ProfileUpdate> {
    const { expectedVersion = null, username, ...changes } = sent
    if (username === null) throw badUserInputAt(`${path}.username`, 'cannot be cleared.')
    const fingerprint = expectedVersion === null ? null : writeFingerprint({ expectedVersion, content: sent })
    return database.transaction(id, async () => {
      const before = await get(id)
      const isOutdated = fingerprint !== null && expectedVersion !== before.version
      const repeated =
        isOutdated && (await owned.externalChanges.findVersion(id, { type: 'PROFILE', id, fingerprint }))
      if (typeof repeated === 'number') return unchanged(before, repeated)
      const now = clock()
      const after = applyChanges(before, changes, { path, now })
      const newUsername =
        username === undefined
          ? before.username
          : validateRename(before.username, username, `${path}.username`)
      const renames = newUsername !== before.username
      if (!renames && isDeepStrictEqual(after, before)) return unchanged(before, before.version)
      if (isOutdated)
        return { status: 'CONFLICT', conflict: 'VERSION', version: before.version, user: before }

      const user = { ...after, username: newUsername, version: before.version + 1, updatedAt: now }
      await write(id, user, fingerprint)
      if (renames) await account.rename(id, newUsername, `${path}.username`)
      if (user.locale !== before.locale) account.publishLocaleChange(id)
      return { status: 'APPLIED', conflict: null, version: user.version, user }
    })
  }

  return {
    get,
    update,

    /**
     * Reads a user with the head of the user's records, which takes one round trip for both.
     * @throws AppError NOT_FOUND
     */
    async getWithHead(id: string): Promise<User> {
      const [user, head] = await Promise.all([get(id), owned.head(id)])
      user.head = head
      return user
    },

    /**
     * Returns the public fields of a user. Users who cannot sign in or are pending deletion count as missing.
     * @throws AppError NOT_FOUND
     */
    async getPublic(id: string): Promise<PublicUser> {
      const user = await profiles.findPublic(id)
      if (!user?.enabled || !user.verified || user.deletesAt !== null) throw notFound('user')
      return user
    },

    /** Completes or skips the onboarding. A completed onboarding stays completed. @throws AppError NOT_FOUND */
    async endOnboarding(id: string, status: 'COMPLETED' | 'SKIPPED'): Promise<User> {
      return database.transaction(id, async () => {
        const before = await get(id)
        if (before.profile.onboardingStatus === 'COMPLETED') return before
        return (await update(id, { profile: { onboardingStatus: status } })).user
      })
    },

    /**
     * Sets the weight to the latest one that was measured or set. The version stays the same, so that concurrent offline
     * edits of the profile still apply.
     * @param measurements all measurements, ordered by date
     */
    async updateMeasuredWeight(id: string, measurements: readonly WeightMeasurement[]): Promise<void> {
      await database.transaction(id, async () => {
        const before = await get(id)
        const { profile } = before
        const weight = latestWeight(measurements, profile.manualWeight)
        if (isDeepStrictEqual(weight, weightOf(profile))) return
        const now = clock()
        const weightFields = {
          weight: weight?.value ?? null,
          weightUnit: weight?.unit ?? null,
          updatedAt: now,
        }
        const answers = { ...profile, ...weightFields }
        const onboarding = updateOnboarding(profile, undefined, { answers, now })
        await write(id, { ...before, profile: { ...answers, ...onboarding } }, null)
      })
    },

    /** Returns the body weight, or null if it is unknown. @throws AppError NOT_FOUND */
    weight: async (id: string): Promise<Load | null> => weightOf((await get(id)).profile),

    /**
     * Adds the profile to the feed if it is missing there, which is the case for new accounts.
     * @throws AppError NOT_FOUND
     */
    async addToFeed(id: string): Promise<void> {
      const isEntered = async () => Boolean((await owned.head(id)).counts.PROFILE)
      if (await isEntered()) return
      // Only one of several concurrent first syncs finds the profile missing in its transaction.
      await database.transaction(id, async () => {
        if (!(await isEntered())) await recordChange(id)
      })
    },

    recordChange,

    /** @throws AppError NOT_FOUND if the account has been deleted in the meantime */
    async setImage(id: string, image: ProfileImage | null): Promise<void> {
      const kept = image && { fileKey: image.fileKey, uploadedAt: image.uploadedAt, blurHash: image.blurHash }
      if (!(await profiles.setImage(id, kept))) throw notFound('user')
      account.publishChange(id)
    },

    /** Stores the hash of an image if it is still the profile image. */
    async saveBlurHash(id: string, image: ProfileImage): Promise<void> {
      if (await profiles.saveBlurHash(id, image)) account.publishChange(id)
    },
  }
}

export type ProfileService = ReturnType<typeof profileService>

const unchanged = (user: User, version: number): ProfileUpdate => ({
  status: 'UNCHANGED',
  conflict: null,
  version,
  user,
})
