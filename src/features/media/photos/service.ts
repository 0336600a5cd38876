import { notFound } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import type { Database } from '../../../platform/database/database.js'
import type { UploadMarker, UploadMarkers } from '../../../platform/files/upload-markers.js'
import type { Events } from '../../../platform/events/events.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import { uploadTimedOut, type AssetService } from '../assets/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { User } from '../../people/profile/models.js'
import { activePhotos, maxActive } from './active-photos.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore } from './store.js'

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
  assets: Pick<AssetService, 'registerType' | 'deleteFiles'>
  /** Of photos that are stored and of which nobody has been told. */
  uploadMarkers: UploadMarkers
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
}

export interface Restored {
  profilePhoto: ProfilePhoto
  /** The oldest, which gave way to it. */
  archivedProfilePhoto: ProfilePhoto | null
}

export interface Deleted {
  recordId: string
  user: User
}

export interface Uploaded {
  photo: ProfilePhoto
  /** @throws AppError SERVICE_UNAVAILABLE where it may have been taken back by now */
  confirm(): void
}

export function photoService(dependencies: Dependencies) {
  const { photos, profile, assets, uploadMarkers, database, events } = dependencies
  const { list, activate, repair: settle, updateProfileImage } = activePhotos(dependencies)
  const pictures = assets.registerType({
    folder: 'profile-picture',
    async saveBlurHash(userId, id, blurHash) {
      const photo = await photos.saveBlurHash(userId, id, blurHash)
      if (photo) await profile.saveBlurHash(userId, photo)
      return photo !== null
    },
  })

  async function revertUpload({ userId, id }: PhotoId): Promise<void> {
    const placed = await photos.find(id, userId)
    await photos.delete({ id, userId })
    await settle(userId, placed ? (placed.displaced ?? maxActive) : 0)
  }

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
      if (tooMany) await database.transaction(userId, () => settle(userId, 0))
      return active
    },

    /**
     * Takes in a photo: all of it or, whatever fails, nothing; nothing, too, once nobody waits for it any more. It is
     * there for good when it is confirmed, right before the answer that tells of it: what a process that is killed has
     * stored and not answered is not shown to somebody who heard nothing.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE
     */
    async upload(userId: string, file: ReceivedFile, deadline?: Deadline): Promise<Uploaded> {
      const id = photos.newId()
      const photoOf = (stored: StoredFile): ProfilePhoto => ({
        ...{ id, userId },
        ...stored,
        ...{ blurHash: null, archived: false },
      })
      let mark: UploadMarker | undefined
      const stored = await pictures.take({
        ...{ userId, assetId: id, file, deadline },
        async createRecord(stored) {
          // Whoever is gone keeps nothing.
          await profile.get(userId)
          await activate(photoOf(stored), photos.insert)
        },
        async beforeTransaction() {
          mark = await uploadMarkers.create(markerName({ userId, id }))
        },
        onCommitted: () => events.publish(topic(userId), id),
        deleteRecord: () => revertUpload({ userId, id }),
      })
      return { photo: photoOf(stored), confirm: () => confirm(mark) }
    },

    /**
     * Takes back what was stored before then and never confirmed.
     * @throws AggregateError of what failed
     */
    async deleteUnconfirmedUploads(before: Date): Promise<void> {
      const failures = await uploadMarkers.processUnsettled(before, async mark => {
        const photo = parseMarkerName(mark)
        await database.transaction(photo.userId, async () => {
          const placed = await photos.find(photo.id, photo.userId)
          if (!placed) return
          await revertUpload(photo)
          await assets.deleteFiles(photo.userId, [placed.photo.fileKey])
        })
      })
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} photos could not be taken back`)
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

    /**
     * Deletes a photo, active or archived, with its files. Where there is none, nothing changes, so that a deletion can
     * be sent again.
     */
    async remove(userId: string, id: string): Promise<Deleted> {
      await database.transaction(userId, async () => {
        const placed = await photos.find(id, userId)
        if (!placed) return
        await photos.delete({ id, userId })
        await assets.deleteFiles(userId, [placed.photo.fileKey])
        await updateProfileImage(userId)
      })
      return { recordId: id, user: await profile.get(userId) }
    },
  }
}

export type PhotoService = ReturnType<typeof photoService>

function confirm(mark: UploadMarker | undefined): void {
  try {
    mark?.settle()
  } catch {
    throw uploadTimedOut()
  }
}

type PhotoId = Pick<ProfilePhoto, 'id' | 'userId'>

const markerName = ({ userId, id }: PhotoId) => `${userId}-${id}`

function parseMarkerName(mark: string): PhotoId {
  const [userId = '', id = ''] = mark.split('-')
  return { userId, id }
}
