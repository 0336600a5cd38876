import type {
  DerivedWrites,
  Deletion,
  Head,
  OwnedType,
  RecordChange,
  SaveWrite,
  StoredRecord,
  Write,
  WriteConflict,
  WriteResult,
} from './models.js'

/** Validates a write that changes something. @throws AppError if the write is invalid */
export type Validator<Content extends object> = (
  write: SaveWrite<Content>,
  state: { before: StoredRecord<Content> | null; head: Head },
) => void

/** Completes and validates the writes of a batch, one by one. */
export interface Preparation<Content extends object, Derived extends object> {
  /**
   * Fills in the fields that a write omits. A write that is sent again is recognized by the content that was sent, not by
   * the completed one.
   * @param stored null if there is no record, or a tombstone
   */
  complete?(content: Content, stored: Content | null, derived: Derived | null): Content
  validate?: Validator<Content>
}

/** The rules of one type of owned records. All of them are called in the transaction of the writes. */
export interface RecordType<Content extends object, Derived extends object = object> {
  type: OwnedType
  /** Reads, in a constant number of commands, the data for completing and validating the writes. */
  prepare?(
    userId: string,
    writes: readonly SaveWrite<Content>[],
  ): Promise<Preparation<Content, Derived>> | Preparation<Content, Derived>
  /** A field of the content with a different value in each record of a user that has it. */
  unique?: keyof Content & string
  /** The conflict of a duplicate; ACTIVE by default. */
  uniqueConflict?: WriteConflict
  /**
   * Returns whether two records cannot exist at the same time; the second one is the conflict ACTIVE. All records of the user
   * are read for a save, so their number must be small.
   */
  excludes?(content: Content, other: Content): boolean
  /** Returns whether a record is the active one of its type. A user has at most one. */
  isActive?(content: Content, derived: Derived | null): boolean
  /** True for writes from another source, which are not announced to write listeners. */
  isImport?: boolean
  /** True if `derive` writes other owned records itself. They get lower sequence numbers in the feed than the batch. */
  writesOthers?: boolean
  /**
   * Writes data derived from the changes to other collections, before the changes are written.
   * @param head with the counts and the active records after the changes
   * @returns the derived data to be written to owned records and to the head
   */
  derive?(
    userId: string,
    changes: readonly RecordChange<Content, Derived>[],
    head: Head,
  ): Promise<DerivedWrites>
}

export interface RecordTypeService<Content extends object, Derived extends object = object> {
  /** An error that the validator throws is returned in the result. */
  save(userId: string, write: SaveWrite<Content>): Promise<WriteResult<Content, Derived>>
  remove(userId: string, deletion: Deletion): Promise<WriteResult<Content, Derived>>
  /** Applies the writes in their order, with about as many database commands as one write. */
  apply(userId: string, writes: readonly Write<Content>[]): Promise<WriteResult<Content, Derived>[]>
  /** The result of a write with this fingerprint that was accepted earlier; null for a new one. */
  findRepeated(userId: string, write: FingerprintedWrite): Promise<WriteResult<Content, Derived> | null>
}

/** A write whose content is computed by the service, so that the fingerprint of the request identifies it. */
export type FingerprintedWrite = Pick<SaveWrite<object>, 'id' | 'expectedVersion'> & { fingerprint: string }
