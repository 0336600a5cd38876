import { conflict } from '../../../errors.js'
import { pluralize } from '../../../lib/plural.js'
import { MiB } from '../../../lib/quantities.js'
import type { FeatureContext } from '../../feature.js'
import { declareRecord } from '../../owned/declare-record.js'
import { deleteOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { AssetService } from '../assets/service.js'
import { photoEditor } from './photo-editor.js'
import { assertTakenAtInRange } from './input.js'
import type { ProgressPhoto, ProgressPose, StoredProgressPhoto } from './models.js'
import type { UsageStore } from './usage-store.js'

/** The maximum number and the maximum total size of the photos of one user. */
interface Quota {
  photos: number
  bytes: number
}

export interface ProgressPhotoDependencies extends Pick<FeatureContext['platform'], 'database' | 'clock'> {
  owned: OwnedService
  usages: UsageStore
  consents: ConsentService
  assets: AssetService
  quota: Quota
}

export function progressPhotoRecord(dependencies: ProgressPhotoDependencies) {
  const { owned, database, usages, consents, assets, quota, clock } = dependencies
  return declareRecord(
    { owned, database },
    {
      type: 'PROGRESS_PHOTO',
      typename: 'ProgressPhoto',
      payload: 'progressPhoto',
      list: {
        field: 'progressPhotos',
        order: { field: 'content.takenAt', type: 'date', direction: -1 },
        equal: ['content.pose'],
        filter: ({ pose = null }: { pose?: ProgressPose | null }) =>
          pose === null ? {} : { 'content.pose': pose },
        hasTotalCount: true,
      },
      present,

      async prepare(userId) {
        const consentError = await consents.missingConsentError(userId, 'PROGRESS_PHOTOS')
        const bytes = await usages.findStoredBytes(userId)
        return {
          validate({ content, expectedVersion, path }, { before, head }) {
            if (consentError) throw consentError
            if (before?.content) assertTakenAtInRange(content.takenAt, clock(), `${path}.takenAt`)
            // Only uploads expect no version. All other writes change existing photos.
            if (expectedVersion !== null) return
            const photos = (head.counts.PROGRESS_PHOTO ?? 0) + 1
            assertWithinQuota({ photos, bytes: bytes + content.size }, quota)
          },
        }
      },

      async derive(userId, changes) {
        const addedBytes = changes.reduce((sum, { before, after }) => sum + sizeOf(after) - sizeOf(before), 0)
        if (addedBytes !== 0) await usages.addBytes(userId, addedBytes)
        const deletedFileKeys = changes.flatMap(({ before, after }) =>
          after === null ? (before?.content?.fileKey ?? []) : [],
        )
        await assets.deleteFiles(userId, deletedFileKeys)
        return {}
      },

      operations: (recordType, find) => ({
        saveProgressPhoto: { idField: 'id', apply: photoEditor({ recordType, find, database }) },
        deleteProgressPhoto: deleteOperation(recordType),
      }),
    },
  )
}

const sizeOf = (row: StoredProgressPhoto | null) => row?.content?.size ?? 0

/** @throws AppError CONFLICT */
export function assertWithinQuota(usage: Quota, quota: Quota): void {
  if (usage.photos > quota.photos)
    throw conflict(`You already have ${pluralize(quota.photos, 'progress photo')}. Delete some first.`)
  if (usage.bytes > quota.bytes)
    throw conflict(
      `Your progress photos would take more than ${Math.floor(quota.bytes / MiB)} MiB. Delete some first.`,
    )
}

function present(row: StoredProgressPhoto): ProgressPhoto | null {
  const { id, version, createdAt, updatedAt, content, derived } = row
  return content && { id, version, createdAt, updatedAt, ...content, blurHash: derived?.blurHash ?? null }
}
