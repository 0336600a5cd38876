import type { ProfileService } from '../../people/profile/service.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore, SequencedPhoto } from './store.js'

export const maxActive = 5
/** The maximum number of active photos that are read in order to archive surplus ones. */
const maxActiveRead = 1000

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
}

/** The active photos of a user: the newest five. The newest is the profile image. All changes need a transaction. */
export function activePhotos({ photos, profile }: Dependencies) {
  const archive = (userId: string, surplus: readonly ProfilePhoto[]) =>
    photos.archive(
      userId,
      surplus.map(({ id }) => id),
    )

  return {
    /** The active photos, the newest first, and whether there are more than allowed. */
    async list(userId: string): Promise<{ active: ProfilePhoto[]; tooMany: boolean }> {
      const found = (await photos.findActive(userId, maxActive + 1)).map(({ photo }) => photo)
      return { active: found.slice(0, maxActive), tooMany: found.length > maxActive }
    },

    /** Makes a photo the newest active one. @returns the photos that were archived for it, the newest first */
    async activate(
      photo: ProfilePhoto,
      put: (sequenced: SequencedPhoto) => Promise<void>,
    ): Promise<ProfilePhoto[]> {
      const active = await photos.findActive(photo.userId, maxActiveRead)
      const others = active.map(sequenced => sequenced.photo).filter(({ id }) => id !== photo.id)
      const surplus = others.slice(maxActive - 1)
      const sequence = (active[0]?.sequence ?? 0) + 1
      await put({ photo: { ...photo, archived: false }, sequence, archivedCount: surplus.length })
      await archive(photo.userId, surplus)
      await profile.setImage(photo.userId, photo)
      return surplus
    },

    /** Makes the newest active photo the profile image, or removes the profile image if there is none. */
    async updateProfileImage(userId: string): Promise<void> {
      const [newest] = await photos.findActive(userId, 1)
      await profile.setImage(userId, newest?.photo ?? null)
    },

    /**
     * Restores the invariants: archives surplus photos, and sets the profile image.
     * @param maxRestored the maximum number of archived photos that become active again, up to the limit of active photos
     */
    async repair(userId: string, maxRestored: number): Promise<void> {
      const active = await photos.findActive(userId, maxActiveRead)
      await archive(
        userId,
        active.slice(maxActive).map(({ photo }) => photo),
      )
      const missing = Math.min(maxRestored, maxActive - active.length)
      const restored = missing > 0 ? await photos.findArchived(userId, missing) : []
      for (const { photo, sequence } of restored)
        await photos.updatePosition({ photo: { ...photo, archived: false }, sequence })
      await profile.setImage(userId, [...active, ...restored][0]?.photo ?? null)
    },
  }
}
