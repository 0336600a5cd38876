import type { AppError } from '../../errors.js'
import type { Optional } from '../../lib/input-reader.js'

/**
 * The types of owned records, as the change feed names them. Each feature adds its types by declaration
 * merging. `features.ts` compiles only if they are exactly those of the schema.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface OwnedTypes {}

export type OwnedType = keyof OwnedTypes

/** The input of a record: the fields that are not in `Required` may be omitted. */
export type Draft<Content, Required extends keyof Content> = Pick<Content, Required> & {
  [Name in Exclude<keyof Content, Required>]?: Optional<Content[Name]>
}

/** Why a write was not applied. */
export type WriteConflict = 'UNKNOWN' | 'VERSION' | 'DELETED' | 'ID_TAKEN' | 'ACTIVE' | 'EXTERNAL_ID'

/** A record or its tombstone, as it is stored. */
export interface StoredRecord<Content extends object = object, Derived extends object = object> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  /** Null unless it is a tombstone. */
  deletedAt: Date | null
  /** The content written by the owner. Null in a tombstone, and if it is stored in another collection. */
  content: Content | null
  /** The data that the service derived from this and from other records. */
  derived: Derived | null
}

/** A write that was accepted, and the version it created. Stored in records as it is. */
export interface Accepted {
  /** Identifies the write. */
  fingerprint: string
  version: number
}

/** A stored record with its owner, its type and its accepted writes. */
export interface Stored<Content extends object = object, Derived extends object = object> {
  row: StoredRecord<Content, Derived>
  userId: string
  type: OwnedType
  accepted: Accepted[]
}

/** Creates a record, or replaces its whole content. */
export interface SaveWrite<Content extends object> {
  id: string
  /** The version that the content is based on; null for a new record. */
  expectedVersion: number | null
  /** Normalized: equal contents have the same form. */
  content: Content
  /** The path of the input in the request, such as `input`, for error messages. */
  path: string
  /** Recognizes the write when it is sent again, if its content is computed from data that may have changed by then. */
  fingerprint?: string
}

export interface Deletion {
  id: string
  /** Null deletes any version. */
  expectedVersion: number | null
}

export type Write<Content extends object> = SaveWrite<Content> | Deletion

export type WriteStatus = 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'

export interface WriteResult<Content extends object = object, Derived extends object = object> {
  status: WriteStatus
  /** Null unless the status is CONFLICT. */
  conflict: WriteConflict | null
  /** The version that the write created, now or when it was first sent; else the current version, null if none is visible. */
  version: number | null
  /** The record after the write; null if there is none that the caller may see. */
  row: StoredRecord<Content, Derived> | null
  /** When the record was deleted; null if it exists or is unknown. */
  deletedAt: Date | null
  /** Null unless the status is REFUSED. */
  error: AppError | null
}

/** A record before and after a batch of writes. */
export interface RecordChange<Content extends object, Derived extends object = object> {
  id: string
  before: StoredRecord<Content, Derived> | null
  /** Null if it was deleted. */
  after: StoredRecord<Content, Derived> | null
}

/** The summary of a user's records. Every write of the user updates it. */
export interface Head {
  /** The sequence number of the latest change. */
  seq: number
  /** The number of records of each type, without tombstones. */
  counts: Partial<Record<OwnedType, number>>
  /** The id of the active record of each type. */
  active: Partial<Record<OwnedType, string>>
  /** Data that features store in the same document, by name, as it is stored. Each feature encodes and decodes its own. */
  parts: Readonly<Record<string, unknown>>
}

/** Fields of the parts of a head to be set, by their dotted paths; null removes a field. */
export type HeadFields = Readonly<Record<string, unknown>>

/** Data derived from changes, which is written in the same transaction. */
export interface DerivedWrites {
  /**
   * Changes of the derived data of records. A patched record gets a new sequence number in the feed, but no new version.
   */
  derived?: readonly DerivedPatch[]
  head?: HeadFields
  /** Tombstones whose derived data is no longer needed: it is removed, and they expire. */
  released?: { type: OwnedType; ids: readonly string[] }
}

export interface DerivedPatch {
  id: string
  type: OwnedType
  set: Record<string, unknown>
  /** Set if the record has become the active one of its type, or is no longer. */
  isActive?: boolean
}

/** Writes records of one type, several in one transaction. */
export interface RecordWriter {
  apply(userId: string, writes: readonly Write<object>[]): Promise<WriteResult[]>
}

/** One entry of the change feed: a record at its latest change. */
export interface FeedChange {
  type: OwnedType
  id: string
  version: number
  deletedAt: Date | null
}
