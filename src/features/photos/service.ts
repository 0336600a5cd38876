import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Events } from '../../platform/events/events.js'
import type { IncomingFolder } from '../../platform/files/incoming.js'
import type { ObjectStorage } from '../../platform/files/object-storage.js'
import { AppError, notFound } from '../../errors.js'
import { agreedImageType, sniffedBytes, type ImageType } from './images/image-type.js'
import { hours } from '../../lib/quantities.js'
import { MalformedImageError, stripMetadata } from './images/strip-metadata.js'
import type { UserService } from '../users/service.js'
import type { ProfilePhoto } from './models.js'
import type { PhotoStore, Unfinished } from './store.js'

const maxActive = 5
/** More than the five that stay: what a burst of uploads has made too many is archived together. */
const surplusRead = 50
/** An upload takes minutes at the most: what is older was left by a crash. In milliseconds. */
const abandonedAfter = 1 * hours
const sweptAtOnce = 100

/** A file that was received whole and lies at a temporary path, which its receiver removes. */
export interface ReceivedFile {
  path: string
  fileName: string
  /** The media type the client declared. */
  declaredType: string
}

interface Dependencies {
  photos: PhotoStore
  users: UserService
  storage: ObjectStorage
  incoming: IncomingFolder
  events: Events
  allowedExtensions: string[]
  /** In milliseconds. */
  urlLifetime: number
  clock: () => Date
}

export function photoService(dependencies: Dependencies) {
  const { photos, users, storage, incoming, events, allowedExtensions, urlLifetime, clock } = dependencies

  const topic = (userId: string) => `photos:${userId}`

  const urlOf = (fileKey: string, from = clock()): Promise<string> =>
    storage.signedUrl('user-assets', fileKey, new Date(from.getTime() + urlLifetime))

  async function archiveSurplus(userId: string): Promise<void> {
    const active = await photos.active(userId, surplusRead)
    await Promise.all(active.slice(maxActive).map(surplus => photos.archive(surplus)))
  }

  /** Leaves no row and no file of an upload that did not end well. */
  async function undo({ id, userId, fileKey }: Unfinished): Promise<void> {
    await photos.delete(id, userId)
    const [newest] = await photos.active(userId, 1)
    const image = newest && { ...newest.photo, sequence: newest.sequence }
    await users.replaceProfileImage(userId, fileKey, image ?? null)
    await storage.delete('user-assets', fileKey)
    await photos.end(id)
  }

  async function store(upload: Unfinished, path: string, photo: ProfilePhoto): Promise<void> {
    await storage.put('user-assets', photo.fileKey, path, photo.contentType)
    const sequence = await users.nextPhotoSequence(photo.userId)
    await photos.insert(photo, sequence)
    await users.setProfileImage(photo.userId, { ...photo, sequence })
    await photos.end(upload.id)
  }

  return {
    urlOf,

    /** The ids of the photos a user uploads from now on. */
    uploads: (userId: string): AsyncIterableIterator<string> => events.subscribe(topic(userId)),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<ProfilePhoto> {
      const placed = await photos.find(id, userId)
      if (!placed) throw notFound('photo')
      return placed.photo
    },

    /** The active photos of a user, the newest first. */
    async list(userId: string): Promise<ProfilePhoto[]> {
      return (await photos.active(userId, maxActive)).map(({ photo }) => photo)
    },

    /**
     * Takes in a photo: all of it or, whatever fails, nothing.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE
     */
    async upload(userId: string, file: ReceivedFile): Promise<ProfilePhoto> {
      const type = await typeOf(file, allowedExtensions)
      const stripped = incoming.temporaryPath()
      try {
        const { size } = await withoutMetadata(file.path, stripped, type)
        const id = photos.newId()
        const fileKey = `users/${userId}/profile-picture/${randomUUID()}.${type.extension}`
        const uploadedAt = clock()
        const upload = { id, userId, fileKey }
        const { fileName } = file
        const photo = { ...upload, fileName, contentType: type.mediaType, size, uploadedAt, archived: false }
        await photos.begin(upload, uploadedAt)
        await store(upload, stripped, photo).catch(async (error: unknown) => {
          // If this fails, too, the sweeper does it later.
          await undo(upload).catch(() => undefined)
          throw error
        })
        // A photo that is in is not taken back for this: nobody is shown the surplus, and the next one archives it.
        await archiveSurplus(userId).catch(() => undefined)
        events.publish(topic(userId), id)
        return photo
      } finally {
        await rm(stripped, { force: true })
      }
    },

    /** Makes an archived photo the newest active one; an active one stays as it is. @throws AppError NOT_FOUND */
    async restore(userId: string, id: string): Promise<ProfilePhoto> {
      const sequence = await users.nextPhotoSequence(userId)
      const placed = (await photos.restore(id, userId, sequence)) ?? (await photos.find(id, userId))
      if (!placed) throw notFound('photo')
      // For a photo that was active already, this completes what an attempt that failed has begun.
      await archiveSurplus(userId)
      await users.setProfileImage(userId, { ...placed.photo, sequence: placed.sequence })
      return placed.photo
    },

    /** Removes what crashes have left behind. */
    async sweep(): Promise<void> {
      const abandoned = new Date(clock().getTime() - abandonedAfter)
      await incoming.sweep(abandoned)
      for (const upload of await photos.unfinishedBefore(abandoned, sweptAtOnce)) await undo(upload)
    },
  }
}

export type PhotoService = ReturnType<typeof photoService>

async function typeOf(file: ReceivedFile, allowedExtensions: string[]): Promise<ImageType> {
  const type = await agreedImageType(
    file.fileName,
    file.declaredType,
    await firstBytes(file.path),
    allowedExtensions,
  )
  if (type) return type
  throw unsupported(
    `The extension, the media type and the content must all name the same one of: ${allowedExtensions.join(', ')}.`,
  )
}

async function withoutMetadata(
  source: string,
  target: string,
  { mediaType }: ImageType,
): Promise<{ size: number }> {
  try {
    return await stripMetadata(source, target, mediaType)
  } catch (error) {
    if (error instanceof MalformedImageError)
      throw unsupported('The file is broken: it cannot be read as the image it claims to be.')
    throw error
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const unsupported = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message)
