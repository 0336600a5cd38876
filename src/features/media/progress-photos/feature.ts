import { extname } from 'node:path'
import type { UploadOptions } from '../assets/routes.js'
import type { AssetService } from '../assets/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import { progressPhotoRecord } from './record.js'
import { progressPhotoResolvers } from './resolvers.js'
import { progressPhotoRoutes } from './routes.js'
import { progressPhotoService } from './service.js'
import { usageStore } from './usage-store.js'

interface Dependencies {
  owned: OwnedService
  consents: ConsentService
  assets: AssetService
  uploads: UploadOptions
}

export function progressPhotos(
  { platform: { database, clock }, config }: FeatureContext,
  { owned, consents, assets, uploads }: Dependencies,
) {
  const usages = usageStore(database)
  const quota = { photos: config.PROGRESS_PHOTOS_MAX_COUNT, bytes: config.PROGRESS_PHOTOS_MAX_BYTES }
  const dependencies = { owned, usages, consents, assets, quota, database, clock }
  const photos = progressPhotoRecord(dependencies)
  const progressPhotos = progressPhotoService({ ...dependencies, photos })
  consents.onWithdrawal('PROGRESS_PHOTOS', photos.deleteAll)
  return {
    services: { progressPhotos },
    resolvers: progressPhotoResolvers(assets),
    records: [photos.record],
    routes: progressPhotoRoutes(progressPhotos, uploads, clock),
    userData: {
      erase: usages.erase,
      async *files(userId: string) {
        for await (const { id, content } of photos.streamAll(userId))
          if (content) {
            const { fileKey, uploadedAt } = content
            yield { path: `progress-photos/${id}${extname(fileKey)}`, fileKey, storedAt: uploadedAt }
          }
      },
    },
  }
}
