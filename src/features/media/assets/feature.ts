import type { FastifyInstance } from 'fastify'
import { storagePath } from '../../../lib/storage-paths.js'
import { coalesceRuns } from '../../../lib/coalesce-runs.js'
import { hours, minutes } from '../../../lib/quantities.js'
import type { Platform } from '../../../platform/platform.js'
import type { FeatureContext } from '../../feature.js'
import { uploadRateLimit } from './upload-rate-limit.js'
import { fileRoutes, type UploadOptions } from './routes.js'
import { assetService } from './service.js'
import { unfinishedUploadStore } from './store.js'
import { unfinishedUploadCutoff, unfinishedUploadsJob } from './unfinished-uploads-job.js'
import { imageResizer } from './variants/image-resizer.js'
import { variantService, type SaveBlurHash } from './variants/service.js'
import { pendingVariantStore } from './variants/pending-variant-store.js'

export function assets({ platform, config }: FeatureContext) {
  const {
    database,
    storage,
    download,
    incomingFolder: incoming,
    backgroundTasks,
    counters,
    clock,
    log,
  } = platform
  const [entries, pendingVariants] = [unfinishedUploadStore(database), pendingVariantStore(database)]
  const blurHashHandlers = new Map<string, SaveBlurHash>()
  const variantsEnabled = config.SMALLER_PHOTOS_ENABLED
  let isClosed = false

  const variants = variantService({
    pendingVariants,
    database,
    storage,
    incoming,
    blurHashHandlers,
    clock,
    resizer: imageResizer(),
    onCrash: (err, { fileKey, attempts }) =>
      log.warn({ err, fileKey, attempts }, 'the image worker crashed while it processed an image'),
  })
  const assets = assetService({
    assets: entries,
    pendingVariants,
    blurHashHandlers,
    database,
    storage,
    incoming,
    clock,
    allowedExtensions: config.LOCAL_STORAGE_ALLOWED_EXTENSIONS,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    start: {
      variants: variantsEnabled
        ? inBackground(backgroundTasks, 'create image variants', variants.run)
        : () => undefined,
      sweeper: inBackground(backgroundTasks, 'delete unfinished uploads', () => sweep()),
    },
  })
  const soleInstanceSince = config.MONGODB_URI === undefined ? clock() : undefined
  const sweep = coalesceRuns(
    unfinishedUploadsJob({
      assets: entries,
      incoming,
      discard: assets.discard,
      clock,
      soleInstanceSince,
      isClosed: () => isClosed,
    }),
  )

  const counter = (name: string, limit: number, window: number) => counters.counter({ name, limit, window })
  const uploadCounters = [
    counter('upload-minute', config.RATE_LIMIT_UPLOAD_PER_MINUTE, 1 * minutes),
    counter('upload-hour', config.RATE_LIMIT_UPLOAD_PER_HOUR, 1 * hours),
  ]
  const uploads: UploadOptions = {
    incoming,
    maxFileSize: config.LOCAL_STORAGE_MAX_FILE_SIZE,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    urlOf: assets.urlOf,
    rateLimit: uploadRateLimit(uploadCounters),
    meter: platform.telemetry.meter,
  }
  return {
    services: { assets: { ...assets, sweep, makeVariants: variants.run }, uploads },
    routes: async (app: FastifyInstance) => {
      // Runs before the service waits for background tasks.
      app.addHook('onClose', async () => {
        isClosed = true
        variants.close()
      })
      await app.register(fileRoutes, {
        prefix: storagePath,
        download: download && { ...download, clock },
      })
    },
    jobs: [
      { name: 'delete unfinished uploads', interval: 1 * minutes, run: sweep },
      ...(variantsEnabled
        ? [{ name: 'create image variants', interval: 1 * minutes, run: variants.run }]
        : []),
    ],
    userData: {
      async erase(userId: string) {
        // Delete the files first: the entries are needed to repeat an interrupted erasure.
        await storage.deleteAll('user-assets', `users/${userId}/`)
        await pendingVariants.erase(userId)
        await entries.erase(userId, unfinishedUploadCutoff(clock(), soleInstanceSince))
        for (const counter of uploadCounters) await counter.reset(userId)
      },
    },
  }
}

/** Starts the work in the background. Calls during a run are combined into one more run. */
function inBackground(background: Platform['backgroundTasks'], purpose: string, work: () => Promise<void>) {
  let latest: Promise<void> | undefined
  return () => {
    const run = work()
    if (run === latest) return
    latest = run
    background.run({ purpose }, () => run)
  }
}
