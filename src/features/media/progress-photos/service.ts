import { AppError, conflict } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import { unwrapResult } from '../../owned/write-result.js'
import type { ProgressPhoto, ProgressPhotoDetails } from './models.js'
import { assertWithinQuota, type progressPhotoRecord, type ProgressPhotoDependencies } from './record.js'

interface Dependencies extends Omit<ProgressPhotoDependencies, 'database' | 'clock'> {
  photos: ReturnType<typeof progressPhotoRecord>
}

export function progressPhotoService({ photos, owned, usages, consents, assets, quota }: Dependencies) {
  const { recordType } = photos
  const assetType = assets.registerType({
    folder: 'progress-photo',
    async saveBlurHash(userId, id, blurHash) {
      if (!(await photos.find(userId, id))) return false
      await owned.derive(userId, { derived: [{ id, type: 'PROGRESS_PHOTO', set: { blurHash } }] })
      return true
    },
  })

  /** @throws AppError CONSENT_REQUIRED, CONFLICT */
  async function createRecord(userId: string, id: string, details: ProgressPhotoDetails, stored: StoredFile) {
    const { pose, notes, takenAt } = details
    const content = { ...stored, pose, notes, takenAt: takenAt ?? stored.uploadedAt }
    const save = { id, expectedVersion: null, content, path: 'file' }
    const result = unwrapResult(await recordType.save(userId, save))
    if (result.conflict !== null) throw conflict('The id belongs to another record, or to a deleted one.')
  }

  async function deleteRecord(userId: string, id: string): Promise<void> {
    await recordType.remove(userId, { id, expectedVersion: null })
  }

  return {
    /** Called before the file is read. @throws AppError CONSENT_REQUIRED, CONFLICT */
    async assertCanUpload(userId: string): Promise<void> {
      await consents.require(userId, 'PROGRESS_PHOTOS')
      const { counts } = await owned.head(userId)
      const bytes = (await usages.findStoredBytes(userId)) + 1
      assertWithinQuota({ photos: (counts.PROGRESS_PHOTO ?? 0) + 1, bytes }, quota)
    },

    /**
     * Stores record and file of a photo, or neither. A repeated upload with the same id returns the existing photo.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, CONSENT_REQUIRED, CONFLICT, SERVICE_UNAVAILABLE
     */
    async upload(
      userId: string,
      file: ReceivedFile,
      details: ProgressPhotoDetails,
      deadline?: Deadline,
    ): Promise<ProgressPhoto> {
      const id = details.id ?? photos.newId()
      try {
        await assetType.upload({
          userId,
          assetId: id,
          file,
          deadline,
          createRecord: stored => createRecord(userId, id, details, stored),
          // With an id from the client, the upload can be repeated, so that the record stays.
          ...(details.id === null && { deleteRecord: () => deleteRecord(userId, id) }),
        })
      } catch (error) {
        if (!isConflict(error) || !(await photos.find(userId, id))) throw error
      }
      return photos.get(userId, id)
    },
  }
}

export type ProgressPhotoService = ReturnType<typeof progressPhotoService>

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT'
