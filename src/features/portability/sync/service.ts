import { AppError, badUserInput, badUserInputAt } from '../../../errors.js'
import { DatabaseUnavailableError, type Database } from '../../../platform/database/database.js'
import type { OwnedType, Write, WriteResult } from '../../owned/models.js'
import type { OwnedRecord, RecordOperation } from '../../owned/record.js'
import { refusedResult, type OwnedService } from '../../owned/service.js'
import { formatCount } from '../../../lib/plural.js'
import { isId } from '../../../lib/ids.js'
import { InvalidInput } from '../../../lib/invalid-input.js'
import type { Locale } from '../../../lib/locales.js'
import { maxPageObjects } from '../../../lib/page-limit.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import { inGroups, runsOf } from './groups.js'
import type { SyncResult } from './models.js'
import type { RecordPresenter, TypedRow } from './presenter.js'

const maxOperations = 100
/** In all operations of a request together. */
const maxSets = 5000

/** An operation as it is sent: `{ saveWorkout: … }`. */
export type Operation = Readonly<Record<string, unknown>>

interface Dependencies {
  /** Called with the first use. */
  records: () => readonly OwnedRecord[]
  present: RecordPresenter
  database: Pick<Database, 'transaction'>
  owned: Pick<OwnedService, 'findMany'>
}

/** How the records of a sync are delivered. */
export interface Delivery {
  /** Returns how many objects a record will have in the answer, from an object with the fields of its type. */
  sizeOf(record: object | null): number
  /** @throws AppError QUERY_TOO_COMPLEX if the request cannot deliver as many objects */
  demand(objects: number): void
}

/** An operation of a request. */
interface Task {
  record: OwnedRecord
  operation: RecordOperation<unknown>
  input: unknown
  path: string
  /** Language of texts that the operation takes from a built-in program. */
  locale: Locale
  sentSets: number
  /** How many sets it writes at most, whether they were sent or not. */
  sets: number
  /** Identifier of the record that the operation is about. */
  id: string
}

/** What came of an operation, before its record is shown. */
interface Done extends WriteResult {
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

  function taskOf(sent: Operation, index: number, userId: string, locale: Locale): Task {
    const [name = '', input] = Object.entries(sent).find(([, value]) => value != null) ?? []
    const found = declared().operations.get(name)
    if (!found) throw new Error(`no feature declares the operation ${name}`)
    const operation: RecordOperation<unknown> = found.operation
    const path = `operations[${index}]`
    const task = { record: found.record, operation, input, path: `${path}.${name}`, locale }
    if (input instanceof InvalidInput)
      return { ...task, sentSets: 0, sets: 0, id: idInvalid(operation, input, path) ?? userId }
    const sentSets = 'sets' in operation ? (operation.sets?.(input) ?? 0) : 0
    const sets = 'apply' in operation ? (operation.maxSetsWritten ?? 0) : sentSets
    return { ...task, sentSets, sets, id: idIn(operation, input)?.toLowerCase() ?? userId }
  }

  /** Operations that go together, in the transaction of the caller. */
  async function doRun(userId: string, run: readonly Task[]): Promise<Done[]> {
    const [first] = run
    if (!first) return []
    const { operation, input, path, locale } = first
    if (input instanceof InvalidInput) return [doneBy(first, refusedResult(errorOf(input)))]
    if ('apply' in operation) return [doneBy(first, await operation.apply(userId, input, path, locale))]
    const read = run.map(writeOf)
    const writes = read.flatMap(write => (write instanceof AppError ? [] : [write]))
    const written = await operation.writer.apply(userId, writes)
    const outcomes = written.values()
    return run.map((task, index) => {
      const write = read[index]
      const outcome = write instanceof AppError ? refusedResult(write) : outcomes.next().value
      if (!outcome) throw new Error(`${task.path} came to nothing`)
      return doneBy(task, outcome)
    })
  }

  async function doGroup(userId: string, group: readonly Task[]): Promise<Done[]> {
    return database.transaction(userId, async () => {
      const done: Done[] = []
      for (const run of runsOf(group, writerOf)) done.push(...(await doRun(userId, run)))
      return done
    })
  }

  /** By itself: what is wrong with it is its own affair. */
  async function doOne(userId: string, task: Task): Promise<Done[]> {
    try {
      return await doGroup(userId, [task])
    } catch (error) {
      if (error instanceof AppError && error.statusCode < 500) return [doneBy(task, refusedResult(error))]
      throw error
    }
  }

  async function doAll(userId: string, group: readonly Task[]): Promise<Done[]> {
    try {
      return await doGroup(userId, group)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error
      // One of them has spoilt it for all, or all were too much at once: which it was, each by itself will tell.
      if (group.length === 1 && !(error instanceof AppError)) throw error
    }
    const done: Done[] = []
    for (const task of group) done.push(...(await doOne(userId, task)))
    return done
  }

  /**
   * Estimates the answer before anything is written: each record as it is sent, or as it is stored where that is larger.
   * @throws AppError QUERY_TOO_COMPLEX
   */
  async function demandDelivery(userId: string, tasks: readonly Task[], delivery: Delivery): Promise<void> {
    const isRecordSelected = delivery.sizeOf({}) > delivery.sizeOf(null)
    const ids = new Set(tasks.map(({ id }) => id).filter(isId))
    const stored = isRecordSelected ? await owned.findMany(userId, [...ids]) : undefined
    const objects = tasks.map(({ id, record: { typename: __typename }, input }) => {
      const sizeOf = (record: object) => delivery.sizeOf({ ...record, __typename })
      return Math.max(sizeOf(input as object), sizeOf(stored?.get(id)?.content ?? {}))
    })
    delivery.demand(objects.reduce((sum, size) => sum + size, 0))
  }

  /**
   * Returns the records that one answer can hold, in their order: some writes make records that are larger than what
   * was sent.
   * @param done what came of the operations; each that is about a record delivers it
   */
  function deliverable(rows: readonly TypedRow[], done: readonly Done[], { sizeOf }: Delivery): TypedRow[] {
    const times = new Map<string, number>()
    for (const { type, row } of done)
      if (row) times.set(keyOf(type, row.id), (times.get(keyOf(type, row.id)) ?? 0) + 1)
    let left = maxPageObjects
    return rows.filter(({ type, row }) => {
      const size = sizeOf({ ...row.content, __typename: declared().typenames.get(type) })
      left -= size * (times.get(keyOf(type, row.id)) ?? 1)
      return left >= 0
    })
  }

  return {
    /**
     * Does the operations in their order, each for itself: what is refused does not stop the others. What has been
     * done when the database fails stays done; sent again, it changes nothing.
     * @param locale of texts that operations take from built-in programs
     * @throws AppError BAD_USER_INPUT for too much at once, and for an operation that cannot be identified;
     * QUERY_TOO_COMPLEX for an answer that would be too large
     */
    async write(
      userId: string,
      operations: readonly Operation[],
      delivery: Delivery,
      locale: Locale,
    ): Promise<SyncResult[]> {
      if (operations.length > maxOperations)
        throw badUserInputAt('operations', `must have at most ${maxOperations} operations.`)
      const tasks = operations.map((operation, index) => taskOf(operation, index, userId, locale))
      const sets = tasks.reduce((sum, task) => sum + task.sentSets, 0)
      if (sets > maxSets)
        throw badUserInputAt('operations', `must have at most ${formatCount(maxSets)} sets in total.`)

      await demandDelivery(userId, tasks, delivery)
      const done: Done[] = []
      for (const group of inGroups(tasks)) {
        await yieldToEventLoop()
        done.push(...(await doAll(userId, group)))
      }
      await yieldToEventLoop()
      // Of what several operations were about, the last one knows how it is now.
      const telling = done.filter(({ row, status }) => row !== null || status === 'APPLIED')
      const latest = new Map(telling.map(one => [keyOf(one.type, one.row?.id ?? one.id), one]))
      const rows = [...latest.values()].flatMap(({ type, row }) => (row ? [{ type, row }] : []))
      const recordOf = await present(userId, deliverable(rows, done, delivery))
      return done.map(({ id, type, status, version, conflict, row, error }, index) => ({
        ...{ recordId: id, status, version, conflict },
        record: row && latest.get(keyOf(type, row.id))?.row ? recordOf(type, row.id) : null,
        error: error && {
          ...{ code: error.code, message: error.message },
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

/** Successive operations with one writer are written together. */
const writerOf = ({ operation, input }: Task) =>
  'writer' in operation && !(input instanceof InvalidInput) ? operation.writer : null

function writeOf({ operation, input, path }: Task): Write<object> | AppError {
  if (!('read' in operation)) throw new Error(`${path} does not write a whole record`)
  try {
    return operation.read(input, path)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const doneBy = ({ record: { type }, id }: Task, written: WriteResult): Done => ({ ...written, type, id })

/** What was sent as the identifier of the record; undefined where the record is the profile. */
const idIn = ({ idField }: RecordOperation<unknown>, input: unknown) =>
  idField === undefined ? undefined : (input as Record<string, string>)[idField]

/** @throws AppError BAD_USER_INPUT where nothing valid says which record the operation is about */
function idInvalid({ idField }: RecordOperation<unknown>, { sent, message }: InvalidInput, path: string) {
  if (idField === undefined) return undefined
  const id = sent[idField]
  if (!isId(id)) throw badUserInput(path, message)
  return id.toLowerCase()
}

const errorOf = ({ field, message }: InvalidInput) => badUserInput(field, message)

export type SyncService = ReturnType<typeof syncService>
