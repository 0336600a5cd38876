import type { FastifyInstance } from 'fastify'
import { storageAddress } from '../../lib/addresses.js'
import { hours, minutes } from '../../lib/quantities.js'
import type { Asker } from '../../viewer.js'
import type { Ground } from '../feature.js'
import type { ProfileService } from '../profile/service.js'
import { allowance } from './allowance.js'
import { photoResolvers } from './resolvers.js'
import { storageRoutes } from './routes.js'
import { photoService } from './service.js'
import { photoStore } from './store.js'

export function photos({ platform, config }: Ground, { profile }: { profile: ProfileService }) {
  const { database, storage, download, incoming, events, counters, clock } = platform
  const urlLifetime = config.SIGNED_URL_EXPIRES_IN
  const store = photoStore(database)
  const photos = photoService({
    photos: store,
    profile,
    database,
    storage,
    incoming,
    events,
    allowedExtensions: config.LOCAL_STORAGE_ALLOWED_EXTENSIONS,
    urlLifetime,
    aloneSince: config.MONGODB_URI === undefined ? clock() : undefined,
    clock,
  })
  const counter = (name: string, limit: number, window: number) => counters.counter({ name, limit, window })
  const uploads = [
    counter('upload-minute', config.RATE_LIMIT_UPLOAD_PER_MINUTE, 1 * minutes),
    counter('upload-hour', config.RATE_LIMIT_UPLOAD_PER_HOUR, 1 * hours),
  ]
  const options = {
    photos,
    incoming,
    download: download && { ...download, clock },
    maxFileSize: config.LOCAL_STORAGE_MAX_FILE_SIZE,
    urlLifetime,
    uploads: allowance(uploads),
  }
  return {
    services: { photos },
    resolvers: photoResolvers(photos),
    findNode: async (id: string, { viewer }: Asker) =>
      viewer && { __typename: 'ProfilePhoto', ...(await photos.get(viewer.id, id)) },
    routes: async (app: FastifyInstance) => {
      await app.register(storageRoutes, { prefix: storageAddress, ...options })
    },
    personal: {
      async erase(userId: string) {
        // The files first: a row tells of what is left to be done.
        await storage.deleteAll('user-assets', `users/${userId}/`)
        await store.erase(userId)
        for (const counter of uploads) await counter.forget(userId)
      },
    },
    chores: [{ name: 'sweep photos', every: 1 * hours, run: photos.sweep }],
  }
}
