import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Events } from '../../platform/events/events.js'
import type { IncomingFolder } from '../../platform/files/incoming.js'
import {
  storageError,
  StorageUnavailableError,
  type ObjectStorage,
} from '../../platform/files/object-storage.js'
import { AppError, notFound, unavailable } from '../../errors.js'
import { agreedImageType, sniffedBytes, type ImageType } from './images/image-type.js'
import type { Deadline } from '../../lib/deadline.js'
import { MalformedImageError, stripMetadata } from './images/strip-metadata.js'
import { DatabaseUnavailableError, type Database } from '../../platform/database/database.js'
import type { ProfileService } from '../profile/service.js'
import { activePhotos } from './active-photos.js'
import type { ProfilePhoto } from './models.js'
import { sweeper } from './sweeper.js'
import type { PhotoStore, Unfinished } from './store.js'

const noHurry: Deadline = { left: () => Infinity }

/** A file that was received whole and lies at a temporary path, which its receiver removes. */
export interface ReceivedFile {
  path: string
  fileName: string
  /** The media type the client declared. */
  declaredType: string
}

interface Dependencies {
  photos: PhotoStore
  profile: ProfileService
  database: Pick<Database, 'transaction' | 'afterCommit'>
  storage: ObjectStorage
  incoming: IncomingFolder
  events: Events
  allowedExtensions: string[]
  /** In milliseconds. */
  urlLifetime: number
  /** Where no other process has this database: when this one began. */
  aloneSince: Date | undefined
  clock: () => Date
}

export interface Restored {
  profilePhoto: ProfilePhoto
  /** The oldest, which gave way to it. */
  archivedProfilePhoto: ProfilePhoto | null
}

export function photoService(dependencies: Dependencies) {
  const { photos, database, storage, incoming, events, allowedExtensions, urlLifetime, clock } = dependencies
  const { list, activate, settle } = activePhotos(dependencies)

  const topic = (userId: string) => `photos:${userId}`

  const urlOf = (fileKey: string, from = clock()): Promise<string> =>
    storage.signedUrl('user-assets', fileKey, new Date(from.getTime() + urlLifetime))

  /** Leaves no file of an upload that did not end well. */
  async function discard(upload: Unfinished): Promise<void> {
    // The entry goes with the commit: what has none is a photo.
    if (!(await photos.isUnfinished(upload.id))) return
    await storage.delete('user-assets', upload.fileKey)
    await photos.end(upload.id)
  }

  async function store(path: string, photo: ProfilePhoto, deadline: Deadline): Promise<void> {
    await storage.put('user-assets', photo.fileKey, path, photo.contentType)
    demandTime(deadline)
    await database.transaction(photo.userId, async () => {
      database.afterCommit(() => events.publish(topic(photo.userId), photo.id))
      // Done already, by a run whose outcome nobody learned.
      if (!(await photos.isUnfinished(photo.id))) return
      await activate(photo, photos.insert)
      await photos.end(photo.id)
      demandTime(deadline)
    })
    if (deadline.left() > 0) return
    await takeBack(photo)
    throw tooLate()
  }

  /** Removes a photo of which the client was told that it was not taken. */
  async function takeBack(photo: ProfilePhoto): Promise<void> {
    await database.transaction(photo.userId, async () => {
      // Again what has begun and not ended: should the file not go now, the sweeper removes it.
      if (!(await photos.isUnfinished(photo.id))) await photos.begin(photo, photo.uploadedAt)
      await photos.delete(photo)
      await settle(photo.userId)
    })
    await discard(photo)
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
      const { active, tooMany } = await list(userId)
      if (tooMany) await database.transaction(userId, () => settle(userId))
      return active
    },

    /**
     * Takes in a photo: all of it or, whatever fails, nothing; nothing, too, once nobody waits for it any more.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE, SERVICE_UNAVAILABLE
     */
    async upload(userId: string, file: ReceivedFile, deadline = noHurry): Promise<ProfilePhoto> {
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
        await store(stripped, photo, deadline).catch(async (error: unknown) => {
          // What nobody knows the outcome of may yet happen. Then, and if this fails, too, the sweeper does it later.
          if (!isUnknown(error)) await discard(upload).catch(() => undefined)
          throw error
        })
        return photo
      } finally {
        await rm(stripped, { force: true })
      }
    },

    /**
     * Makes an archived photo the newest active one; an active one stays as it is.
     * @throws AppError NOT_FOUND
     */
    restore: (userId: string, id: string): Promise<Restored> =>
      database.transaction(userId, async () => {
        const placed = await photos.find(id, userId)
        if (!placed) throw notFound('photo')
        const { photo } = placed
        const { active } = await list(userId)
        if (active.some(({ id }) => id === photo.id))
          return { profilePhoto: photo, archivedProfilePhoto: null }
        const surplus = await activate(photo, photos.place)
        return { profilePhoto: { ...photo, archived: false }, archivedProfilePhoto: surplus.at(-1) ?? null }
      }),

    /** Removes what crashes have left behind. */
    sweep: sweeper({ ...dependencies, discard }),
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
    throw storageError(error)
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

/** @throws AppError SERVICE_UNAVAILABLE */
function demandTime({ left }: Deadline): void {
  if (left() === 0) throw tooLate()
}

const tooLate = () => unavailable('The photo could not be stored in time. Try again in a moment.')

const isUnknown = (error: unknown) =>
  error instanceof DatabaseUnavailableError || error instanceof StorageUnavailableError

const unsupported = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message)
