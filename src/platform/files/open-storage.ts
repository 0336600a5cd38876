import { loadStorageSecret } from '../keys/token-keys.js'
import { localStorage, type LocalStorage, type LocalStorageOptions } from './local-storage.js'
import type { ObjectStorage } from './object-storage.js'
import type { S3StorageOptions } from './s3/client.js'

/** Where files lie: an S3-compatible service, or a folder of this machine. */
export type StorageOptions = S3StorageOptions | LocalOptions

interface LocalOptions extends Omit<LocalStorageOptions, 'secret'> {
  /** Made and kept in `keysFolder` if not given. */
  secret: string | undefined
  keysFolder: string
}

export interface OpenedStorage {
  storage: ObjectStorage
  /** What the service's own signed URLs need; another storage serves its own. */
  download: { storage: LocalStorage; secret: string } | undefined
}

/** @throws ConfigError where the settings name a storage that cannot be used */
export async function openStorage(options: StorageOptions): Promise<OpenedStorage> {
  if ('buckets' in options) {
    // Its SDK is large: who does without it need not load it.
    const { s3Storage } = await import('./s3/storage.js')
    const storage = await s3Storage(options)
    await storage.check()
    return { storage, download: undefined }
  }
  const secret = options.secret ?? (await loadStorageSecret(options.keysFolder))
  const storage = await localStorage({ ...options, secret })
  return { storage, download: { storage, secret } }
}
