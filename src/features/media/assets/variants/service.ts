import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { coalesceRuns } from '../../../../lib/coalesce-runs.js'
import { minutes, seconds } from '../../../../lib/quantities.js'
import type { Database } from '../../../../platform/database/database.js'
import type { IncomingFolder } from '../../../../platform/files/incoming-folder.js'
import type { ObjectStorage } from '../../../../platform/files/object-storage.js'
import { ResizerEndedError, UnreadableImageError, type ImageResizer } from './image-resizer.js'
import { variantKey, variantSizes, variantType } from './variant-keys.js'
import type { PendingVariant, PendingVariantStore } from './pending-variant-store.js'

/** An image that has ended so many processes ends no more. */
const maxAttempts = 3
/** How long an image is left to whoever took it: much longer than one takes. */
const lease = 2 * minutes
/** Of the original, from the storage, in milliseconds. */
const readTime = 30 * seconds

/**
 * Keeps the hash of an image with what the image belongs to, in the caller's transaction.
 * @returns false where that is not there any more
 */
export type SaveBlurHash = (userId: string, assetId: string, blurHash: string) => Promise<boolean>

interface Dependencies {
  pendingVariants: PendingVariantStore
  database: Pick<Database, 'transaction'>
  storage: ObjectStorage
  incoming: IncomingFolder
  resizer: ImageResizer
  /** By the folder of the files' keys. */
  blurHashHandlers: ReadonlyMap<string, SaveBlurHash>
  clock: () => Date
  /** Told of an image that ended the process which was to read it. */
  onCrash(error: unknown, image: PendingVariant): void
}

/** Makes the smaller sizes of stored images, one after the other. */
export function variantService(dependencies: Dependencies) {
  const { pendingVariants, database, storage, incoming, resizer, blurHashHandlers, clock, onCrash } =
    dependencies
  let isClosed = false

  /** @returns null where there are none to be made of it */
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
      await pipeline(content, target, { signal: AbortSignal.timeout(readTime) })
      const { blurHash } = await resizer.make(job)
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

  /** Files that nobody keeps are removed before it is forgotten that they may be there. */
  async function finish(image: PendingVariant, blurHash: string | null): Promise<void> {
    const { id, userId, assetId, fileKey } = image
    const isKept = await database.transaction(userId, async () => {
      const keep = blurHashHandlers.get(fileKey.split('/')[2] ?? '')
      const isKept = blurHash !== null && keep !== undefined && (await keep(userId, assetId, blurHash))
      if (isKept) await pendingVariants.remove(id)
      return isKept
    })
    if (isKept) return
    for (const size of variantSizes) await storage.delete('user-assets', variantKey(fileKey, size))
    await pendingVariants.remove(id)
  }

  async function make(image: PendingVariant): Promise<void> {
    try {
      await finish(image, await createVariants(image))
    } catch (error) {
      const isCrash = error instanceof ResizerEndedError && !isClosed
      if (!isCrash) {
        await pendingVariants.release(image.id, clock())
        if (isClosed) return
        throw error
      }
      onCrash(error, image)
      if (image.attempts >= maxAttempts) await finish(image, null)
    }
  }

  async function makeAll(): Promise<void> {
    while (!isClosed) {
      const now = clock()
      const image = await pendingVariants.claim(now, new Date(now.getTime() + lease))
      if (!image) return
      await make(image)
    }
  }

  return {
    /** Makes what is due. @throws where the storage or the database is away; what is left is due again then */
    run: coalesceRuns(makeAll),

    /** Ends what is under way; it is made after the next start. */
    close(): void {
      isClosed = true
      resizer.close()
    },
  }
}
