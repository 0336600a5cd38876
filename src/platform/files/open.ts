import type { Config } from '../../config.js'
import { loadStorageSecret } from '../keys/keys.js'
import { localStorage, type LocalStorage } from './local-storage.js'
import type { ObjectStorage } from './object-storage.js'
import { s3Storage } from './s3-storage.js'

export interface OpenFiles {
  storage: ObjectStorage
  /** What the service's own signed URLs need; another storage serves its own. */
  download: { storage: LocalStorage; secret: string; clock: () => Date } | undefined
}

/** The storage that the settings choose. */
export async function openFiles(config: Config, clock: () => Date): Promise<OpenFiles> {
  if (config.OBJECT_STORAGE_PROVIDER === 'S3')
    return { storage: await openS3(config, clock), download: undefined }
  const secret = await loadStorageSecret(config)
  const storage = await localStorage({
    basePath: config.LOCAL_STORAGE_BASE_PATH,
    baseUrl: config.LOCAL_STORAGE_BASE_URL,
    secret,
  })
  return { storage, download: { storage, secret, clock } }
}

function openS3(config: Config, clock: () => Date): Promise<ObjectStorage> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return s3Storage({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    buckets: {
      'user-assets': config.S3_BUCKET_USER_ASSETS ?? '',
      'app-assets': config.S3_BUCKET_APP_ASSETS ?? '',
    },
    clock,
  })
}
