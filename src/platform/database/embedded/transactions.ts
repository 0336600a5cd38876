import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import { createYielder } from '../../../lib/event-loop.js'
import { DatabaseUnavailableError } from '../database.js'
import type { Database } from '../database.js'
import {
  runEffects,
  createRun,
  createTransactionContext,
  failRun,
  type TransactionRun,
} from '../transaction-context.js'
import { createKeyedMutex, type Release } from '../keyed-mutex.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { createCommitQueue } from './commit-queue.js'
import type { Disk } from './disk.js'
import { undoOverlay, type Overlay } from './overlay.js'
import type { Table, TableView } from './table.js'

/** The maximum number of writers that wait for their turn. */
const waitingLimit = 10_000

/** Gives operations access to tables. Operations resolve when their result is on disk. */
export interface TableAccess {
  /** Runs a read operation. @throws DatabaseUnavailableError */
  read<R>(table: Table, operation: (view: TableView) => R): Promise<R>
  /**
   * Runs a write operation in the current transaction, or in its own one.
   * @throws DatabaseUnavailableError; the error of the operation, whose previous changes stay outside of a transaction
   */
  write<R>(operation: (overlay: Overlay) => R): Promise<R>
  /**
   * Runs write operations in order, until one fails. In a transaction, it yields to the event loop between them;
   * otherwise they are one transaction.
   */
  writeAll(operations: readonly ((overlay: Overlay) => void)[]): Promise<void>
}

export interface EmbeddedTransactions extends TableAccess, Pick<Database, 'transaction' | 'afterCommit'> {
  /** @throws DatabaseUnavailableError */
  assertAvailable(): void
  /** Rejects all further operations. */
  stop(): void
}

/**
 * Runs one writer at a time, on top of the changes of the previous ones in memory. Its changes are written to the disk
 * atomically. Only the writer itself waits for that, so that several writers share one disk write.
 * @param reload reads all documents from the disk again
 */
export function embeddedTransactions(
  disk: Disk,
  reload: () => Promise<void>,
  milliseconds: number,
  watch: DatabaseInstrumentation,
): EmbeddedTransactions {
  const runs = createTransactionContext<Overlay>()
  const turns = createKeyedMutex(waitingLimit)
  const { begin, store, assertAvailable, stop } = createCommitQueue(disk, reload)

  /** Releases the next writer before the disk write. After the deadline, a write may still complete and run its effects. */
  async function end<R>(
    overlay: Overlay,
    { release, deadline }: PendingTurn,
    outcome: PromiseSettledResult<R>,
    effects: readonly (() => void)[] = [],
  ): Promise<R> {
    const stored = store(overlay).then(() => runEffects(effects))
    release()
    await withDeadline(stored, deadline.left(), cause => new DatabaseUnavailableError({ cause }))
    if (outcome.status === 'rejected') throw outcome.reason as unknown
    return outcome.value
  }

  function available<R>(overlay: Overlay, operation: (overlay: Overlay) => R): R {
    assertAvailable(overlay)
    return operation(overlay)
  }

  /** Runs an operation of a transaction. If it fails, the transaction fails. */
  function inRun<R>(run: TransactionRun<Overlay>, operation: (overlay: Overlay) => R): R {
    try {
      return available(run.state, operation)
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  async function write<R>(operation: (overlay: Overlay) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, operation)
    const deadline = deadlineIn(milliseconds)
    const release = turns.tryAcquire(writerKey) ?? (await turns.acquire(writerKey, deadline))
    const overlay = begin()
    const outcome = settle(() => available(overlay, operation))
    return end(overlay, { release, deadline }, outcome)
  }

  async function writeAll(operations: readonly ((overlay: Overlay) => void)[]): Promise<void> {
    const run = runs.current()
    if (!run)
      return write(overlay => {
        for (const operation of operations) operation(overlay)
      })
    const pause = createYielder()
    for (const operation of operations) {
      inRun(run, operation)
      await pause()
    }
  }

  async function transaction<T>(_userId: string, work: () => Promise<T>): Promise<T> {
    const outer = runs.current()
    if (outer) return runs.join(outer, work)
    const deadline = deadlineIn(milliseconds)
    const release = await turns.acquire(writerKey, deadline)
    const run = createRun(begin())
    const [outcome] = await Promise.allSettled([runs.execute(run, work, deadline)])
    const isDone = outcome.status === 'fulfilled'
    if (!isDone) undoOverlay(run.state)
    const ended = () => end(run.state, { release, deadline }, outcome, isDone ? run.effects : [])
    return runs.track(isDone ? watch.command({ collection: null, name: 'commit' }, ended) : ended())
  }

  async function read<R>(table: Table, operation: (view: TableView) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, () => operation(table.latest))
    assertAvailable()
    return operation(table.committed)
  }

  return {
    read,
    write,
    writeAll,
    transaction,
    afterCommit: runs.afterCommit,
    assertAvailable: () => assertAvailable(),
    stop,
  }
}

const writerKey = 'writer'

interface PendingTurn {
  release: Release
  deadline: Deadline
}

function settle<R>(operation: () => R): PromiseSettledResult<R> {
  try {
    return { status: 'fulfilled', value: operation() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
