import { AppError, conflict, notFound } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import { mapNodes, type PageArguments } from '../../../lib/pages.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Database } from '../../../platform/database/database.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import type { AssetService } from '../assets/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import { deleteAllRecords } from '../../owned/deletion.js'
import type { StoredRecord, WriteResult } from '../../owned/models.js'
import { unwrapResult } from '../../owned/service.js'
import {
  assertWithinQuota,
  progressPhotoRecordType,
  type ProgressPhotoRecordTypeDependencies,
} from './record-type.js'
import { readEdit } from './input.js'
import type {
  ProgressPhoto,
  ProgressPhotoContent,
  ProgressPhotoDerived,
  ProgressPhotoDetails,
  ProgressPhotoDraft,
  ProgressPose,
} from './models.js'
import type { StoredProgressPhoto } from './store.js'

interface Dependencies extends ProgressPhotoRecordTypeDependencies {
  consents: ConsentService
  assets: AssetService
  database: Pick<Database, 'transaction'>
}

type EditResult = WriteResult<ProgressPhotoContent, ProgressPhotoDerived>

export function progressPhotoService(dependencies: Dependencies) {
  const { photos, owned, consents, assets, quota, database } = dependencies
  const recordType = progressPhotoRecordType(dependencies)
  const assetType = assets.registerType({
    folder: 'progress-photo',
    async saveBlurHash(userId, id, blurHash) {
      if (!(await photos.find(userId, id))) return false
      await owned.derive(userId, { derived: [{ id, type: 'PROGRESS_PHOTO', set: { blurHash } }] })
      return true
    },
  })

  async function find(userId: string, id: string): Promise<ProgressPhoto | null> {
    const row = await photos.find(userId, id)
    return row && present(row)
  }

  async function count(userId: string): Promise<number> {
    return (await owned.head(userId)).counts.PROGRESS_PHOTO ?? 0
  }

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

  /** Changes pose, date and notes of a photo. @throws AppError BAD_USER_INPUT */
  function edit(userId: string, draft: ProgressPhotoDraft, path: string): Promise<EditResult> {
    const { id, expectedVersion, edit } = readEdit(draft, path)
    const fingerprint = `edit ${fingerprintOf(edit)}`
    return database.transaction(userId, async () => {
      const row = await photos.find(userId, id)
      // Only uploads create photos. With an expected version, the result is UNKNOWN, DELETED or ID_TAKEN.
      if (!row?.content)
        return recordType.save(userId, {
          id,
          expectedVersion: expectedVersion ?? 1,
          content: emptyContent,
          path,
          fingerprint,
        })
      const takenAt = edit.takenAt ?? row.content.uploadedAt
      return recordType.save(userId, {
        id,
        expectedVersion,
        content: { ...row.content, ...edit, takenAt },
        path,
        fingerprint,
      })
    })
  }

  return {
    recordType,
    present,
    edit,

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<ProgressPhoto> {
      const photo = await find(userId, id)
      if (!photo) throw notFound('progress photo')
      return photo
    },

    /** The photos, the newest first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, pose: ProgressPose | null, pageArguments: PageArguments) {
      const totalCount = pose === null ? await count(userId) : null
      return mapNodes(await photos.page(userId, pose, totalCount, pageArguments), present)
    },

    /** Called before the file is read. @throws AppError CONSENT_REQUIRED, CONFLICT */
    async assertCanUpload(userId: string): Promise<void> {
      await consents.require(userId, 'PROGRESS_PHOTOS')
      assertWithinQuota(
        { photos: (await count(userId)) + 1, bytes: (await photos.findStoredBytes(userId)) + 1 },
        quota,
      )
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
        const existing = isConflict(error) && (await find(userId, id))
        if (existing) return existing
        throw error
      }
      const photo = await find(userId, id)
      if (!photo) throw notFound('progress photo')
      return photo
    },

    /** Called in the transaction that withdraws the consent. */
    deleteAll: (userId: string): Promise<void> => deleteAllRecords(userId, recordType, photos.findSome),
  }
}

const emptyContent: ProgressPhotoContent = {
  fileKey: '',
  fileName: '',
  contentType: '',
  size: 0,
  uploadedAt: new Date(0),
  pose: null,
  takenAt: new Date(0),
  notes: null,
}

export type ProgressPhotoService = ReturnType<typeof progressPhotoService>

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT'

/** Returns null for a tombstone. */
function present(row: StoredRecord): ProgressPhoto | null {
  const { id, version, createdAt, updatedAt, content, derived } = row as StoredProgressPhoto
  return content && { id, version, createdAt, updatedAt, ...content, blurHash: derived?.blurHash ?? null }
}
