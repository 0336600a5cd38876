import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError, badUserInputAt, unavailable } from '../../../../errors.js'
import type { Deadline } from '../../../../lib/deadline.js'
import { fairSemaphore } from '../../../../lib/fair-semaphore.js'
import { days } from '../../../../lib/quantities.js'
import type { IncomingFolder } from '../../../../platform/files/incoming-folder.js'
import type { ObjectStorage } from '../../../../platform/files/object-storage.js'
import { validateImageType } from '../../../media/assets/images/validate-image.js'
import type { ReceivedFile, StoredFile, VariantSize } from '../../../media/assets/models.js'
import { uploadTimedOut } from '../../../media/assets/image-uploads.js'
import {
  ResizerEndedError,
  UnreadableImageError,
  type ImageResizer,
} from '../../../media/assets/variants/image-resizer.js'
import { variantKey, variantSizes, variantType } from '../../../media/assets/variants/variant-keys.js'
import type { ExerciseImage } from '../models.js'
import type { ExerciseImageStore } from './store.js'

/** How long a picture is kept that no exercise has, in milliseconds. */
const unusedLifetime = 1 * days
/** The maximum number of uploads that wait while pictures are resized. */
const maxWaiting = 10
const readBatchSize = 100

interface Dependencies {
  images: ExerciseImageStore
  storage: Pick<ObjectStorage, 'put' | 'read' | 'delete' | 'signedUrl'>
  incoming: Pick<IncomingFolder, 'temporaryPath'>
  resizer: Pick<ImageResizer, 'resize'>
  allowedExtensions: string[]
  /** Of signed URLs, in milliseconds. */
  urlLifetime: number
  /** Returns the ids of the pictures that exercises have. */
  findUsedIds(): Promise<ReadonlySet<string>>
  clock: () => Date
}

interface UploadedExerciseImage {
  id: string
  file: StoredFile
}

/** The pictures of the catalogue. They are stored in two sizes, and are public. */
export function exerciseImageService(dependencies: Dependencies) {
  const { images, storage, incoming, resizer, allowedExtensions, urlLifetime, findUsedIds, clock } =
    dependencies
  const resizing = fairSemaphore({ permits: 1, permitsPerKey: 1 })

  async function resize(file: ReceivedFile, paths: Record<VariantSize, string>) {
    if (resizing.waiting() >= maxWaiting) throw unavailable('Too many pictures are being uploaded.', 5)
    try {
      return await resizing.run('', () => resizer.resize({ source: file.path, ...paths }))
    } catch (error) {
      if (!(error instanceof UnreadableImageError) && !(error instanceof ResizerEndedError)) throw error
      const message = 'The file is damaged or too large: it cannot be read as an image of its type.'
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', message, { field: 'file' })
    }
  }

  async function deleteImage(id: string): Promise<void> {
    for (const size of variantSizes) await storage.delete('app-assets', keyOf(id, size))
    await images.delete(id)
  }

  return {
    /**
     * Stores a picture in all sizes, until it is used or a day has passed.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE
     */
    async upload(file: ReceivedFile, deadline?: Deadline): Promise<UploadedExerciseImage> {
      await validateImageType(file, allowedExtensions)
      const paths = { LARGE: incoming.temporaryPath(), THUMBNAIL: incoming.temporaryPath() }
      try {
        const { blurHash, width, height } = await resize(file, paths)
        const [id, uploadedAt] = [images.newId(), clock()]
        const { size } = await stat(paths.LARGE)
        await images.insert({ assetId: id, blurHash, width, height }, uploadedAt)
        for (const size of variantSizes)
          await storage.put('app-assets', keyOf(id, size), paths[size], variantType)
        if (deadline?.left() === 0) throw uploadTimedOut()
        await images.markStored(id)
        const fileKey = keyOf(id, 'LARGE')
        return { id, file: { fileKey, fileName: file.fileName, contentType: variantType, size, uploadedAt } }
      } finally {
        for (const path of Object.values(paths)) await rm(path, { force: true })
      }
    },

    /**
     * Finds the pictures that an exercise is to have. Must be called in the transaction that saves it.
     * @param path of the list in the request
     * @throws AppError BAD_USER_INPUT
     */
    async use(
      wanted: readonly Pick<ExerciseImage, 'assetId' | 'position'>[],
      path: string,
    ): Promise<ExerciseImage[]> {
      if (wanted.length === 0) return []
      const found = await images.use(
        wanted.map(({ assetId }) => assetId),
        clock(),
      )
      const used = wanted.map(({ assetId, position }, index) => {
        const image = found.get(assetId)
        if (!image) throw badUserInputAt(`${path}[${index}].assetId`, 'is not the id of an uploaded picture.')
        return { ...image, position }
      })
      return used.sort((left, right) => left.position - right.position)
    },

    /** A signed URL of an upload, which works before an exercise has the picture. */
    signedUrlOf: ({ fileKey }: { fileKey: string }, _size?: unknown, from = clock()): Promise<string> =>
      storage.signedUrl('app-assets', fileKey, new Date(from.getTime() + urlLifetime)),

    /** Returns null if the picture does not exist. @throws StorageUnavailableError */
    read: (id: string, size: VariantSize): Promise<Readable | null> =>
      storage.read('app-assets', keyOf(id, size)),

    /** Deletes the pictures that no exercise has, except new ones. */
    async deleteUnused(): Promise<void> {
      const since = new Date(clock().getTime() - unusedLifetime)
      for (let last: string | undefined, isMore = true; isMore;) {
        const ids: string[] = await images.findUnused(since, readBatchSize, last)
        if (ids.length === 0) return
        const used = await findUsedIds()
        for (const id of ids)
          if (!used.has(id) && (await images.markDeleted(id, since))) await deleteImage(id)
        last = ids.at(-1)
        isMore = ids.length === readBatchSize
      }
    },
  }
}

export type ExerciseImageService = ReturnType<typeof exerciseImageService>

const keyOf = (id: string, size: VariantSize) => variantKey(`exercise-images/${id}.webp`, size)
