import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { unavailable } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import { DatabaseUnavailableError, type Database } from '../../../platform/database/database.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { StorageUnavailableError, type ObjectStorage } from '../../../platform/files/object-storage.js'
import { validateImageType, copyWithoutMetadata } from './images/validate-image.js'
import type { ReceivedFile, StoredFile } from './models.js'
import type { UnfinishedUploadStore, UnfinishedUpload } from './store.js'
import type { PendingVariantStore } from './variants/pending-variant-store.js'

const noDeadline: Deadline = { left: () => Infinity }

interface Dependencies {
  assets: UnfinishedUploadStore
  pendingVariants: Pick<PendingVariantStore, 'add'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  storage: Pick<ObjectStorage, 'put'>
  incoming: IncomingFolder
  allowedExtensions: string[]
  /** Deletes the files of an unfinished upload. */
  discard(upload: UnfinishedUpload): Promise<void>
  /** Starts to create the smaller sizes that are queued. */
  startVariants(): void
  clock: () => Date
}

export interface ImageUpload {
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

/** Stores uploaded images with the records to which they belong. */
export function imageUploads(dependencies: Dependencies) {
  const { assets, pendingVariants, database, storage, incoming, allowedExtensions, discard } = dependencies
  const { startVariants, clock } = dependencies

  /** Stores the file and its record. Deletes both again if the deadline passed before the commit. */
  async function storeFile(
    path: string,
    entry: UnfinishedUpload,
    stored: StoredFile,
    upload: ImageUpload,
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
        startVariants()
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
  async function storeImage(folder: string, upload: ImageUpload): Promise<StoredFile> {
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

  return { storeImage }
}

/** @throws AppError SERVICE_UNAVAILABLE */
function assertTimeLeft({ left }: Deadline): void {
  if (left() === 0) throw uploadTimedOut()
}

export const uploadTimedOut = () =>
  unavailable('The photo could not be stored in time. Try again in a moment.')

const hasUnknownOutcome = (error: unknown) =>
  error instanceof DatabaseUnavailableError || error instanceof StorageUnavailableError
