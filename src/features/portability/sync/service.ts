import { once } from '../../../lib/once.js'
import { badUserInputAt } from '../../../errors.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import { formatCount } from '../../../lib/plural.js'
import type { Database } from '../../../platform/database/database.js'
import type { OwnedRecord } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import { assertDeliverable, keyOf, selectDeliverable, type Delivery } from './delivery.js'
import { groupExecutor } from './group-executor.js'
import { groupOperations } from './groups.js'
import type { SyncResult } from './models.js'
import type { RecordPresenter } from './presenter.js'
import {
  createTask,
  operationsByName,
  writerOf,
  type Operation,
  type SyncOptions,
  type Task,
  type TaskResult,
} from './tasks.js'

const maxOperations = 100
/** The maximum number of sets in all operations of a request. */
const maxSets = 5000

interface Dependencies {
  /** Called on first use, because later features declare records, too. */
  records: () => readonly OwnedRecord[]
  present: RecordPresenter
  database: Pick<Database, 'transaction'>
  owned: Pick<OwnedService, 'findMany'>
}

export function syncService({ records, present, database, owned }: Dependencies) {
  const declared = once(() => ({
    typenames: new Map(records().map(({ type, typename }) => [type, typename])),
    operations: operationsByName(records()),
  }))

  const applyGroup = groupExecutor(database)

  /** @throws AppError BAD_USER_INPUT if the request exceeds a limit, or an operation has no valid id */
  function createTasks(userId: string, operations: readonly Operation[], options: SyncOptions): Task[] {
    if (operations.length > maxOperations)
      throw badUserInputAt('operations', `must have at most ${maxOperations} operations.`)
    const tasks = operations.map((operation, index) =>
      createTask(operation, index, userId, declared().operations, options),
    )
    const sets = tasks.reduce((sum, task) => sum + task.sentSets, 0)
    if (sets > maxSets)
      throw badUserInputAt('operations', `must have at most ${formatCount(maxSets)} sets in total.`)
    return tasks
  }

  /** @param results in the order of the tasks */
  async function presentResults(
    userId: string,
    tasks: readonly Task[],
    results: readonly TaskResult[],
    delivery: Delivery,
  ): Promise<SyncResult[]> {
    // If several operations write the same record, the last result has its current state.
    const withState = results.filter(({ row, status }) => row !== null || status === 'APPLIED')
    const latest = new Map(withState.map(result => [keyOf(result.type, result.row?.id ?? result.id), result]))
    const rows = [...latest.values()].flatMap(({ type, row }) => (row ? [{ type, row }] : []))
    const recordOf = await present(userId, selectDeliverable(rows, results, delivery, declared().typenames))
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
      const tasks = createTasks(userId, operations, options)
      await assertDeliverable(userId, tasks, delivery, owned)
      const results: TaskResult[] = []
      for (const group of groupOperations(tasks, writerOf)) {
        await yieldToEventLoop()
        results.push(...(await applyGroup(userId, group)))
      }
      await yieldToEventLoop()
      return presentResults(userId, tasks, results, delivery)
    },
  }
}

export type SyncService = ReturnType<typeof syncService>
