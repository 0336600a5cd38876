import type { Readable } from 'node:stream'
import { hasCode } from '../../lib/system-errors.js'

/** `user-assets` holds uploads of users, `app-assets` the service's own files. */
export const buckets = ['user-assets', 'app-assets'] as const

export type Bucket = (typeof buckets)[number]

/** The file storage: a local folder, or an S3-compatible service. */
export interface ObjectStorage {
  /**
   * Moves a complete file into the storage. The object becomes visible completely or not at all. If this fails, the file
   * stays where it was.
   * @throws StorageUnavailableError
   */
  put(bucket: Bucket, key: string, file: string, contentType: string): Promise<void>
  /** Returns the content of an object; null if it does not exist. @throws StorageUnavailableError */
  read(bucket: Bucket, key: string): Promise<Readable | null>
  /** Deletes an object. Succeeds if it does not exist. @throws StorageUnavailableError */
  delete(bucket: Bucket, key: string): Promise<void>
  /** Deletes all objects with a key prefix, which must end in a slash. @throws StorageUnavailableError */
  deleteAll(bucket: Bucket, prefix: string): Promise<void>
  /** Returns a URL from which the object can be downloaded without authentication until it expires. */
  signedUrl(bucket: Bucket, key: string, expiresAt: Date): Promise<string>
  /** Resolves if the storage responds. */
  ping(): Promise<void>
}

/** The storage cannot be reached or is temporarily unable to work. */
export class StorageUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the storage is not available', options)
    this.name = 'StorageUnavailableError'
  }
}

const fullDiskCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Converts errors of a full disk to StorageUnavailableError, because they are temporary. */
export function toStorageError(error: unknown): unknown {
  const isFull = fullDiskCodes.some(code => hasCode(error, code))
  return isFull ? new StorageUnavailableError({ cause: error }) : error
}
