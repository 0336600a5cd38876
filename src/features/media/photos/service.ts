import { notFound } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import type { Database } from '../../../platform/database/database.js'
import type { UploadMarker, UploadMarkers } from '../../../platform/files/upload-markers.js'
import type { Events } from '../../../platform/events/events.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import { uploadTimedOut } from '../assets/image-uploads.js'
import type { AssetService } from '../assets/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { User } from '../../people/profile/models.js'
import { activePhotos, maxActive } from './active-photos.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore } from './store.js'

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
  assets: Pick<AssetService, 'registerType' | 'deleteFiles'>
  /** Mark photos that are stored, but whose upload has not been confirmed by a response. */
  uploadMarkers: UploadMarkers
  database: Pick<Database, 'transaction' | 'afterCommit'>
  events: Events
}

interface Restored {
  profilePhoto: ProfilePhoto
  /** The oldest active photo, if it was archived for the restored one. */
  archivedProfilePhoto: ProfilePhoto | null
}

interface Deleted {
  recordId: string
  user: User
}

interface Uploaded {
  photo: ProfilePhoto
  /** Must be called right before the response. @throws AppError SERVICE_UNAVAILABLE if the upload may have been reverted */
  confirm(): void
}

export function photoService(dependencies: Dependencies) {
  const { photos, profile, assets, uploadMarkers, database, events } = dependencies
  const { list, activate, repair, updateProfileImage } = activePhotos(dependencies)
  const profilePhotos = assets.registerType({
    folder: 'profile-picture',
    async saveBlurHash(userId, id, blurHash) {
      const photo = await photos.saveBlurHash(userId, id, blurHash)
      if (photo) await profile.saveBlurHash(userId, photo)
      return photo !== null
    },
  })

  async function revertUpload({ userId, id }: PhotoId): Promise<void> {
    const sequenced = await photos.find(id, userId)
    await photos.delete({ id, userId })
    await repair(userId, sequenced ? (sequenced.archivedCount ?? maxActive) : 0)
  }

  const topic = (userId: string) => `photos:${userId}`

  return {
    /** Subscribes to the ids of the photos that a user uploads. */
    uploads: (userId: string): AsyncIterableIterator<string> => events.subscribe(topic(userId)),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<ProfilePhoto> {
      const sequenced = await photos.find(id, userId)
      if (!sequenced) throw notFound('photo')
      return sequenced.photo
    },

    /** The active photos of a user, the newest first. */
    async list(userId: string): Promise<ProfilePhoto[]> {
      const { active, tooMany } = await list(userId)
      if (tooMany) await database.transaction(userId, () => repair(userId, 0))
      return active
    },

    /**
     * Stores a photo completely or, if anything fails or the deadline is over, not at all. An upload that is not
     * confirmed, because the process was killed before its response, is reverted later.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE
     */
    async upload(userId: string, file: ReceivedFile, deadline?: Deadline): Promise<Uploaded> {
      const id = photos.newId()
      const photoOf = (stored: StoredFile): ProfilePhoto => ({
        id,
        userId,
        ...stored,
        blurHash: null,
        archived: false,
      })
      let marker: UploadMarker | undefined
      const stored = await profilePhotos.upload({
        userId,
        assetId: id,
        file,
        deadline,
        async createRecord(stored) {
          // Throws if the account was deleted in the meantime.
          await profile.get(userId)
          await activate(photoOf(stored), photos.insert)
        },
        async beforeTransaction() {
          marker = await uploadMarkers.create(markerName({ userId, id }))
        },
        onCommitted: () => events.publish(topic(userId), id),
        deleteRecord: () => revertUpload({ userId, id }),
      })
      return { photo: photoOf(stored), confirm: () => confirm(marker) }
    },

    /**
     * Deletes the photos of uploads that were not confirmed, and that are older than `before`.
     * @throws AggregateError of the failures
     */
    async deleteUnconfirmedUploads(before: Date): Promise<void> {
      const failures = await uploadMarkers.processPending(before, async name => {
        const photo = parseMarkerName(name)
        await database.transaction(photo.userId, async () => {
          const sequenced = await photos.find(photo.id, photo.userId)
          if (!sequenced) return
          await revertUpload(photo)
          await assets.deleteFiles(photo.userId, [sequenced.photo.fileKey])
        })
      })
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} unconfirmed uploads could not be reverted`)
    },

    /**
     * Makes an archived photo the newest active one; an active one stays as it is.
     * @throws AppError NOT_FOUND
     */
    restore: (userId: string, id: string): Promise<Restored> =>
      database.transaction(userId, async () => {
        const sequenced = await photos.find(id, userId)
        if (!sequenced) throw notFound('photo')
        const { photo } = sequenced
        const { active } = await list(userId)
        if (active.some(({ id }) => id === photo.id))
          return { profilePhoto: photo, archivedProfilePhoto: null }
        const surplus = await activate(photo, photos.updatePosition)
        return { profilePhoto: { ...photo, archived: false }, archivedProfilePhoto: surplus.at(-1) ?? null }
      }),

    /**
     * Deletes an active or archived photo with its files. Succeeds if it does not exist, so that a deletion can be sent
     * again.
     */
    async remove(userId: string, id: string): Promise<Deleted> {
      await database.transaction(userId, async () => {
        const sequenced = await photos.find(id, userId)
        if (!sequenced) return
        await photos.delete({ id, userId })
        await assets.deleteFiles(userId, [sequenced.photo.fileKey])
        await updateProfileImage(userId)
      })
      return { recordId: id, user: await profile.get(userId) }
    },
  }
}

export type PhotoService = ReturnType<typeof photoService>

function confirm(marker: UploadMarker | undefined): void {
  try {
    marker?.confirm()
  } catch {
    throw uploadTimedOut()
  }
}

type PhotoId = Pick<ProfilePhoto, 'id' | 'userId'>

const markerName = ({ userId, id }: PhotoId) => `${userId}-${id}`

function parseMarkerName(name: string): PhotoId {
  const [userId = '', id = ''] = name.split('-')
  return { userId, id }
}
