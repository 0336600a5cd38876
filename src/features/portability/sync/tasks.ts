import { badUserInput, type AppError } from '../../../errors.js'
import { isId } from '../../../lib/ids.js'
import { InvalidInput } from '../../../lib/invalid-input.js'
import type { Locale } from '../../../lib/locales.js'
import type { OwnedType, WriteResult } from '../../owned/models.js'
import type { OwnedRecord, RecordOperation } from '../../owned/record.js'

/** An operation as the client sends it, such as `{ saveWorkout: … }`. */
export type Operation = Readonly<Record<string, unknown>>

export interface SyncOptions {
  /** The language of texts that operations take from built-in programs. */
  locale: Locale
  /** Returns why the caller may not perform an operation with this name; null if they may. */
  refusalOf(name: string): AppError | null
}

/** An operation of a request. */
export interface Task {
  record: OwnedRecord
  operation: RecordOperation<unknown>
  input: unknown
  path: string
  /** The language of texts that the operation takes from a built-in program. */
  locale: Locale
  sentSets: number
  /** Why the operation is refused whatever its input is; null if it is permitted. */
  refusal: AppError | null
  /** The maximum number of sets that the operation writes, including sets that were not sent. */
  sets: number
  /** The id of the record that the operation writes. */
  id: string
}

/** The result of an operation, before its record is presented. */
export interface TaskResult extends WriteResult {
  type: OwnedType
  id: string
}

/** An operation as a feature declares it, with its record. */
interface DeclaredOperation {
  record: OwnedRecord
  operation: RecordOperation<never>
}

/** The operations of all records, by their names. */
export const operationsByName = (records: readonly OwnedRecord[]): Map<string, DeclaredOperation> =>
  new Map(
    records.flatMap(record =>
      Object.entries(record.operations).map(([name, operation]) => [name, { record, operation }] as const),
    ),
  )

/** @throws AppError BAD_USER_INPUT if the operation has no valid id */
export function createTask(
  sent: Operation,
  index: number,
  userId: string,
  declared: ReadonlyMap<string, DeclaredOperation>,
  { locale, refusalOf }: SyncOptions,
): Task {
  const [name = '', input] = Object.entries(sent).find(([, value]) => value != null) ?? []
  const found = declared.get(name)
  if (!found) throw new Error(`no feature declares the operation ${name}`)
  const operation: RecordOperation<unknown> = found.operation
  const path = `operations[${index}]`
  const refusal = refusalOf(name)
  const task = { record: found.record, operation, input, path: `${path}.${name}`, locale, refusal }
  if (input instanceof InvalidInput)
    return { ...task, sentSets: 0, sets: 0, id: idOfInvalidInput(operation, input, path) ?? userId }
  const sentSets = 'sets' in operation ? (operation.sets?.(input) ?? 0) : 0
  const sets = 'apply' in operation ? (operation.maxSetsWritten ?? 0) : sentSets
  return { ...task, sentSets, sets, id: idOfInput(operation, input)?.toLowerCase() ?? userId }
}

/** Adjacent operations with the same writer are written together. */
export const writerOf = ({ operation, input, refusal }: Task) =>
  'writer' in operation && !refusal && !(input instanceof InvalidInput) ? operation.writer : null

export const toResult = ({ record: { type }, id }: Task, result: WriteResult): TaskResult => ({
  ...result,
  type,
  id,
})

/** Returns the sent id of the record; undefined for the profile, which has none. */
const idOfInput = ({ idField }: RecordOperation<unknown>, input: unknown) =>
  idField === undefined ? undefined : (input as Record<string, string>)[idField]

/** @throws AppError BAD_USER_INPUT if the operation has no valid id */
function idOfInvalidInput(
  { idField }: RecordOperation<unknown>,
  { sent, message }: InvalidInput,
  path: string,
) {
  if (idField === undefined) return undefined
  const id = sent[idField]
  if (!isId(id)) throw badUserInput(path, message)
  return id.toLowerCase()
}
