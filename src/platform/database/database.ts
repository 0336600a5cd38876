import type { Document, Filter, ObjectId, OptionalUnlessRequiredId, UpdateFilter } from 'mongodb'
import type { DatabaseInstrumentation } from './instrumentation.js'

/** What every stored document has. */
export interface Entity extends Document {
  _id: ObjectId
}

/** One index. `expireAfterSeconds: 0` on a date field makes documents vanish once that date has passed. */
export interface Index {
  key: Record<string, 1 | -1>
  /** Tells it from another one over the same fields. */
  name?: string
  unique?: boolean
  /** Only documents that match are indexed, and only they have to be unique. */
  partialFilterExpression?: Document
  expireAfterSeconds?: number
}

export interface FindOptions {
  sort?: Record<string, 1 | -1>
  limit?: number
  /** Of what is found, `_id` and these fields only are there. */
  projection?: Projection
}

/** When to read no further. */
export interface ReadLimit<T> {
  /** Asked of each document in its order: the first of which it is true is the last that is read. */
  isLast?: (document: T) => boolean
}

/** Fields, with dots for those of objects inside; no lists on their way. */
export type Projection = Readonly<Record<string, 1>>

export interface FindOneAndUpdateOptions {
  sort?: Record<string, 1 | -1>
  upsert?: boolean
  projection?: Projection
}

/**
 * The part of the official driver's collection that the stores use, with its semantics. Documents that are
 * handed out may be shared between callers: read them, never change them.
 */
export interface Collection<T extends Entity> {
  /** One document by its id. Equal reads of one tick, over all requests, go to the database as one query. */
  findById(id: ObjectId): Promise<T | null>
  /** Those of some that there are, in no order: like `findById`, but also in a transaction one query. */
  findByIds(ids: readonly ObjectId[]): Promise<T[]>
  findOne(filter: Filter<T>, options?: Pick<FindOptions, 'sort'>): Promise<T | null>
  find(filter: Filter<T>, options?: FindOptions & ReadLimit<T>): Promise<T[]>
  /** @throws DuplicateKeyError */
  insertOne(document: OptionalUnlessRequiredId<T>): Promise<void>
  /** @throws DuplicateKeyError */
  updateOne(filter: Filter<T>, update: UpdateFilter<T>, options?: { upsert?: boolean }): Promise<UpdateResult>
  updateMany(filter: Filter<T>, update: UpdateFilter<T>): Promise<UpdateResult>
  /** The document as it is after the update. @throws DuplicateKeyError */
  findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T>,
    options?: FindOneAndUpdateOptions,
  ): Promise<T | null>
  findOneAndDelete(filter: Filter<T>): Promise<T | null>
  /** How many were deleted. */
  deleteOne(filter: Filter<T>): Promise<number>
  /** How many were deleted. */
  deleteMany(filter: Filter<T>): Promise<number>
  countDocuments(filter: Filter<T>): Promise<number>
  /** Several writes in one command, in their order; the first that fails is the last. @throws DuplicateKeyError */
  bulkWrite(writes: readonly BulkWrite<T>[]): Promise<void>
}

/** One of several writes that go to a collection together. */
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

/** Work that a database needs done again and again while the service runs. */
export interface DatabaseJob {
  /** What logs call it. */
  name: string
  /** In milliseconds. */
  interval: number
  /** @param signal aborts it */
  run(signal: AbortSignal): Promise<unknown>
}

export interface DatabaseOptions {
  /** Stands around each command. */
  instrumentation?: DatabaseInstrumentation
  /** Milliseconds that a transaction, or a wait for one, may take; a test may want it otherwise. */
  transactionTimeout?: number
  clock?: () => Date
}

export interface Database {
  /** A collection and the indexes that `prepare` creates for it. */
  collection<T extends Entity>(name: string, indexes?: Index[]): Collection<T>
  /**
   * Does the work as one transaction: what it writes becomes visible together, on disk, or not at all. Calls with
   * one user's id come one at a time in this process. Inside another transaction it is a part of that one.
   *
   * The work may run again, and even after a commit whose answer was lost: it has no effects but on the database,
   * decides by what it reads in each run, and writes documents whose ids it was given. It awaits everything that is
   * part of it. Any error in it ends the transaction, also one that is caught: look first, then write. A rule over
   * several documents writes one that they share, because two transactions do not see what the other reads.
   * @throws what the work throws; DuplicateKeyError; DatabaseUnavailableError when it is not done within ten seconds
   */
  transaction<T>(userId: string, work: () => Promise<T>): Promise<T>
  /**
   * Keeps an effect until the transaction that the caller is in has been committed, and drops it with a run that
   * is thrown away. After a commit whose outcome nobody learned it happens, too: an effect is a notice that does no
   * harm twice. Outside a transaction it happens at once. Its errors are warnings of the process.
   */
  afterCommit(effect: () => void): void
  /** Creates the indexes of every collection asked for so far. */
  prepare(): Promise<void>
  /** Those of a database that needs any. */
  readonly jobs?: readonly DatabaseJob[]
  /** Resolves when the database answers. @throws DatabaseUnavailableError */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A unique index refused the write. */
export class DuplicateKeyError extends Error {
  /** The fields of the index that refused; empty where that was one of several writes, of which MongoDB tells less. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[], options?: ErrorOptions) {
    super(`another document has the same ${fields.join(', ')}`, options)
    this.name = 'DuplicateKeyError'
    this.fields = fields
  }
}

/** The database cannot be reached, or did not answer in time. */
export class DatabaseUnavailableError extends Error {
  constructor(options?: ErrorOptions, message = 'the database does not answer') {
    super(message, options)
    this.name = 'DatabaseUnavailableError'
  }
}
