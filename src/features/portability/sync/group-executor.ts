import { AppError, badUserInput } from '../../../errors.js'
import { createYielder } from '../../../lib/event-loop.js'
import { InvalidInput } from '../../../lib/invalid-input.js'
import { DatabaseUnavailableError, type Database } from '../../../platform/database/database.js'
import type { Write } from '../../owned/models.js'
import { refusedResult } from '../../owned/write-result.js'
import { groupAdjacent } from './groups.js'
import { toResult, writerOf, type Task, type TaskResult } from './tasks.js'

/** Applies the operations of a group in as few transactions as possible. */
export function groupExecutor(database: Pick<Database, 'transaction'>) {
  /** Applies operations with the same writer, in the caller's transaction. */
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

  return applyGroupOrHalves
}

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

const toError = ({ field, message }: InvalidInput) => badUserInput(field, message)
