import type { FeedChange } from '../owned/models.js'

/** A record of any type, as its owner sees it. */
export interface OwnedRecord {
  /** Its type in the schema. */
  __typename: 'User'
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface Change extends FeedChange {
  record: OwnedRecord | null
}

export interface ChangePage {
  changes: Change[]
  cursor: string
  hasMore: boolean
}
