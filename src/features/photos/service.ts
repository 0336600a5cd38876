import { notFound } from '../../errors.js'
import type { Deadline } from '../../lib/deadline.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import type { AssetService } from '../assets/service.js'
import type { ProfileService } from '../profile/service.js'
import { activePhotos } from './active-photos.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore } from './store.js'

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
  assets: Pick<AssetService, 'kind'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
}

export interface Restored {
  profilePhoto: ProfilePhoto
  /** The oldest, which gave way to it. */
  archivedProfilePhoto: ProfilePhoto | null
}

export function photoService(dependencies: Dependencies) {
  const { photos, profile, assets, database, events } = dependencies
  const { list, activate, settle } = activePhotos(dependencies)
  const pictures = assets.kind({
    folder: 'profile-picture',
    async keepBlurHash(userId, id, blurHash) {
      const photo = await photos.keepBlurHash(userId, id, blurHash)
      if (photo) await profile.keepBlurHash(userId, photo)
      return photo !== null
    },
  })

  const topic = (userId: string) => `photos:${userId}`

  return {
    /** The ids of the photos a user uploads from now on. */
    uploads: (userId: string): AsyncIterableIterator<string> => events.subscribe(topic(userId)),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<ProfilePhoto> {
      const placed = await photos.find(id, userId)
      if (!placed) throw notFound('photo')
      return placed.photo
    },

    /** The active photos of a user, the newest first. */
    async list(userId: string): Promise<ProfilePhoto[]> {
      const { active, tooMany } = await list(userId)
      if (tooMany) await database.transaction(userId, () => settle(userId))
      return active
    },

    /**
     * Takes in a photo: all of it or, whatever fails, nothing; nothing, too, once nobody waits for it any more.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE
     */
    async upload(userId: string, file: ReceivedFile, deadline?: Deadline): Promise<ProfilePhoto> {
      const id = photos.newId()
      const photoOf = (stored: StoredFile): ProfilePhoto => ({
        ...{ id, userId },
        ...stored,
        ...{ blurHash: null, archived: false },
      })
      const stored = await pictures.take({
        ...{ userId, assetId: id, file, deadline },
        async keep(stored) {
          // Whoever is gone keeps nothing.
          await profile.get(userId)
          await activate(photoOf(stored), photos.insert)
        },
        committed: () => events.publish(topic(userId), id),
        async takeBack() {
          await photos.delete({ id, userId })
          await settle(userId)
        },
      })
      return photoOf(stored)
    },

    /**
     * Makes an archived photo the newest active one; an active one stays as it is.
     * @throws AppError NOT_FOUND
     */
    restore: (userId: string, id: string): Promise<Restored> =>
      database.transaction(userId, async () => {
        const placed = await photos.find(id, userId)
        if (!placed) throw notFound('photo')
        const { photo } = placed
        const { active } = await list(userId)
        if (active.some(({ id }) => id === photo.id))
          return { profilePhoto: photo, archivedProfilePhoto: null }
        const surplus = await activate(photo, photos.place)
        return { profilePhoto: { ...photo, archived: false }, archivedProfilePhoto: surplus.at(-1) ?? null }
      }),
  }
}

export type PhotoService = ReturnType<typeof photoService>
