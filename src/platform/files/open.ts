import { keptStorageSecret } from '../keys/keys.js'
import { localStorage, type LocalStorage, type LocalStorageOptions } from './local-storage.js'
import type { ObjectStorage } from './object-storage.js'
import type { S3StorageOptions } from './s3/client.js'

/** Where files lie: an S3-compatible service, or a folder of this machine. */
export type FilesOptions = S3StorageOptions | LocalFilesOptions

interface LocalFilesOptions extends Omit<LocalStorageOptions, 'secret'> {
  /** Made and kept in `keysFolder` if not given. */
  secret: string | undefined
  keysFolder: string
}

export interface Files {
  storage: ObjectStorage
  /** What the service's own signed URLs need; another storage serves its own. */
  download: { storage: LocalStorage; secret: string } | undefined
}

/** @throws ConfigError where the settings name a storage that cannot be used */
export async function openFiles(options: FilesOptions): Promise<Files> {
  if ('buckets' in options) {
    // Its SDK is large: who does without it need not load it.
    const { s3Storage } = await import('./s3/storage.js')
    const storage = await s3Storage(options)
    await storage.check()
    return { storage, download: undefined }
  }
  const secret = options.secret ?? (await keptStorageSecret(options.keysFolder))
  const storage = await localStorage({ ...options, secret })
  return { storage, download: { storage, secret } }
}
