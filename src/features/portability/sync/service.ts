import { AppError, badUserInput, badUserInputAt } from '../../../errors.js'
import { DatabaseUnavailableError, type Database } from '../../../platform/database/database.js'
import type { OwnedType, Write, WriteResult } from '../../owned/models.js'
import type { OwnedRecord, RecordOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import { refusedResult } from '../../owned/write-result.js'
import { formatCount } from '../../../lib/plural.js'
import { isId } from '../../../lib/ids.js'
import { InvalidInput } from '../../../lib/invalid-input.js'
import type { Locale } from '../../../lib/locales.js'
import { maxPageObjects } from '../../../lib/page-limit.js'
import { createYielder, yieldToEventLoop } from '../../../lib/event-loop.js'
import { groupOperations, groupAdjacent } from './groups.js'
import type { SyncResult } from './models.js'
import type { RecordPresenter, TypedRow } from './presenter.js'

const maxOperations = 100
/** The maximum number of sets in all operations of a request. */
const maxSets = 5000

/** An operation as the client sends it, such as `{ saveWorkout: … }`. */
type Operation = Readonly<Record<string, unknown>>

interface Dependencies {
  /** Called on first use, because later features declare records, too. */
  records: () => readonly OwnedRecord[]
  present: RecordPresenter
  database: Pick<Database, 'transaction'>
  owned: Pick<OwnedService, 'findMany'>
}

/** How the records of a sync are delivered. */
interface Delivery {
  /** Estimates the number of objects of a record in the response, from an object with the fields of its type. */
  sizeOf(record: object | null): number
  /** @throws AppError QUERY_TOO_COMPLEX if the response cannot contain as many objects */
  assertAvailable(objects: number): void
}

interface SyncOptions {
  /** The language of texts that operations take from built-in programs. */
  locale: Locale
  /** Returns why the caller may not perform an operation with this name; null if they may. */
  refusalOf(name: string): AppError | null
}

/** An operation of a request. */
interface Task {
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
interface TaskResult extends WriteResult {
  type: OwnedType
  id: string
}

export function syncService({ records, present, database, owned }: Dependencies) {
  const declared = once(() => ({
    typenames: new Map(records().map(({ type, typename }) => [type, typename])),
    operations: new Map(
      records().flatMap(record =>
        Object.entries(record.operations).map(([name, operation]) => [name, { record, operation }] as const),
      ),
    ),
  }))

  function createTask(
    sent: Operation,
    index: number,
    userId: string,
    { locale, refusalOf }: SyncOptions,
  ): Task {
    const [name = '', input] = Object.entries(sent).find(([, value]) => value != null) ?? []
    const found = declared().operations.get(name)
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

  /** Applies operations with the same writer, in the transaction of the caller. */
  async function applyTogether(userId: string, tasks: readonly Task[]): Promise<TaskResult[]> {
    const [first] = tasks
    if (!first) return []
    const { operation, input, path, locale, refusal } = first
    if (refusal) return [toResult(first, refusedResult(refusal))]
    if (input instanceof InvalidInput) return [toResult(first, refusedResult(toError(input)))]
    if ('apply' in operation) return [toResult(first, await operation.apply(userId, input, path, locale))]
    const pause = createYielder()
    const parsed: (Write<object> | AppError)[] = []
    for (const task of tasks) {
      parsed.push(parseWrite(task))
      await pause()
    }
    const writes = parsed.flatMap(write => (write instanceof AppError ? [] : [write]))
    const results = (await operation.writer.apply(userId, writes)).values()
    return tasks.map((task, index) => {
      const write = parsed[index]
      const result = write instanceof AppError ? refusedResult(write) : results.next().value
      if (!result) throw new Error(`${task.path} has no result`)
      return toResult(task, result)
    })
  }

  async function applyGroup(userId: string, group: readonly Task[]): Promise<TaskResult[]> {
    return database.transaction(userId, async () => {
      const results: TaskResult[] = []
      for (const tasks of groupAdjacent(group, writerOf))
        results.push(...(await applyTogether(userId, tasks)))
      return results
    })
  }

  /**
   * Applies a group in one transaction. If an operation is rejected, or the group is too large for a transaction, each half
   * of the group is applied in a transaction of its own.
   */
  async function applyGroupOrHalves(userId: string, group: readonly Task[]): Promise<TaskResult[]> {
    try {
      return await applyGroup(userId, group)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      const [task] = group
      if (task && group.length === 1) return [toResult(task, refusedResult(toClientError(error)))]
    }
    const middle = Math.ceil(group.length / 2)
    const first = await applyGroupOrHalves(userId, group.slice(0, middle))
    return [...first, ...(await applyGroupOrHalves(userId, group.slice(middle)))]
  }

  /**
   * Estimates the size of the response before anything is written. For each record the larger one of the sent and the
   * stored record counts.
   * @throws AppError QUERY_TOO_COMPLEX
   */
  async function assertDeliverable(
    userId: string,
    tasks: readonly Task[],
    delivery: Delivery,
  ): Promise<void> {
    const isRecordSelected = delivery.sizeOf({}) > delivery.sizeOf(null)
    const ids = new Set(tasks.map(({ id }) => id).filter(isId))
    const stored = isRecordSelected ? await owned.findMany(userId, [...ids]) : undefined
    const objects = tasks.map(({ id, record: { typename: __typename }, input }) => {
      const sizeOf = (record: object) => delivery.sizeOf({ ...record, __typename })
      return Math.max(sizeOf(input as object), sizeOf(stored?.get(id)?.content ?? {}))
    })
    delivery.assertAvailable(objects.reduce((sum, size) => sum + size, 0))
  }

  /**
   * Returns the records that fit in one response, in their order: some writes create records that are larger than the
   * input.
   * @param results the results of the operations, each of which delivers its record
   */
  function selectDeliverable(
    rows: readonly TypedRow[],
    results: readonly TaskResult[],
    { sizeOf }: Delivery,
  ): TypedRow[] {
    const deliveries = new Map<string, number>()
    for (const { type, row } of results)
      if (row) deliveries.set(keyOf(type, row.id), (deliveries.get(keyOf(type, row.id)) ?? 0) + 1)
    let remaining = maxPageObjects
    return rows.filter(({ type, row }) => {
      const size = sizeOf({ ...row.content, __typename: declared().typenames.get(type) })
      remaining -= size * (deliveries.get(keyOf(type, row.id)) ?? 1)
      return remaining >= 0
    })
  }

  return {
    /**
     * Applies the operations in their order. A rejected operation does not affect the others. If the database fails, the
     * operations so far stay applied; sending them again changes nothing.
     * @throws AppError BAD_USER_INPUT if the request exceeds a limit, or an operation has no valid id; QUERY_TOO_COMPLEX
     * if the response would be too large
     */
    async write(
      userId: string,
      operations: readonly Operation[],
      delivery: Delivery,
      options: SyncOptions,
    ): Promise<SyncResult[]> {
      if (operations.length > maxOperations)
        throw badUserInputAt('operations', `must have at most ${maxOperations} operations.`)
      const tasks = operations.map((operation, index) => createTask(operation, index, userId, options))
      const sets = tasks.reduce((sum, task) => sum + task.sentSets, 0)
      if (sets > maxSets)
        throw badUserInputAt('operations', `must have at most ${formatCount(maxSets)} sets in total.`)

      await assertDeliverable(userId, tasks, delivery)
      const results: TaskResult[] = []
      for (const group of groupOperations(tasks, writerOf)) {
        await yieldToEventLoop()
        results.push(...(await applyGroupOrHalves(userId, group)))
      }
      await yieldToEventLoop()
      // If several operations write the same record, the last result has its current state.
      const withState = results.filter(({ row, status }) => row !== null || status === 'APPLIED')
      const latest = new Map(
        withState.map(result => [keyOf(result.type, result.row?.id ?? result.id), result]),
      )
      const rows = [...latest.values()].flatMap(({ type, row }) => (row ? [{ type, row }] : []))
      const recordOf = await present(userId, selectDeliverable(rows, results, delivery))
      return results.map(({ id, type, status, version, conflict, row, error }, index) => ({
        recordId: id,
        status,
        version,
        conflict,
        record: row && latest.get(keyOf(type, row.id))?.row ? recordOf(type, row.id) : null,
        error: error && {
          code: error.code,
          message: error.message,
          path: error.field ?? tasks[index]?.path ?? 'operations',
        },
      }))
    },
  }
}

function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
}

const keyOf = (type: OwnedType, id: string) => `${type} ${id}`

/** Adjacent operations with the same writer are written together. */
const writerOf = ({ operation, input, refusal }: Task) =>
  'writer' in operation && !refusal && !(input instanceof InvalidInput) ? operation.writer : null

function parseWrite({ operation, input, path }: Task): Write<object> | AppError {
  if (!('read' in operation)) throw new Error(`${path} does not write a whole record`)
  try {
    return operation.read(input, path)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Returns client errors. @throws every other error */
function toClientError(error: unknown): AppError {
  if (error instanceof AppError && error.statusCode < 500) return error
  throw error
}

const toResult = ({ record: { type }, id }: Task, result: WriteResult): TaskResult => ({
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

const toError = ({ field, message }: InvalidInput) => badUserInput(field, message)

export type SyncService = ReturnType<typeof syncService>
