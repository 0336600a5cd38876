import type { Asset, StoredFile } from '../assets/models.js'

export interface ProfilePhoto extends Asset, StoredFile {
  /** The `assetId` of its upload. */
  id: string
  userId: string
  archived: boolean
}
