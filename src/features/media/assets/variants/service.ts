import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { coalesceRuns } from '../../../../lib/coalesce-runs.js'
import { minutes, seconds } from '../../../../lib/quantities.js'
import type { Database } from '../../../../platform/database/database.js'
import { toQueueFailure } from '../../../../platform/database/queue-state.js'
import type { IncomingFolder } from '../../../../platform/files/incoming-folder.js'
import type { ObjectStorage } from '../../../../platform/files/object-storage.js'
import { ResizerEndedError, UnreadableImageError, type ImageResizer } from './image-resizer.js'
import { variantKey, variantSizes, variantType } from './variant-keys.js'
import type { PendingVariant, PendingVariantStore } from './pending-variant-store.js'

/** After so many crashes, an image is not tried again. */
const maxAttempts = 3
/** Much longer than an image takes. After this time, another instance may claim it. */
const claimTimeout = 2 * minutes
/** For reading the original from the storage. */
const readTimeout = 30 * seconds

/**
 * Stores the blur hash in the record to which the image belongs, in the caller's transaction.
 * @returns false if the record does not exist any more
 */
export type SaveBlurHash = (userId: string, assetId: string, blurHash: string) => Promise<boolean>

interface Dependencies {
  pendingVariants: PendingVariantStore
  database: Pick<Database, 'transaction'>
  storage: ObjectStorage
  incoming: IncomingFolder
  resizer: ImageResizer
  /** By the folder in the keys of the files. */
  blurHashHandlers: ReadonlyMap<string, SaveBlurHash>
  clock: () => Date
  /** Called when the image worker crashed while it processed the image. */
  onCrash(error: unknown, image: PendingVariant): void
}

/** Creates the smaller sizes of stored images, one after the other. */
export function variantService(dependencies: Dependencies) {
  const { pendingVariants, database, storage, incoming, resizer, blurHashHandlers, clock, onCrash } =
    dependencies
  let isClosed = false

  /** @returns the blur hash; null if the image does not exist or cannot be decoded */
  async function createVariants(image: PendingVariant): Promise<string | null> {
    const job = {
      source: incoming.temporaryPath(),
      LARGE: incoming.temporaryPath(),
      THUMBNAIL: incoming.temporaryPath(),
    }
    try {
      const content = await storage.read('user-assets', image.fileKey)
      if (!content) return null
      const target = createWriteStream(job.source, { flags: 'wx', mode: 0o600 })
      await pipeline(content, target, { signal: AbortSignal.timeout(readTimeout) })
      const { blurHash } = await resizer.resize(job)
      for (const size of variantSizes)
        await storage.put('user-assets', variantKey(image.fileKey, size), job[size], variantType)
      return blurHash
    } catch (error) {
      if (error instanceof UnreadableImageError) return null
      throw error
    } finally {
      for (const path of Object.values(job)) await rm(path, { force: true })
    }
  }

  /** Files without a record are deleted before the image is removed from the queue, so that none is left behind. */
  async function finish(image: PendingVariant, blurHash: string | null): Promise<void> {
    const { id, userId, assetId, fileKey } = image
    const isSaved = await database.transaction(userId, async () => {
      const saveBlurHash = blurHashHandlers.get(fileKey.split('/')[2] ?? '')
      const isSaved =
        blurHash !== null && saveBlurHash !== undefined && (await saveBlurHash(userId, assetId, blurHash))
      if (isSaved) await pendingVariants.remove(id)
      return isSaved
    })
    if (isSaved) return
    for (const size of variantSizes) await storage.delete('user-assets', variantKey(fileKey, size))
    await pendingVariants.remove(id)
  }

  const recordFailure = ({ id }: PendingVariant, error: unknown): Promise<void> =>
    pendingVariants.recordFailure(id, toQueueFailure(error, clock()))

  async function processImage(image: PendingVariant): Promise<void> {
    try {
      await finish(image, await createVariants(image))
    } catch (error) {
      const isCrash = error instanceof ResizerEndedError && !isClosed
      if (!isCrash) {
        await pendingVariants.release(image.id, clock())
        if (isClosed) return
        await recordFailure(image, error)
        throw error
      }
      await recordFailure(image, error)
      onCrash(error, image)
      if (image.attempts >= maxAttempts) await finish(image, null)
    }
  }

  async function processAll(): Promise<void> {
    while (!isClosed) {
      const now = clock()
      const image = await pendingVariants.claim(now, new Date(now.getTime() + claimTimeout))
      if (!image) return
      await processImage(image)
    }
  }

  return {
    /** Processes all images that are due. @throws if the storage or the database is unavailable */
    run: coalesceRuns(processAll),

    /** Ends the current job, which is repeated after the next start. */
    close(): void {
      isClosed = true
      resizer.close()
    },
  }
}
