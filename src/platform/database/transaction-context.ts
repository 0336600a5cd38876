import { AsyncLocalStorage } from 'node:async_hooks'
import { withDeadline, type Deadline } from '../../lib/deadline.js'
import { DatabaseUnavailableError } from './database.js'

/** One run of a transaction's work. `state` is specific to the database. */
export interface TransactionRun<S> {
  readonly state: S
  /** True after the work has ended. Further operations are rejected. */
  isEnded: boolean
  /** The error because of which the run cannot be committed. */
  failure: { error: unknown } | undefined
  /** Callbacks to run after the commit. */
  readonly effects: (() => void)[]
}

export const createRun = <S>(state: S): TransactionRun<S> => ({
  state,
  isEnded: false,
  failure: undefined,
  effects: [],
})

/** Marks a run as failed, whether or not the work catches the error. The first error is kept. */
export function failRun(run: TransactionRun<unknown>, error: unknown): void {
  run.failure ??= { error }
}

export function assertNotFailed({ failure }: TransactionRun<unknown>): void {
  if (failure) throw failure.error
}

/** @throws Error if the run has ended; the error of the run if it has failed */
export function assertRunning(run: TransactionRun<unknown>): void {
  if (run.isEnded) throw new Error('this transaction has ended: await every operation that belongs to it')
  assertNotFailed(run)
}

/** Tracks which transaction run the current code belongs to, by the asynchronous context. */
interface TransactionContext<S> {
  /** @throws Error if the run has ended; the error of the run if it has failed */
  current(): TransactionRun<S> | undefined
  /**
   * Executes the work as a run. The run ends with the work or at the deadline.
   * @throws the error of the work or of one of its operations; DatabaseUnavailableError at the deadline
   */
  execute<T>(run: TransactionRun<S>, work: () => Promise<T>, deadline: Deadline): Promise<T>
  /** Keeps the asynchronous context enabled until the transaction, including its commit, has ended. */
  track<T>(transaction: Promise<T>): Promise<T>
  /** Executes the work of a nested transaction as part of the outer run. */
  join<T>(run: TransactionRun<S>, work: () => Promise<T>): Promise<T>
  /** Runs the effect after the current run is committed, or immediately outside of a run. */
  afterCommit(effect: () => void): void
}

/**
 * @param pendingOperations settles with the last operation that was started in a run
 * @param disableDelay how long operations that a run did not await are still detected after it, in milliseconds
 */
export function createTransactionContext<S>(
  pendingOperations: (state: S) => Promise<unknown> = async () => undefined,
  disableDelay = 20,
): TransactionContext<S> {
  const storage = new AsyncLocalStorage<TransactionRun<S>>()
  let activeRuns = 0
  let disableTimer: NodeJS.Timeout | undefined

  // Before Node 24, an enabled AsyncLocalStorage slows down every promise of the process: a response with many fields takes
  // a third longer. So it is enabled only while there are runs.
  async function enableDuring(work: Promise<unknown>): Promise<void> {
    activeRuns++
    await Promise.allSettled([work])
    activeRuns--
    clearTimeout(disableTimer)
    disableTimer = setTimeout(() => {
      if (activeRuns === 0) storage.disable()
    }, disableDelay).unref()
  }

  function current(): TransactionRun<S> | undefined {
    const run = storage.getStore()
    if (run) assertRunning(run)
    return run
  }

  async function join<T>(run: TransactionRun<S>, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      failRun(run, error)
      throw error
    }
  }

  return {
    current,
    join,
    track(transaction) {
      void enableDuring(transaction)
      return transaction
    },
    async execute(run, work, deadline) {
      const result = storage.run(run, () => join(run, work))
      void enableDuring(Promise.allSettled([result]).then(() => pendingOperations(run.state)))
      try {
        const toTimeoutError = (cause: Error) => new DatabaseUnavailableError({ cause })
        const value = await withDeadline(result, deadline.left(), toTimeoutError)
        assertNotFailed(run)
        return value
      } catch (error) {
        failRun(run, error)
        throw error
      } finally {
        run.isEnded = true
      }
    },
    afterCommit(effect) {
      const run = current()
      if (run) run.effects.push(effect)
      else runEffects([effect])
    },
  }
}

/** Runs effects after a commit. An effect that fails is reported as a process warning and does not stop the others. */
export function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}
