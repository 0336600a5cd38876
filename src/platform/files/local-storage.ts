import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { signToken } from '../../lib/signed-token.js'
import { hasCode } from '../../lib/system-errors.js'
import { encodeKey, isSafeKey } from '../../lib/storage-key.js'
import { buckets, toStorageError, type Bucket, type ObjectStorage } from './object-storage.js'

export interface LocalStorage extends ObjectStorage {
  /** The folder whose subfolders are the buckets. */
  readonly root: string
}

export interface LocalStorageOptions {
  basePath: string
  /** The prefix of signed URLs, without a trailing slash. */
  baseUrl: string
  /** The key of signed URLs, at least 32 characters. */
  secret: string
}

/** Stores files at `basePath/bucket/key`. The extension of a key determines its content type. */
export async function localStorage(options: LocalStorageOptions): Promise<LocalStorage> {
  const { basePath, baseUrl, secret } = options
  const root = resolve(basePath)
  for (const bucket of buckets) await mkdir(join(root, bucket), { recursive: true, mode: 0o700 })

  function locate(bucket: Bucket, key: string): string {
    const folder = join(root, bucket)
    const path = resolve(folder, key)
    if (!isSafeKey(key) || !path.startsWith(folder + sep))
      throw new RangeError('the key refers to a file outside its bucket')
    return path
  }

  return {
    root,
    async put(bucket, key, file) {
      const target = locate(bucket, key)
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await moveDurably(file, target)
      } catch (error) {
        throw toStorageError(error)
      }
    },
    async read(bucket, key) {
      try {
        return (await open(locate(bucket, key), 'r')).createReadStream()
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null
        throw error
      }
    },
    async delete(bucket, key) {
      await rm(locate(bucket, key), { force: true })
    },
    async deleteAll(bucket, prefix) {
      await rm(locate(bucket, prefix.replace(/\/$/, '')), { recursive: true, force: true })
    },
    async signedUrl(bucket, key, expiresAt) {
      locate(bucket, key)
      const token = signToken({ operation: 'GET', bucket, path: key }, expiresAt, secret)
      return `${baseUrl}/${bucket}/${encodeKey(key)}?token=${token}`
    },
    async ping() {
      for (const bucket of buckets) await access(join(root, bucket), constants.R_OK | constants.W_OK)
    },
  }
}

/** Flushes the content before the file is renamed, so that a crash does not leave a file without its content. */
async function moveDurably(file: string, target: string): Promise<void> {
  await syncFile(file)
  try {
    await rename(file, target)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyToFileSystem(file, target)
  }
  await syncFile(dirname(target))
}

/** Copies to another file system, and renames the copy when it is complete, so that no partial file is visible. */
async function copyToFileSystem(file: string, target: string): Promise<void> {
  const temporaryPath = join(dirname(target), `.${randomUUID()}`)
  try {
    await copyFile(file, temporaryPath, constants.COPYFILE_EXCL)
    await syncFile(temporaryPath)
    await rename(temporaryPath, target)
  } finally {
    await rm(temporaryPath, { force: true })
  }
  await rm(file)
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
