/** A stored image of a user. */
export interface Asset {
  /** `users/<user id>/<folder>/<uuid>.<extension>` */
  fileKey: string
  /** Null until the smaller sizes are created, and if they cannot be created. */
  blurHash: string | null
}

/** The stored file of an upload. */
export interface StoredFile {
  fileKey: string
  fileName: string
  contentType: string
  /** Stored size in bytes. */
  size: number
  uploadedAt: Date
}

/** A completely received file at a temporary path, which the receiver deletes. */
export interface ReceivedFile {
  path: string
  fileName: string
  /** The media type the client declared. */
  declaredType: string
}

export type PhotoSize = 'ORIGINAL' | VariantSize

export type VariantSize = 'LARGE' | 'THUMBNAIL'
