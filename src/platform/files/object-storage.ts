import type { Readable } from 'node:stream'

/** `user-assets` holds what users upload, `app-assets` the service's own files. */
export const buckets = ['user-assets', 'app-assets'] as const

export type Bucket = (typeof buckets)[number]

/** Where files lie: a folder, or an S3-compatible service. */
export interface ObjectStorage {
  /**
   * Stores a finished file, which is gone from its old place afterwards. The object becomes visible complete or
   * not at all; if this fails, the file is still where it was.
   * @throws StorageUnavailableError
   */
  put(bucket: Bucket, key: string, file: string, contentType: string): Promise<void>
  /** What is in it; null if there is no such object. @throws StorageUnavailableError */
  read(bucket: Bucket, key: string): Promise<Readable | null>
  /** Also succeeds if there is no such object. @throws StorageUnavailableError */
  delete(bucket: Bucket, key: string): Promise<void>
  /** Deletes every object whose key begins so; a prefix ends in a slash. @throws StorageUnavailableError */
  deleteAll(bucket: Bucket, prefix: string): Promise<void>
  /** An address that gives the object to whoever has it, until then. */
  signedUrl(bucket: Bucket, key: string, expiresAt: Date): Promise<string>
  /** Resolves when the storage answers. */
  ping(): Promise<void>
}

/** The storage cannot be reached, or does not work for the time being. */
export class StorageUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('the storage does not answer', options)
    this.name = 'StorageUnavailableError'
  }
}

const fullDiskCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** What storing on a disk fails with: one that is full has room again some time. */
export function toStorageError(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && fullDiskCodes.includes(String(error.code))
  return isFull ? new StorageUnavailableError({ cause: error }) : error
}
