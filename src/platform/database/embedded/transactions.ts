import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import { createYielder, type Yielder } from '../../../lib/event-loop.js'
import { DatabaseUnavailableError } from '../database.js'
import type { Database } from '../database.js'
import {
  runEffects,
  createRun,
  createTransactionContext,
  failRun,
  assertRunning,
  type TransactionRun,
} from '../transaction-context.js'
import { createKeyedMutex, type Release } from '../keyed-mutex.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import type { Changes, CommitQueue } from './commit-queue.js'
import { isFileError } from './data-file-errors.js'
import type { DatabaseState } from './database-state.js'

/** The only key of the mutex, because all writers take turns. */
const writerKey = 'writer'

/** The maximum number of writers that wait for their turn. */
const maxWaiting = 10_000

/** Gives operations access to the database. Operations resolve when their result is on disk. */
export interface DatabaseAccess {
  /** Runs a read operation. @throws DatabaseUnavailableError */
  read<R>(operation: (state: DatabaseState) => R): Promise<R>
  /**
   * Runs a read operation that yields to the event loop by awaiting the function that it is given. It reads one state of
   * the database.
   * @throws DatabaseUnavailableError
   */
  readYielding<R>(operation: (state: DatabaseState, pause: Yielder) => Promise<R>): Promise<R>
  /**
   * Runs a write operation in the current transaction, or in one of its own.
   * @throws DatabaseUnavailableError; the error of the operation. Outside of a transaction, its previous changes are kept.
   */
  write<R>(operation: (changes: Changes) => R): Promise<R>
  /**
   * Runs write operations in order, until one fails. In a transaction, it yields to the event loop between them;
   * otherwise they are one transaction.
   */
  writeAll(operations: readonly ((changes: Changes) => void)[]): Promise<void>
}

interface EmbeddedTransactions extends DatabaseAccess, Pick<Database, 'transaction' | 'afterCommit'> {
  /** Runs work while nothing is written. @throws DatabaseUnavailableError if a pending write fails */
  exclusively<R>(work: () => Promise<R>): Promise<R>
}

/**
 * Runs one writer at a time, on top of the commits of the previous ones. Only the writer itself waits until its commit is
 * on disk, so that several writers share one flush.
 * @param timeout of a write or transaction, including the wait for its turn, in milliseconds
 */
export function embeddedTransactions(
  queue: CommitQueue,
  timeout: number,
  instrumentation: DatabaseInstrumentation,
): EmbeddedTransactions {
  const runs = createTransactionContext<Changes>()
  const writerMutex = createKeyedMutex(maxWaiting)
  const { assertAvailable, committed, latest } = queue

  /** Converts errors of the data file, such as an unreadable page. */
  const translateError = (error: unknown) => (isFileError(error) ? queue.unavailableError(error) : error)

  function translateErrors<R>(operation: () => R): R {
    try {
      return operation()
    } catch (error) {
      throw translateError(error)
    }
  }

  /**
   * Ends the turn of a writer, and waits until its changes are on disk. The next writer need not wait for the flush. After
   * the deadline, a write may still complete and run its effects.
   */
  async function endTurn<R>(
    stored: Promise<void>,
    { release, deadline }: Turn,
    outcome: PromiseSettledResult<R>,
  ): Promise<R> {
    release()
    await withDeadline(stored, deadline.left(), cause => new DatabaseUnavailableError({ cause }))
    if (outcome.status === 'rejected') throw outcome.reason as unknown
    return outcome.value
  }

  function runIfAvailable<R>(changes: Changes, operation: (changes: Changes) => R): R {
    assertAvailable(changes)
    return translateErrors(() => operation(changes))
  }

  /** Runs an operation of a transaction. If it fails, the transaction fails. */
  function inRun<R>(run: TransactionRun<Changes>, operation: (changes: Changes) => R): R {
    try {
      return runIfAvailable(run.state, operation)
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  async function write<R>(operation: (changes: Changes) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, operation)
    const deadline = deadlineIn(timeout)
    const release = writerMutex.tryAcquire(writerKey) ?? (await writerMutex.acquire(writerKey, deadline))
    const changes = beginOrRelease(release)
    const outcome = settle(() => runIfAvailable(changes, operation))
    // The changes before an ordinary error stay.
    const isLost = outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailableError
    return endTurn(isLost ? queue.rollback(changes) : queue.commit(changes), { release, deadline }, outcome)
  }

  async function writeAll(operations: readonly ((changes: Changes) => void)[]): Promise<void> {
    const run = runs.current()
    if (!run)
      return write(changes => {
        for (const operation of operations) operation(changes)
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
    const deadline = deadlineIn(timeout)
    const release = await writerMutex.acquire(writerKey, deadline)
    const run = createRun(beginOrRelease(release))
    const [outcome] = await Promise.allSettled([runs.execute(run, work, deadline)])
    const turn = { release, deadline }
    if (outcome.status === 'rejected') return runs.track(endTurn(queue.rollback(run.state), turn, outcome))
    const commit = () => queue.commit(run.state).then(() => runEffects(run.effects))
    return runs.track(
      instrumentation.command({ collection: null, name: 'commit' }, () => endTurn(commit(), turn, outcome)),
    )
  }

  function beginOrRelease(release: Release): Changes {
    try {
      return queue.begin()
    } catch (error) {
      release()
      throw error
    }
  }

  async function read<R>(operation: (state: DatabaseState) => R): Promise<R> {
    const run = runs.current()
    if (run) return inRun(run, () => operation(latest))
    assertAvailable()
    return translateErrors(() => operation(committed))
  }

  async function readYielding<R>(
    operation: (state: DatabaseState, pause: Yielder) => Promise<R>,
  ): Promise<R> {
    const run = runs.current()
    assertAvailable(run?.state)
    const pinned = run ? undefined : await queue.pin()
    const check = () => {
      // The next writer may have begun.
      if (run) assertRunning(run)
      assertAvailable(run?.state)
    }
    try {
      return await operation(pinned?.state ?? latest, createYielder(check))
    } catch (error) {
      const translated = translateError(error)
      if (run) failRun(run, translated)
      throw translated
    } finally {
      pinned?.release()
    }
  }

  async function exclusively<R>(work: () => Promise<R>): Promise<R> {
    const release = await writerMutex.acquire(writerKey, deadlineIn(timeout))
    try {
      await queue.flushed()
      assertAvailable()
      return await work()
    } finally {
      release()
    }
  }

  return { read, readYielding, write, writeAll, transaction, exclusively, afterCommit: runs.afterCommit }
}

/** The turn of a writer. */
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
