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
  /** Has work done soon that is waiting in the database. */
  start: { variants(): void; sweeper(): void }
  clock: () => Date
}

/** An image that is to be taken in for somebody. */
export interface Upload {
  userId: string
  /** Of what the image is to belong to. */
  assetId: string
  file: ReceivedFile
  deadline?: Deadline | undefined
  /** What comes right before the transaction. */
  beforeTransaction?(): Promise<void>
  /** Makes what the image belongs to, in the transaction. */
  createRecord(stored: StoredFile): Promise<void>
  /** Tells of it, after the commit. */
  onCommitted?(): void
  /** Takes that back, in a transaction, where the client was told in the meantime that nothing was taken; or it stays. */
  deleteRecord?(): Promise<void>
}

/** What people upload images as. */
export interface AssetType {
  /** Of the files' keys, such as `profile-picture`. */
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

  /** Leaves no file of an upload that did not end well, or of what was deleted. */
  async function discard(upload: UnfinishedUpload): Promise<void> {
    // The entry goes with the commit: what has none belongs to something.
    if (!(await assets.has(upload.id))) return
    for (const size of ['ORIGINAL', ...variantSizes] as const)
      await storage.delete('user-assets', variantKey(upload.fileKey, size))
    await assets.remove(upload.id)
  }

  async function store(
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
      // Done already, by a run whose outcome nobody learned.
      if (!(await assets.has(entry.id))) return
      await createRecord(stored)
      await pendingVariants.add({ ...entry, assetId }, stored.uploadedAt)
      await assets.remove(entry.id)
      assertTimeLeft(deadline)
    })
    if (deadline.left() > 0 || !deleteRecord) return
    await database.transaction(userId, async () => {
      // Again what has begun and not ended: should the file not go now, the sweeper removes it.
      if (!(await assets.has(entry.id))) await assets.add(entry, stored.uploadedAt)
      await deleteRecord()
    })
    await discard(entry)
    throw uploadTimedOut()
  }

  /**
   * Takes in an image: all of it or, whatever fails, nothing; nothing, too, once nobody waits for it any more.
   * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE; what `keep` throws
   */
  async function take(folder: string, upload: Upload): Promise<StoredFile> {
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
      await store(stripped, entry, stored, upload).catch(async (error: unknown) => {
        // What nobody knows the outcome of may yet happen. Then, and if this fails, too, the sweeper does it later.
        if (!isUnknown(error)) await discard(entry).catch(() => undefined)
        throw error
      })
      return stored
    } finally {
      await rm(stripped, { force: true })
    }
  }

  return {
    discard,

    /** How images of one kind are taken in. */
    registerType({ folder, saveBlurHash }: AssetType) {
      blurHashHandlers.set(folder, saveBlurHash)
      return { take: (upload: Upload) => take(folder, upload) }
    },

    /** Signed, valid for a time. Where a size is not there (yet), the original is served. */
    urlOf({ fileKey, blurHash }: Asset, size: PhotoSize = 'ORIGINAL', from = clock()): Promise<string> {
      const key = blurHash === null ? fileKey : variantKey(fileKey, size)
      return storage.signedUrl('user-assets', key, new Date(from.getTime() + urlLifetime))
    },

    /** The original. Null if there is none. @throws StorageUnavailableError */
    read: (fileKey: string): Promise<Readable | null> => storage.read('user-assets', fileKey),

    /** Has the files removed, in all sizes, after the transaction in which nothing refers to them any more. */
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

const isUnknown = (error: unknown) =>
  error instanceof DatabaseUnavailableError || error instanceof StorageUnavailableError
