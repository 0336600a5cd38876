import type { Optional } from '../../../lib/input-reader.js'
import type { Asset, StoredFile } from '../assets/models.js'
import type { Draft, WriteConflict } from '../../owned/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    PROGRESS_PHOTO: true
  }
}

/** From where the body is seen. */
export const progressPoses = ['FRONT', 'SIDE', 'BACK'] as const

export type ProgressPose = (typeof progressPoses)[number]

/** A progress photo as it is kept. */
export interface ProgressPhotoContent extends StoredFile {
  /** Null where nothing was said of it. */
  pose: ProgressPose | null
  takenAt: Date
  notes: string | null
}

/** What its owner can change of a photo. */
export type ProgressPhotoEdit = Pick<ProgressPhotoContent, 'pose' | 'notes'> & {
  /** Null for the moment of the upload. */
  takenAt: Date | null
}

/** A change of a photo as it is sent. */
export interface ProgressPhotoDraft extends Draft<ProgressPhotoEdit, never> {
  id: string
  expectedVersion?: Optional<number>
}

/** What the service finds out about it. */
export type ProgressPhotoDerived = Partial<Pick<Asset, 'blurHash'>>

/** A progress photo as its owner sees it. */
export interface ProgressPhoto extends ProgressPhotoContent, Asset {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What is told of a photo that is uploaded. */
export interface ProgressPhotoDetails extends Pick<ProgressPhotoContent, 'pose' | 'notes'> {
  /** Made by the app, so that an upload can be sent again; null where the service is to make one. */
  id: string | null
  /** Null for the moment of the upload. */
  takenAt: Date | null
}

/** The result of a change that was sent by itself. */
export interface ProgressPhotoPayload {
  progressPhoto: ProgressPhoto | null
  conflict: WriteConflict | null
}
