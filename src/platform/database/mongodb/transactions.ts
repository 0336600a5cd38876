import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSession, MongoClient } from 'mongodb'
import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { DatabaseUnavailableError } from '../database.js'
import {
  assertNotFailed,
  runEffects,
  createRun,
  createTransactionContext,
  failRun,
  type TransactionRun,
} from '../transaction-context.js'
import { createKeyedMutex } from '../keyed-mutex.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { isDuplicate, isTransient, isCommitResultUnknown, translateError } from './errors.js'

const commandTimeout = 10 * seconds

/** More concurrent transactions than a single user causes. */
const maxWaiting = 1000

const commitAttempts = 3

interface TransactionState {
  session: ClientSession
  /** Settles with the last command: a transaction does not support concurrent commands. */
  lastCommand: Promise<void>
  /** The error of the driver, with its labels, that ended the run. */
  cause?: unknown
  /** True if the outcome of the commit is unknown. */
  isCommitResultUnknown?: boolean
}

/** Runs an operation of a collection with the session of the current transaction, if any. */
export type Perform = <V>(operation: (session?: ClientSession) => Promise<V>) => Promise<V>

/** Waits for a response. @throws DuplicateKeyError, DatabaseUnavailableError, errors of the driver */
export async function withTimeout<V>(response: Promise<V>): Promise<V> {
  try {
    // The driver retries failed reads and writes, so that its own timeouts would add up.
    return await withDeadline(response, commandTimeout)
  } catch (error) {
    throw translateError(error)
  }
}

/**
 * Runs transactions with retries. `withTransaction` of the driver is not used, because it retries for two minutes and
 * treats plain socket errors as errors of the work.
 * @param timeout of a transaction with its retries, in milliseconds
 */
export function mongoTransactions(
  client: MongoClient,
  timeout: number,
  instrumentation: DatabaseInstrumentation,
) {
  const runs = createTransactionContext<TransactionState>(state => state.lastCommand)
  const userMutex = createKeyedMutex(maxWaiting)

  async function transaction<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const outer = runs.current()
    if (outer) return runs.join(outer, work)
    const deadline = deadlineIn(timeout)
    const release = await userMutex.acquire(userId, deadline)
    try {
      return await runs.track(runWithRetries(work, deadline))
    } finally {
      release()
    }
  }

  async function runWithRetries<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    let hadDuplicate = false
    // A commit with unknown outcome may have succeeded, so its effects are run in any case.
    const effects: (() => void)[] = []
    for (;;) {
      const run = createRun<TransactionState>({
        session: client.startSession(),
        lastCommand: Promise.resolve(),
      })
      try {
        const result = await runOnce(run, work, deadline)
        runEffects([...effects, ...run.effects])
        return result
      } catch (error) {
        const { cause, isCommitResultUnknown: isUnknown } = run.state
        if (isUnknown) effects.push(...run.effects)
        // A duplicate key may come from a concurrent transaction that is only visible to the next run, so retry once.
        const retriesDuplicate: boolean = isDuplicate(cause) && !hadDuplicate
        if (!retriesDuplicate && !isTransient(cause)) {
          runEffects(effects)
          throw error
        }
        hadDuplicate ||= retriesDuplicate
        await pauseRandomly(deadline, cause)
      } finally {
        // Also aborts a transaction that is still open.
        await withDeadline(run.state.session.endSession(), deadline.left()).catch(() => undefined)
      }
    }
  }

  async function runOnce<T>(
    run: TransactionRun<TransactionState>,
    work: () => Promise<T>,
    deadline: Deadline,
  ): Promise<T> {
    const { state } = run
    state.session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      maxCommitTimeMS: timeout,
    })
    try {
      const result = await runs.execute(run, work, deadline)
      // Wait for commands that the work started but did not await.
      await withDeadline(state.lastCommand, deadline.left())
      assertNotFailed(run)
      const committed = () => commit(state.session, deadline)
      await instrumentation
        .command({ collection: null, name: 'commit' }, committed)
        .catch((error: unknown) => {
          state.isCommitResultUnknown = isCommitResultUnknown(error)
          throw error
        })
      return result
    } catch (error) {
      // Commands that are still waiting are not sent any more.
      if (!run.failure) state.cause = error
      failRun(run, error)
      throw translateError(error)
    }
  }

  async function performInRun<V>(
    run: TransactionRun<TransactionState>,
    operation: (session: ClientSession) => Promise<V>,
  ): Promise<V> {
    const { state } = run
    const response = state.lastCommand.then(async () => {
      assertNotFailed(run)
      try {
        return await withDeadline(operation(state.session), commandTimeout)
      } catch (error) {
        state.cause ??= error
        failRun(run, translateError(error))
        throw translateError(error)
      }
    })
    state.lastCommand = response.then(
      () => undefined,
      () => undefined,
    )
    return response
  }

  const perform: Perform = async operation => {
    const run = runs.current()
    return run ? performInRun(run, operation) : withTimeout(operation())
  }

  return {
    perform,
    transaction,
    afterCommit: runs.afterCommit,
    isInTransaction: () => runs.current() !== undefined,
  }
}

/** Commits, and retries while the outcome is unknown, which is harmless because commits are idempotent. */
async function commit(session: ClientSession, deadline: Deadline): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await withDeadline(session.commitTransaction(), deadline.left())
      return
    } catch (error) {
      if (attempt === commitAttempts || !isCommitResultUnknown(error)) throw error
      await pauseRandomly(deadline, error)
    }
  }
}

/** Pauses for a random time, to separate conflicting transactions. @throws DatabaseUnavailableError at the deadline */
async function pauseRandomly(deadline: Deadline, cause: unknown): Promise<void> {
  const milliseconds = 1 + Math.random() * 39
  if (milliseconds >= deadline.left()) throw new DatabaseUnavailableError({ cause })
  await pause(milliseconds)
}
