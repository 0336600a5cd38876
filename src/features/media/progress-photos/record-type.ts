import { conflict } from '../../../errors.js'
import { pluralize } from '../../../lib/plural.js'
import { MiB } from '../../../lib/quantities.js'
import type { AssetService } from '../assets/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { RecordChange } from '../../owned/models.js'
import type { RecordTypeService, OwnedService } from '../../owned/service.js'
import { assertTakenAtInRange } from './input.js'
import type { ProgressPhotoContent, ProgressPhotoDerived } from './models.js'
import type { ProgressPhotoStore } from './store.js'

/** The maximum number and the maximum total size of the photos of one user. */
export interface Quota {
  photos: number
  bytes: number
}

export interface ProgressPhotoRecordTypeDependencies {
  photos: ProgressPhotoStore
  owned: OwnedService
  consents: Pick<ConsentService, 'missingConsentError'>
  assets: Pick<AssetService, 'deleteFiles'>
  quota: Quota
  clock: () => Date
}

export type ProgressPhotoRecordType = RecordTypeService<ProgressPhotoContent, ProgressPhotoDerived>
type Change = RecordChange<ProgressPhotoContent, ProgressPhotoDerived>

export function progressPhotoRecordType(
  dependencies: ProgressPhotoRecordTypeDependencies,
): ProgressPhotoRecordType {
  const { photos, owned, consents, assets, quota, clock } = dependencies

  return owned.defineRecordType<ProgressPhotoContent, ProgressPhotoDerived>({
    type: 'PROGRESS_PHOTO',

    async validate(userId) {
      const consentError = await consents.missingConsentError(userId, 'PROGRESS_PHOTOS')
      const bytes = await photos.findStoredBytes(userId)
      return ({ content, expectedVersion, path }, { before, head }) => {
        if (consentError) throw consentError
        if (before?.content) assertTakenAtInRange(content.takenAt, clock(), `${path}.takenAt`)
        // Only uploads expect no version. All other writes change existing photos.
        if (expectedVersion !== null) return
        assertWithinQuota(
          { photos: (head.counts.PROGRESS_PHOTO ?? 0) + 1, bytes: bytes + content.size },
          quota,
        )
      }
    },

    async derive(userId, changes) {
      const addedBytes = changes.reduce((sum, { before, after }) => sum + sizeOf(after) - sizeOf(before), 0)
      if (addedBytes !== 0) await photos.addBytes(userId, addedBytes)
      const deletedFileKeys = changes.flatMap(({ before, after }) =>
        after === null ? (before?.content?.fileKey ?? []) : [],
      )
      await assets.deleteFiles(userId, deletedFileKeys)
      return {}
    },
  })
}

const sizeOf = (row: Change['after']) => row?.content?.size ?? 0

/** @throws AppError CONFLICT */
export function assertWithinQuota(after: Quota, before: Quota): void {
  if (after.photos > before.photos)
    throw conflict(`You already have ${pluralize(before.photos, 'progress photo')}. Delete some first.`)
  if (after.bytes > before.bytes)
    throw conflict(
      `Your progress photos would take more than ${Math.floor(before.bytes / MiB)} MiB. Delete some first.`,
    )
}
