import type { AppError } from '../../errors.js'
import type { Optional } from '../../lib/input-reader.js'

/**
 * The types of owned records, as the change feed names them. Each feature adds its own by declaration merging, and the
 * list of features does not compile unless they are those of the GraphQL schema.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface OwnedTypes {}

export type OwnedType = keyof OwnedTypes

/** Of what a record is made, as it is sent: with what may be left out. */
export type Draft<Whole, Demanded extends keyof Whole> = Pick<Whole, Demanded> & {
  [Name in Exclude<keyof Whole, Demanded>]?: Optional<Whole[Name]>
}

/** Why a write was refused; nothing was changed. */
export type WriteConflict = 'UNKNOWN' | 'VERSION' | 'DELETED' | 'ID_TAKEN' | 'ACTIVE'

/** A record or its tombstone, as it is stored. */
export interface StoredRecord<Content extends object = object, Derived extends object = object> {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
  /** Null while it lives. */
  deletedAt: Date | null
  /** What its owner wrote. Null in a tombstone, and where it is kept elsewhere. */
  content: Content | null
  /** What the service derived from it and from other records. */
  derived: Derived | null
}

/** A whole record as its owner wants it to be. */
export interface SaveWrite<Content extends object> {
  id: string
  /** The version that the content was made from; null for a new record. */
  expectedVersion: number | null
  /** In the one form that equal contents have. */
  content: Content
  /** Where it stands in what was sent, such as `input`, for messages of what is wrong with it. */
  path: string
  /** By which it is known when it is sent again, where its content is made from what may change. */
  fingerprint?: string
}

export interface Deletion {
  id: string
  /** Null for whichever there is. */
  expectedVersion: number | null
}

export type Write<Content extends object> = SaveWrite<Content> | Deletion

export type WriteStatus = 'APPLIED' | 'UNCHANGED' | 'CONFLICT' | 'REFUSED'

/** What came of a write. */
export interface WriteResult<Content extends object = object, Derived extends object = object> {
  status: WriteStatus
  /** Null unless the status is CONFLICT. */
  conflict: WriteConflict | null
  /** The version that the write made, now or when it was sent first; null where there is none. */
  version: number | null
  /** As the server has it now; null where there is nothing that the caller may see. */
  row: StoredRecord<Content, Derived> | null
  /** When what was to be deleted was; null where it is there, or nothing is known of it. */
  deletedAt: Date | null
  /** What is wrong with what was sent; null unless the status is REFUSED. */
  error: AppError | null
}

/** What has become of a record in a batch of writes. */
export interface RecordChange<Content extends object, Derived extends object = object> {
  id: string
  before: StoredRecord<Content, Derived> | null
  /** Null where it was deleted. */
  after: StoredRecord<Content, Derived> | null
}

/** The summary of what one user owns. Every write of the user raises it. */
export interface Head {
  /** The number of the latest change. */
  seq: number
  /** How many living records there are of each type. */
  counts: Partial<Record<OwnedType, number>>
  /** The active record of each type that has one at most. */
  active: Partial<Record<OwnedType, string>>
  /** Data that features keep in the same document, by name, as it is stored. Each feature has the codec of its own. */
  parts: Readonly<Record<string, unknown>>
}

/** Fields of the parts of a head to be set, by their dotted paths, as they are stored; null removes a field. */
export type HeadFields = Readonly<Record<string, unknown>>

/** What follows from changes and is written with them. */
export interface DerivedWrites {
  /**
   * Changes of the derived data of records, whether the records have changed themselves or not. A record that is
   * patched gets a new place in the feed, but no version.
   */
  derived?: readonly DerivedPatch[]
  head?: HeadFields
  /** Tombstones whose derived data is not needed any more: it is removed, and they expire. */
  released?: { type: OwnedType; ids: readonly string[] }
}

export interface DerivedPatch {
  id: string
  type: OwnedType
  set: Record<string, unknown>
  /** Whether it has become the active one of its type, or has ceased to be. */
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
