/** A stored image of somebody. */
export interface Asset {
  /** `users/<user id>/<folder>/<uuid>.<extension>` */
  fileKey: string
  /** The picture in a few letters; null until its smaller sizes are there, and where they cannot be made. */
  blurHash: string | null
}

/** The file of an upload that was taken in. */
export interface StoredFile {
  fileKey: string
  fileName: string
  contentType: string
  /** Stored size in bytes. */
  size: number
  uploadedAt: Date
}

/** A file that was received whole and lies at a temporary path, which its receiver removes. */
export interface ReceivedFile {
  path: string
  fileName: string
  /** The media type the client declared. */
  declaredType: string
}

/** In which sizes images are served. */
export type PhotoSize = 'ORIGINAL' | VariantSize

export type VariantSize = 'LARGE' | 'THUMBNAIL'
