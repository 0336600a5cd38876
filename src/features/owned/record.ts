import type { Locale } from '../../lib/locales.js'
import type { Page } from '../../lib/pages.js'
import { readDeletion, type DeletionInput } from './deletion.js'
import type { OwnedType, RecordWriter, StoredRecord, Write, WriteResult } from './models.js'

/** A record as it is returned to its owner. */
export interface PresentedRecord {
  id: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Presents stored records of one type, in a constant number of reads. Omits records that are not visible. */
type Presenter = (userId: string, rows: readonly StoredRecord[]) => Promise<readonly PresentedRecord[]>

/** Saves or deletes a whole record. Successive operations with one writer are written together. */
interface WriteOperation<Input> {
  writer: RecordWriter
  /** True if the mutation returns a `DeletePayload`. */
  isDeletion?: boolean
  /** @param path of the input in the request @throws AppError if the input is invalid */
  read(input: Input, path: string): Write<object>
  /** The number of sets in the input. A sync has a limit of sets. */
  sets?(input: Input): number
}

/** Changes a record in another way than by saving its whole content. */
export interface CommandOperation<Input> {
  /**
   * @param path of the input in the request
   * @param locale of texts that the operation takes from a built-in program
   */
  apply(userId: string, input: Input, path: string, locale: Locale): Promise<WriteResult>
  /**
   * The maximum number of sets it writes that are not in its input. A transaction of several operations has a limit
   * of sets.
   */
  maxSetsWritten?: number
}

/** How a sync executes one of its operations. */
export type RecordOperation<Input> = {
  /** The field of the input with the id of the record; omitted for the profile of the account. */
  idField?: string
} & (WriteOperation<Input> | CommandOperation<Input>)

/** A type of owned records, as its feature declares it. */
export interface OwnedRecord {
  type: OwnedType
  /** The type in the GraphQL schema. */
  typename: string
  /**
   * The field with the record in the payloads of the mutations, which are then derived from the operations. Null if the
   * feature resolves these mutations itself.
   */
  payload: string | null
  present: Presenter
  /** True if `present` returns a record of another type, whose version is its own. */
  isReference?: boolean
  /** Finds a record for `node(id)`; without it, the feature finds its nodes itself. @throws AppError NOT_FOUND */
  get?(userId: string, id: string): Promise<PresentedRecord>
  /** A field of `Query` that lists the records of the caller. */
  list?: {
    field: string
    read(
      userId: string,
      args: never,
    ): Promise<Page<PresentedRecord, number | null> | readonly PresentedRecord[]>
  }
  /** By the fields of `SyncOperation` and `Mutation`. */
  operations: Readonly<Record<string, RecordOperation<never>>>
}

/** Returns its argument; it helps the compiler to infer the names. */
export const ownedRecord = <const Declared extends OwnedRecord>(record: Declared): Declared => record

/** Presents records one by one, without a read. */
export const presentEach =
  (present: (row: StoredRecord, userId: string) => PresentedRecord | null): Presenter =>
  async (userId, rows) =>
    rows.flatMap(row => present(row, userId) ?? [])

export const saveOperation = <Input>(
  writer: RecordWriter,
  read: WriteOperation<Input>['read'],
  sets?: (input: Input) => number,
): RecordOperation<Input> => ({ idField: 'id', writer, read, ...(sets && { sets }) })

export const deleteOperation = (writer: RecordWriter): RecordOperation<DeletionInput> => ({
  idField: 'id',
  isDeletion: true,
  writer,
  read: readDeletion,
})

/** Finds what writes the records of a type. */
export function writerOf(records: readonly OwnedRecord[], type: OwnedType): RecordWriter {
  const record = records.find(one => one.type === type)
  for (const operation of Object.values(record?.operations ?? {}))
    if ('writer' in operation) return operation.writer
  throw new Error(`records of the type ${type} cannot be saved`)
}
