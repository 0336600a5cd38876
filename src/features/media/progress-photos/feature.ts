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
import { progressPhotoStore } from './store.js'

interface Needs {
  owned: OwnedService
  consents: ConsentService
  assets: AssetService
  uploads: UploadOptions
}

export function progressPhotos(
  { platform, config }: FeatureContext,
  { owned, consents, assets, uploads }: Needs,
) {
  const store = progressPhotoStore(platform.database)
  const quota = { photos: config.PROGRESS_PHOTOS_MAX_COUNT, bytes: config.PROGRESS_PHOTOS_MAX_BYTES }
  const progressPhotos = progressPhotoService({
    photos: store,
    owned,
    consents,
    assets,
    quota,
    database: platform.database,
    clock: platform.clock,
  })
  consents.onWithdrawal('PROGRESS_PHOTOS', progressPhotos.deleteAll)
  return {
    services: { progressPhotos },
    resolvers: progressPhotoResolvers(progressPhotos, assets),
    records: [progressPhotoRecord(progressPhotos)],
    routes: progressPhotoRoutes(progressPhotos, uploads, platform.clock),
    userData: {
      erase: store.erase,
      async *files(userId: string) {
        for await (const { id, content } of store.streamAll(userId))
          if (content) {
            const { fileKey, uploadedAt } = content
            yield { path: `progress-photos/${id}${extname(fileKey)}`, fileKey, storedAt: uploadedAt }
          }
      },
    },
  }
}
