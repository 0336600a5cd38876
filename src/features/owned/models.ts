import type { AppError } from '../../errors.js'

/** What an owned record can be; the change feed names them so. */
export type OwnedType =
  | 'WORKOUT'
  | 'EXERCISE'
  | 'FAVORITE'
  | 'PROGRAM'
  | 'ENROLLMENT'
  | 'MEASUREMENT'
  | 'PROGRESS_PHOTO'
  | 'PROFILE'

/** Why a write was refused; nothing was changed. */
export type WriteConflict = 'UNKNOWN' | 'VERSION' | 'DELETED' | 'ID_TAKEN' | 'ACTIVE'

/** A record or its tombstone, as it is stored. */
export interface Row<Content extends object = object> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  /** Null while it lives. */
  deletedAt: Date | null
  /** Null in a tombstone, and where the content is kept elsewhere. */
  content: Content | null
}

/** A whole record as its owner wants it to be. */
export interface Save<Content extends object> {
  id: string
  /** The version that the content was made from; null for a new record. */
  expectedVersion: number | null
  /** In the one form that equal contents have. */
  content: Content
}

export interface Deletion {
  id: string
  /** Null for whichever there is. */
  expectedVersion: number | null
}

export type WriteStatus = 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'

/** What came of a write. */
export interface Written<Content extends object> {
  status: WriteStatus
  /** Null unless the status is CONFLICT. */
  conflict: WriteConflict | null
  /** The version that the write made, now or when it was sent first; null where there is none. */
  version: number | null
  /** As the server has it now; null where there is nothing that the caller may see. */
  row: Row<Content> | null
  /** What is wrong with what was sent; null unless the status is REFUSED. */
  error: AppError | null
}

/** One entry of the change feed: a record at its latest change. */
export interface FeedChange {
  type: OwnedType
  id: string
  version: number
  deletedAt: Date | null
}
