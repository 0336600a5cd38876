import { extname } from 'node:path'
import type { Asker } from '../../viewer.js'
import type { UploadOptions } from '../assets/routes.js'
import type { AssetService } from '../assets/service.js'
import type { Ground } from '../feature.js'
import type { ProfileService } from '../profile/service.js'
import { photoResolvers } from './resolvers.js'
import { photoRoutes } from './routes.js'
import { photoService } from './service.js'
import { photoStore } from './store.js'

interface Needs {
  profile: ProfileService
  assets: AssetService
  uploads: UploadOptions
}

export function photos({ platform }: Ground, { profile, assets, uploads }: Needs) {
  const { database, events } = platform
  const store = photoStore(database)
  const photos = photoService({ photos: store, profile, assets, database, events })
  return {
    services: { photos },
    resolvers: photoResolvers(photos, assets),
    findNode: async (id: string, { viewer }: Asker) =>
      viewer && { __typename: 'ProfilePhoto', ...(await photos.get(viewer.id, id)) },
    routes: photoRoutes(photos, uploads),
    personal: {
      erase: store.erase,
      export: (userId: string) => ({ profilePhotos: store.every(userId) }),
      async *files(userId: string) {
        for await (const { id, fileKey, uploadedAt } of store.every(userId))
          yield { path: `profile-photos/${id}${extname(fileKey)}`, fileKey, storedAt: uploadedAt }
      },
    },
  }
}
