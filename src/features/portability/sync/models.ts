import type { ErrorCode } from '../../../errors.js'
import type { PresentedRecord } from '../../owned/record.js'
import type { FeedChange, WriteConflict, WriteStatus } from '../../owned/models.js'

export interface OwnedRecord extends PresentedRecord {
  /** The type in the GraphQL schema. */
  __typename: string
}

export interface Change extends Omit<FeedChange, 'id'> {
  recordId: string
  record: OwnedRecord | null
}

export interface ChangePage {
  changes: Change[]
  cursor: string
  hasMore: boolean
}

/** The result of an operation. */
export interface SyncResult {
  recordId: string
  status: WriteStatus
  version: number | null
  conflict: WriteConflict | null
  /** The record after all operations of the request; null if there is none to return. */
  record: OwnedRecord | null
  error: SyncError | null
}

/** The reason why an operation was rejected. */
export interface SyncError {
  code: ErrorCode
  message: string
  path: string
}
