import type { Document, Filter, ObjectId, OptionalUnlessRequiredId, UpdateFilter } from 'mongodb'
import type { DatabaseInstrumentation } from './instrumentation.js'

/** A stored document. */
export interface Entity extends Document {
  _id: ObjectId
}

/** An index. With `expireAfterSeconds: 0` on a date field, documents are deleted once that date has passed. */
export interface Index {
  key: Record<string, 1 | -1>
  /** Distinguishes the index from another one over the same fields. */
  name?: string
  unique?: boolean
  /** Only matching documents are indexed, and only they have to be unique. */
  partialFilterExpression?: Document
  expireAfterSeconds?: number
}

export interface FindOptions {
  sort?: Record<string, 1 | -1>
  limit?: number
  /** Limits the returned documents to `_id` and these fields. */
  projection?: Projection
}

/** Ends a read before all matching documents are returned. */
export interface ReadLimit<T> {
  /** Called for each document in order. The first document for which it returns true is the last one that is read. */
  isLast?: (document: T) => boolean
}

/** Field paths, with dots for fields of nested objects. A path must not lead through an array. */
export type Projection = Readonly<Record<string, 1>>

export interface FindOneAndUpdateOptions {
  sort?: Record<string, 1 | -1>
  upsert?: boolean
  projection?: Projection
}

/**
 * The part of the official driver's collection that the stores use, with the same semantics. Returned documents may
 * be shared between callers, so they must not be changed.
 */
export interface Collection<T extends Entity> {
  /** Returns a document by its id. Reads of the same tick, over all requests, are sent as one query. */
  findById(id: ObjectId): Promise<T | null>
  /** Returns the documents that exist, in no particular order. Inside a transaction, too, this is one query. */
  findByIds(ids: readonly ObjectId[]): Promise<T[]>
  findOne(filter: Filter<T>, options?: Pick<FindOptions, 'sort'>): Promise<T | null>
  find(filter: Filter<T>, options?: FindOptions & ReadLimit<T>): Promise<T[]>
  /** @throws DuplicateKeyError */
  insertOne(document: OptionalUnlessRequiredId<T>): Promise<void>
  /** @throws DuplicateKeyError */
  updateOne(filter: Filter<T>, update: UpdateFilter<T>, options?: { upsert?: boolean }): Promise<UpdateResult>
  updateMany(filter: Filter<T>, update: UpdateFilter<T>): Promise<UpdateResult>
  /** Returns the document after the update. @throws DuplicateKeyError */
  findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T>,
    options?: FindOneAndUpdateOptions,
  ): Promise<T | null>
  findOneAndDelete(filter: Filter<T>): Promise<T | null>
  /** Returns the number of deleted documents. */
  deleteOne(filter: Filter<T>): Promise<number>
  /** Returns the number of deleted documents. */
  deleteMany(filter: Filter<T>): Promise<number>
  countDocuments(filter: Filter<T>): Promise<number>
  /** Executes several writes in one command, in order, and stops at the first that fails. @throws DuplicateKeyError */
  bulkWrite(writes: readonly BulkWrite<T>[]): Promise<void>
}

/** One write of `bulkWrite`. */
export type BulkWrite<T extends Entity> =
  | { insertOne: { document: OptionalUnlessRequiredId<T> } }
  | { updateOne: { filter: Filter<T>; update: UpdateFilter<T>; upsert?: boolean } }
  | { updateMany: { filter: Filter<T>; update: UpdateFilter<T> } }
  | { deleteOne: { filter: Filter<T> } }

export interface UpdateResult {
  matchedCount: number
  modifiedCount: number
  upsertedId: ObjectId | null
}

/** Maintenance work that a database needs at regular intervals while the service runs. */
export interface DatabaseJob {
  /** The name that appears in logs. */
  name: string
  /** In milliseconds. */
  interval: number
  /** @param signal aborts it */
  run(signal: AbortSignal): Promise<unknown>
}

export interface DatabaseOptions {
  /** Called around each command. */
  instrumentation?: DatabaseInstrumentation
  /** The maximum duration of a transaction, including the wait for its turn, in milliseconds. Tests shorten it. */
  transactionTimeout?: number
  clock?: () => Date
  /** Receives the progress of the conversion of an old data file. */
  report?: (message: string) => void
}

export interface Database {
  /** Returns a collection and registers the indexes that `prepare` creates for it. */
  collection<T extends Entity>(name: string, indexes?: Index[]): Collection<T>
  /**
   * Runs the work as one transaction: all of its writes become visible and durable together, or none does. In this
   * process, transactions with the same user id run one at a time. A transaction inside another one joins it.
   *
   * The work may run more than once, even after a commit whose response was lost. It must therefore have no side effects
   * outside the database, decide by what it reads in the current run, and write documents whose ids are fixed in
   * advance. It must await everything that belongs to the transaction. Any error of an operation aborts the
   * transaction, even if the work catches it, so check before you write. To enforce a rule over several documents, write
   * a document that they share, because two transactions do not see each other's reads.
   * @throws the error of the work; DuplicateKeyError; DatabaseUnavailableError after ten seconds
   */
  transaction<T>(userId: string, work: () => Promise<T>): Promise<T>
  /**
   * Runs an effect after the current transaction is committed, and drops it if the run is rolled back. The effect also
   * runs if the outcome of the commit is unknown, so it must be harmless to run it twice. Outside a transaction, it runs
   * immediately. Errors of the effect are emitted as process warnings.
   */
  afterCommit(effect: () => void): void
  /** Creates the indexes of every collection that was requested so far. */
  prepare(): Promise<void>
  readonly administration: DatabaseAdministration
  /** Maintenance jobs, if the database needs any. */
  readonly jobs?: readonly DatabaseJob[]
  /** Resolves if the database responds. @throws DatabaseUnavailableError; DatabaseDamagedError until the next start */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The operations on whole collections, for migrations. */
export interface DatabaseAdministration {
  /** A collection that may be missing. `prepare` does not create it. */
  existing<T extends Entity>(name: string): Collection<T>
  collectionNames(): Promise<string[]>
  /**
   * Gives a collection another name, which an empty collection may have. Does nothing if there is no such collection.
   * Can be repeated after it was interrupted. Not in a transaction.
   * @param onProgress receives the number of documents that were copied so far, where documents are copied
   * @throws ConfigError if documents exist under both names and do not look like parts of one collection
   */
  renameCollection(from: string, to: string, onProgress?: (documents: number) => void): Promise<void>
  /**
   * Counts the write commands that the server has received for some collections, also those that changed nothing.
   * Undefined where only one process at a time can have the database open.
   */
  countWrites?(names: readonly string[]): Promise<number>
}

/** A write violated a unique index. */
export class DuplicateKeyError extends Error {
  /** The fields of the violated index. Empty for bulk writes, for which MongoDB does not report the fields. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[], options?: ErrorOptions) {
    super(`another document has the same ${fields.join(', ')}`, options)
    this.name = 'DuplicateKeyError'
    this.fields = fields
  }
}

/** The database cannot be reached or did not respond in time. */
export class DatabaseUnavailableError extends Error {
  constructor(options?: ErrorOptions, message = 'the database does not respond') {
    super(message, options)
    this.name = 'DatabaseUnavailableError'
  }
}

/** The embedded database found damage in its data file. The message is for operators, and names no path. */
export class DatabaseDamagedError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super(
      options,
      'The data file of the embedded database is damaged. Stop the service, move the folder DATA_PATH with data.sqlite ' +
        'and data.sqlite-wal to another place, and restore a backup.',
    )
    this.name = 'DatabaseDamagedError'
  }
}
