import { join } from 'node:path'

/** The settings that choose the database. */
interface Settings {
  MONGODB_URI?: string | undefined
  DATA_PATH: string
  OBJECT_STORAGE_PROVIDER: 'LOCAL' | 'S3'
  LOCAL_STORAGE_BASE_PATH: string
}

export interface DatabaseLocation {
  mongodbUri?: string | undefined
  folder: string
  /** The folder of the uploaded files that the embedded database refers to. */
  filesFolder?: string | undefined
}

export const databaseLocation = (settings: Settings): DatabaseLocation => ({
  mongodbUri: settings.MONGODB_URI,
  folder: join(settings.DATA_PATH, 'database'),
  filesFolder: settings.OBJECT_STORAGE_PROVIDER === 'LOCAL' ? settings.LOCAL_STORAGE_BASE_PATH : undefined,
})
