import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { unavailable } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import { DatabaseUnavailableError, type Database } from '../../../platform/database/database.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { StorageUnavailableError, type ObjectStorage } from '../../../platform/files/object-storage.js'
import { validateImageType, copyWithoutMetadata } from './images/validate-image.js'
import type { Asset, PhotoSize, ReceivedFile, StoredFile } from './models.js'
import type { UnfinishedUploadStore, UnfinishedUpload } from './store.js'
import { variantKey, variantSizes } from './variants/variant-keys.js'
import type { SaveBlurHash } from './variants/service.js'
import type { PendingVariantStore } from './variants/pending-variant-store.js'

const noDeadline: Deadline = { left: () => Infinity }

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

interface Upload {
  userId: string
  /** The id of the record to which the image will belong. */
  assetId: string
  file: ReceivedFile
  deadline?: Deadline | undefined
  beforeTransaction?(): Promise<void>
  /** Creates the record to which the image belongs, in the transaction. */
  createRecord(stored: StoredFile): Promise<void>
  onCommitted?(): void
  /** Deletes the record, in a transaction, if the deadline passed before the commit. Without it, the record is kept. */
  deleteRecord?(): Promise<void>
}

interface AssetType {
  /** The folder in the keys of the files, such as `profile-picture`. */
  folder: string
  saveBlurHash: SaveBlurHash
}

export function assetService(dependencies: Dependencies) {
  const {
    assets,
    pendingVariants,
    blurHashHandlers,
    database,
    storage,
    incoming,
    allowedExtensions,
    urlLifetime,
  } = dependencies
  const { start, clock } = dependencies

  /** Deletes the files of an unfinished upload or of a deleted record. */
  async function discard(upload: UnfinishedUpload): Promise<void> {
    // The commit of an upload removes its entry, so that files without an entry belong to a record.
    if (!(await assets.has(upload.id))) return
    for (const size of ['ORIGINAL', ...variantSizes] as const)
      await storage.delete('user-assets', variantKey(upload.fileKey, size))
    await assets.remove(upload.id)
  }

  async function storeFile(
    path: string,
    entry: UnfinishedUpload,
    stored: StoredFile,
    upload: Upload,
  ): Promise<void> {
    const {
      userId,
      assetId,
      deadline = noDeadline,
      beforeTransaction,
      createRecord,
      onCommitted,
      deleteRecord,
    } = upload
    await storage.put('user-assets', stored.fileKey, path, stored.contentType)
    await beforeTransaction?.()
    assertTimeLeft(deadline)
    await database.transaction(userId, async () => {
      database.afterCommit(() => {
        onCommitted?.()
        start.variants()
      })
      // The transaction was committed by an earlier attempt with an unknown outcome.
      if (!(await assets.has(entry.id))) return
      await createRecord(stored)
      await pendingVariants.add({ ...entry, assetId }, stored.uploadedAt)
      await assets.remove(entry.id)
      assertTimeLeft(deadline)
    })
    if (deadline.left() > 0 || !deleteRecord) return
    await database.transaction(userId, async () => {
      // Restore the entry, so that the job for unfinished uploads deletes the files if this process does not.
      if (!(await assets.has(entry.id))) await assets.add(entry, stored.uploadedAt)
      await deleteRecord()
    })
    await discard(entry)
    throw uploadTimedOut()
  }

  /**
   * Stores an image and its record completely or, if anything fails or the deadline has passed, not at all.
   * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE; the errors of `createRecord`
   */
  async function storeImage(folder: string, upload: Upload): Promise<StoredFile> {
    const { userId, file } = upload
    const type = await validateImageType(file, allowedExtensions)
    const stripped = incoming.temporaryPath()
    try {
      const { size } = await copyWithoutMetadata(file.path, stripped, type)
      const fileKey = `users/${userId}/${folder}/${randomUUID()}.${type.extension}`
      const uploadedAt = clock()
      const stored = { fileKey, fileName: file.fileName, contentType: type.mediaType, size, uploadedAt }
      const entry = { id: assets.newId(), userId, fileKey }
      await assets.add(entry, uploadedAt)
      await storeFile(stripped, entry, stored, upload).catch(async (error: unknown) => {
        // With an unknown outcome, the transaction may still be committed. The job for unfinished uploads cleans up then,
        // and if discarding fails.
        if (!hasUnknownOutcome(error)) await discard(entry).catch(() => undefined)
        throw error
      })
      return stored
    } finally {
      await rm(stripped, { force: true })
    }
  }

  return {
    discard,
    pendingVariantState: pendingVariants.state,

    registerType({ folder, saveBlurHash }: AssetType) {
      blurHashHandlers.set(folder, saveBlurHash)
      return { upload: (upload: Upload) => storeImage(folder, upload) }
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

/** @throws AppError SERVICE_UNAVAILABLE */
function assertTimeLeft({ left }: Deadline): void {
  if (left() === 0) throw uploadTimedOut()
}

export const uploadTimedOut = () =>
  unavailable('The photo could not be stored in time. Try again in a moment.')

const hasUnknownOutcome = (error: unknown) =>
  error instanceof DatabaseUnavailableError || error instanceof StorageUnavailableError
