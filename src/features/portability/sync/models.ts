import type { ErrorCode } from '../../../errors.js'
import type { PresentedRecord } from '../../owned/record.js'
import type { FeedChange, WriteConflict, WriteStatus } from '../../owned/models.js'

/** A record of any type, as its owner sees it. */
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

/** What came of one operation. */
export interface SyncResult {
  recordId: string
  status: WriteStatus
  version: number | null
  conflict: WriteConflict | null
  /** As the server has it now. */
  record: OwnedRecord | null
  error: SyncError | null
}

/** What was wrong with an operation. */
export interface SyncError {
  code: ErrorCode
  message: string
  path: string
}
