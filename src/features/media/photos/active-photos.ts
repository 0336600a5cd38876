import type { ProfileService } from '../../people/profile/service.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore, SequencedPhoto } from './store.js'

export const maxActive = 5
/** More than the five that stay, should there ever be more. */
const surplusRead = 1000

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
}

/** A person's active photos: the newest five, of which the newest is the profile's. Changed in a transaction. */
export function activePhotos({ photos, profile }: Dependencies) {
  const archive = (userId: string, surplus: readonly ProfilePhoto[]) =>
    photos.archive(
      userId,
      surplus.map(({ id }) => id),
    )

  return {
    /** The newest first, and whether there are more than there should be. */
    async list(userId: string): Promise<{ active: ProfilePhoto[]; tooMany: boolean }> {
      const found = (await photos.findActive(userId, maxActive + 1)).map(({ photo }) => photo)
      return { active: found.slice(0, maxActive), tooMany: found.length > maxActive }
    },

    /** Makes it the newest. @returns what gave way to it, the newest first */
    async activate(
      photo: ProfilePhoto,
      put: (place: SequencedPhoto) => Promise<void>,
    ): Promise<ProfilePhoto[]> {
      const active = await photos.findActive(photo.userId, surplusRead)
      const others = active.map(placed => placed.photo).filter(({ id }) => id !== photo.id)
      const surplus = others.slice(maxActive - 1)
      const sequence = (active[0]?.sequence ?? 0) + 1
      await put({ photo: { ...photo, archived: false }, sequence, displaced: surplus.length })
      await archive(photo.userId, surplus)
      await profile.setImage(photo.userId, photo)
      return surplus
    },

    /** Makes the newest active photo the profile's image; without one the profile has none. */
    async updateProfileImage(userId: string): Promise<void> {
      const [newest] = await photos.findActive(userId, 1)
      await profile.setImage(userId, newest?.photo ?? null)
    },

    /**
     * Makes good whatever is otherwise than it should be.
     * @param displaced how many archived photos become active again at most, where there is room
     */
    async repair(userId: string, displaced: number): Promise<void> {
      const active = await photos.findActive(userId, surplusRead)
      await archive(
        userId,
        active.slice(maxActive).map(({ photo }) => photo),
      )
      const missing = Math.min(displaced, maxActive - active.length)
      const back = missing > 0 ? await photos.archived(userId, missing) : []
      for (const { photo, sequence } of back)
        await photos.place({ photo: { ...photo, archived: false }, sequence })
      await profile.setImage(userId, [...active, ...back][0]?.photo ?? null)
    },
  }
}
