import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { maxMarkerAge } from '../../../platform/files/upload-markers.js'
import { coalesceRuns } from '../../../lib/coalesce-runs.js'
import { minutes } from '../../../lib/quantities.js'
import type { RequestContext } from '../../../viewer.js'
import type { UploadOptions } from '../assets/routes.js'
import type { AssetService } from '../assets/service.js'
import { unfinishedUploadCutoff } from '../assets/unfinished-uploads-job.js'
import type { FeatureContext } from '../../feature.js'
import type { ProfileService } from '../../people/profile/service.js'
import { photoResolvers } from './resolvers.js'
import { photoRoutes } from './routes.js'
import { photoService } from './service.js'
import { photoStore } from './store.js'

interface Dependencies {
  profile: ProfileService
  assets: AssetService
  uploads: UploadOptions
}

export function photos({ platform, config }: FeatureContext, { profile, assets, uploads }: Dependencies) {
  const { database, events, uploadMarkers, clock } = platform
  const store = photoStore(database)
  const photos = photoService({ photos: store, profile, assets, uploadMarkers, database, events })
  const soleInstanceSince = config.MONGODB_URI === undefined ? clock() : undefined
  const deleteUnconfirmedUploads = coalesceRuns(() =>
    photos.deleteUnconfirmedUploads(unfinishedUploadCutoff(clock(), soleInstanceSince, 2 * maxMarkerAge)),
  )
  return {
    services: { photos },
    resolvers: photoResolvers(photos, assets),
    findNode: async (id: string, { viewer }: RequestContext) =>
      viewer && { __typename: 'ProfilePhoto', ...(await photos.get(viewer.id, id)) },
    routes: async (app: FastifyInstance) => {
      // Before the first request. The scheduled job reports errors.
      app.addHook('onReady', () => deleteUnconfirmedUploads().catch(() => undefined))
      await app.register(photoRoutes(photos, uploads))
    },
    jobs: [
      { name: 'delete unconfirmed photo uploads', interval: 1 * minutes, run: deleteUnconfirmedUploads },
    ],
    userData: {
      erase: store.erase,
      export: (userId: string) => ({ profilePhotos: store.streamAll(userId) }),
      async *files(userId: string) {
        for await (const { id, fileKey, uploadedAt } of store.streamAll(userId))
          yield { path: `profile-photos/${id}${extname(fileKey)}`, fileKey, storedAt: uploadedAt }
      },
    },
  }
}
