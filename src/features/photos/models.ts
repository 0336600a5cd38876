/** A profile photo. */
export interface ProfilePhoto {
  /** The `assetId` of its upload. */
  id: string
  userId: string
  fileKey: string
  fileName: string
  contentType: string
  /** Stored size in bytes. */
  size: number
  uploadedAt: Date
  archived: boolean
}
