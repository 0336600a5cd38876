import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
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

/** Requests that wait while one transaction does its work. */
const waitingLimit = 10_000

/** How operations come to the tables. What they answer is on disk. */
export interface TableAccess {
  /** Lets an operation read. @throws DatabaseUnavailableError */
  read<R>(table: Table, operation: (view: TableView) => R): Promise<R>
  /**
   * Lets an operation change tables, as a part of the caller's transaction or as one of its own.
   * @throws DatabaseUnavailableError; what the operation throws, and outside a transaction what it did before stays
   */
  write<R>(operation: (layer: Overlay) => R): Promise<R>
}

export interface EmbeddedTransactions extends TableAccess, Pick<Database, 'transaction' | 'afterCommit'> {
  /** @throws DatabaseUnavailableError */
  assertAvailable(): void
  /** From now on nothing is answered. */
  stop(): void
}

/**
 * One writer at a time, each on top of what those before it left in memory. Its changes go to the disk as one, which
 * nobody waits for but the writer itself: so many of them share the disk's time.
 * @param reload reads memory again from the disk
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

  /** The next writer need not wait for the disk. What is late may come to the disk yet, and has its effects then. */
  async function end<R>(
    layer: Overlay,
    { release, deadline }: Turn,
    outcome: PromiseSettledResult<R>,
    effects: readonly (() => void)[] = [],
  ): Promise<R> {
    const stored = store(layer).then(() => runEffects(effects))
    release()
    await withDeadline(stored, deadline.left(), cause => new DatabaseUnavailableError({ cause }))
    if (outcome.status === 'rejected') throw outcome.reason as unknown
    return outcome.value
  }

  function available<R>(layer: Overlay, operation: (layer: Overlay) => R): R {
    assertAvailable(layer)
    return operation(layer)
  }

  /** An operation of a transaction, which does not survive its failure. */
  function inRun<R>(run: TransactionRun<Overlay>, operation: (layer: Overlay) => R): R {
    try {
      return available(run.state, operation)
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  async function write<R>(operation: (layer: Overlay) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, operation)
    const deadline = deadlineIn(milliseconds)
    const release = turns.tryAcquire(writerKey) ?? (await turns.acquire(writerKey, deadline))
    const layer = begin()
    const outcome = settle(() => available(layer, operation))
    return end(layer, { release, deadline }, outcome)
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
    transaction,
    afterCommit: runs.afterCommit,
    assertAvailable: () => assertAvailable(),
    stop,
  }
}

const writerKey = 'writer'

interface Turn {
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
