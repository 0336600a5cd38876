import { loadStorageSecret } from '../keys/token-keys.js'
import { localStorage, type LocalStorage, type LocalStorageOptions } from './local-storage.js'
import type { ObjectStorage } from './object-storage.js'
import type { S3StorageOptions } from './s3/client.js'

/** The options of an S3-compatible service or of local storage. */
export type StorageOptions = S3StorageOptions | LocalOptions

interface LocalOptions extends Omit<LocalStorageOptions, 'secret'> {
  /** Generated and kept in `keysFolder` if not given. */
  secret: string | undefined
  keysFolder: string
}

interface OpenedStorage {
  storage: ObjectStorage
  /** The local storage and the secret of its signed URLs; undefined for S3, which serves its URLs itself. */
  download: { storage: LocalStorage; secret: string } | undefined
}

/** @throws ConfigError if the storage of the settings cannot be used */
export async function openStorage(options: StorageOptions): Promise<OpenedStorage> {
  if ('buckets' in options) {
    // Load the SDK only if it is needed, because it is large.
    const { s3Storage } = await import('./s3/storage.js')
    const storage = await s3Storage(options)
    await storage.check()
    return { storage, download: undefined }
  }
  const secret = options.secret ?? (await loadStorageSecret(options.keysFolder))
  const storage = await localStorage({ ...options, secret })
  return { storage, download: { storage, secret } }
}
