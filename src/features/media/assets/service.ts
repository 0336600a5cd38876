import type { Readable } from 'node:stream'
import type { Database } from '../../../platform/database/database.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import { imageUploads, type ImageUpload } from './image-uploads.js'
import type { Asset, PhotoSize } from './models.js'
import type { UnfinishedUploadStore, UnfinishedUpload } from './store.js'
import { variantKey, variantSizes } from './variants/variant-keys.js'
import type { SaveBlurHash } from './variants/service.js'
import type { PendingVariantStore } from './variants/pending-variant-store.js'

interface Dependencies {
  assets: UnfinishedUploadStore
  pendingVariants: PendingVariantStore
  blurHashHandlers: Map<string, SaveBlurHash>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  storage: ObjectStorage
  incoming: IncomingFolder
  allowedExtensions: string[]
  /** In milliseconds. */
  urlLifetime: number
  /** Start background work that is queued in the database. */
  start: { variants(): void; sweeper(): void }
  clock: () => Date
}

interface AssetType {
  /** The folder in the keys of the files, such as `profile-picture`. */
  folder: string
  saveBlurHash: SaveBlurHash
}

export function assetService(dependencies: Dependencies) {
  const { assets, pendingVariants, blurHashHandlers, database, storage, urlLifetime, start, clock } =
    dependencies
  const { storeImage } = imageUploads({ ...dependencies, discard, startVariants: start.variants })

  /** Deletes the files of an unfinished upload or of a deleted record. */
  async function discard(upload: UnfinishedUpload): Promise<void> {
    // The commit of an upload removes its entry, so that files without an entry belong to a record.
    if (!(await assets.has(upload.id))) return
    for (const size of ['ORIGINAL', ...variantSizes] as const)
      await storage.delete('user-assets', variantKey(upload.fileKey, size))
    await assets.remove(upload.id)
  }

  return {
    discard,
    pendingVariantState: pendingVariants.state,

    registerType({ folder, saveBlurHash }: AssetType) {
      blurHashHandlers.set(folder, saveBlurHash)
      return { upload: (upload: ImageUpload) => storeImage(folder, upload) }
    },

    /** A signed URL with a limited lifetime. Links to the original while a smaller size does not exist. */
    urlOf({ fileKey, blurHash }: Asset, size: PhotoSize = 'ORIGINAL', from = clock()): Promise<string> {
      const key = blurHash === null ? fileKey : variantKey(fileKey, size)
      return storage.signedUrl('user-assets', key, new Date(from.getTime() + urlLifetime))
    },

    /** Reads the original; null if it does not exist. @throws StorageUnavailableError */
    read: (fileKey: string): Promise<Readable | null> => storage.read('user-assets', fileKey),

    /** Deletes the files in all sizes after the commit. Must be called in the transaction that removes the references. */
    async deleteFiles(userId: string, fileKeys: readonly string[]): Promise<void> {
      if (fileKeys.length === 0) return
      await assets.addDeletedFiles(userId, fileKeys)
      database.afterCommit(start.sweeper)
    },
  }
}

export type AssetService = ReturnType<typeof assetService>
