import { AppError, conflict, notFound } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import { mapNodes, type PageArguments } from '../../../lib/pages.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Database } from '../../../platform/database/database.js'
import type { ReceivedFile, StoredFile } from '../assets/models.js'
import type { AssetService } from '../assets/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import { deleteAllRecords } from '../../owned/deletion.js'
import type { Deletion, StoredRecord, WriteResult } from '../../owned/models.js'
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
  ProgressPhotoPayload,
  ProgressPose,
} from './models.js'
import type { StoredProgressPhoto } from './store.js'

interface Dependencies extends ProgressPhotoRecordTypeDependencies {
  consents: ConsentService
  assets: AssetService
  database: Pick<Database, 'transaction'>
}

type Edited = WriteResult<ProgressPhotoContent, ProgressPhotoDerived>

export function progressPhotoService(dependencies: Dependencies) {
  const { photos, owned, consents, assets, quota, database } = dependencies
  const recordType = progressPhotoRecordType(dependencies)
  const pictures = assets.registerType({
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

  /** In the transaction that makes the file a photo. @throws AppError CONSENT_REQUIRED, CONFLICT */
  async function keep(userId: string, id: string, details: ProgressPhotoDetails, stored: StoredFile) {
    const { pose, notes, takenAt } = details
    const content = { ...stored, pose, notes, takenAt: takenAt ?? stored.uploadedAt }
    const save = { id, expectedVersion: null, content, path: 'file' }
    const written = unwrapResult(await recordType.save(userId, save))
    if (written.conflict !== null) throw conflict('The id belongs to another record, or to a deleted one.')
  }

  async function takeBack(userId: string, id: string): Promise<void> {
    await recordType.remove(userId, { id, expectedVersion: null })
  }

  /** Changes pose, date and notes of a photo. The file stays. @throws AppError BAD_USER_INPUT for malformed input */
  function edit(userId: string, draft: ProgressPhotoDraft, path: string): Promise<Edited> {
    const { id, expectedVersion, edit } = readEdit(draft, path)
    const fingerprint = `edit ${fingerprintOf(edit)}`
    return database.transaction(userId, async () => {
      const row = await photos.find(userId, id)
      // Only an upload makes a photo: with an expected version the answer is UNKNOWN, DELETED or ID_TAKEN.
      if (!row?.content)
        return recordType.save(userId, {
          id,
          expectedVersion: expectedVersion ?? 1,
          content: noPhoto,
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
    kind: recordType,
    present,
    edit,

    /** @throws AppError BAD_USER_INPUT */
    async save(userId: string, draft: ProgressPhotoDraft): Promise<ProgressPhotoPayload> {
      const { row, conflict } = unwrapResult(await edit(userId, draft, 'input'))
      return { progressPhoto: row && present(row), conflict }
    },

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<ProgressPhoto> {
      const photo = await find(userId, id)
      if (!photo) throw notFound('progress photo')
      return photo
    },

    /** The newest first. @throws AppError BAD_USER_INPUT */
    async list(userId: string, pose: ProgressPose | null, wanted: PageArguments) {
      const totalCount = pose === null ? await count(userId) : null
      return mapNodes(await photos.page(userId, pose, totalCount, wanted), present)
    },

    /** Whether there may be one more, before its file is read. @throws AppError CONSENT_REQUIRED, CONFLICT */
    async assertCanUpload(userId: string): Promise<void> {
      await consents.require(userId, 'PROGRESS_PHOTOS')
      assertWithinQuota(
        { photos: (await count(userId)) + 1, bytes: (await photos.findStoredBytes(userId)) + 1 },
        quota,
      )
    },

    /**
     * Takes in a photo: record and file, or neither. Sent again with its id it is the photo that is there.
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
        await pictures.take({
          ...{ userId, assetId: id, file, deadline },
          createRecord: stored => keep(userId, id, details, stored),
          // Who can send it again finds it then.
          ...(details.id === null && { deleteRecord: () => takeBack(userId, id) }),
        })
      } catch (error) {
        const known = isConflict(error) && (await find(userId, id))
        if (known) return known
        throw error
      }
      const photo = await find(userId, id)
      if (!photo) throw notFound('progress photo')
      return photo
    },

    async remove(userId: string, deletion: Deletion) {
      const { row, conflict, version, deletedAt } = await recordType.remove(userId, deletion)
      return { recordId: deletion.id, version, deletedAt, photo: row && present(row), conflict }
    },

    /** In the transaction that withdraws the consent to them. */
    deleteAll: (userId: string): Promise<void> => deleteAllRecords(userId, recordType, photos.findSome),
  }
}

const noPhoto: ProgressPhotoContent = {
  ...{ fileKey: '', fileName: '', contentType: '', size: 0, uploadedAt: new Date(0) },
  ...{ pose: null, takenAt: new Date(0), notes: null },
}

export type ProgressPhotoService = ReturnType<typeof progressPhotoService>

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'CONFLICT'

/** A stored photo as its owner sees it; null for what is left of one. */
function present(row: StoredRecord): ProgressPhoto | null {
  const { id, version, createdAt, updatedAt, content, derived } = row as StoredProgressPhoto
  return content && { id, version, createdAt, updatedAt, ...content, blurHash: derived?.blurHash ?? null }
}
