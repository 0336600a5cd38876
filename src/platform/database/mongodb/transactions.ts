import type { ClientSession, MongoClient } from 'mongodb'
import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { createKeyedMutex } from '../keyed-mutex.js'
import { createRun, createTransactionContext, failRun, runEffects } from '../transaction-context.js'
import { withTimeout } from './command-timeout.js'
import { isDuplicate, isTransient, translateError } from './errors.js'
import { commitRun, pauseRandomly, performInRun, type MongoRun, type RunState } from './transaction-run.js'

/** More concurrent transactions than a single user causes. */
const maxWaiting = 1000

/** Runs an operation of a collection with the session of the current transaction, if any. */
export type Perform = <V>(operation: (session?: ClientSession) => Promise<V>) => Promise<V>

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
  const runs = createTransactionContext<RunState>(state => state.lastCommand)
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
    // The effects of runs that may be committed, although their commits failed. They are run in any case.
    const possibleEffects: (() => void)[] = []
    for (;;) {
      const session = client.startSession()
      const run: MongoRun = createRun({ session, lastCommand: Promise.resolve() })
      try {
        const result = await runOnce(run, work, deadline)
        runEffects([...possibleEffects, ...run.effects])
        return result
      } catch (error) {
        const { cause, mayBeCommitted } = run.state
        if (mayBeCommitted) possibleEffects.push(...run.effects)
        // A duplicate key may come from a concurrent transaction that is only visible to the next run, so retry once.
        const isFirstDuplicate: boolean = isDuplicate(cause) && !hadDuplicate
        if (!isFirstDuplicate && !isTransient(cause)) {
          runEffects(possibleEffects)
          throw error
        }
        hadDuplicate ||= isFirstDuplicate
        await pauseRandomly(deadline, cause)
      } finally {
        // Also aborts a transaction that is still open.
        await withDeadline(session.endSession(), deadline.left()).catch(() => undefined)
      }
    }
  }

  async function runOnce<T>(run: MongoRun, work: () => Promise<T>, deadline: Deadline): Promise<T> {
    const { state } = run
    state.session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      maxCommitTimeMS: timeout,
    })
    try {
      const result = await runs.execute(run, work, deadline)
      await commitRun(run, deadline, instrumentation)
      return result
    } catch (error) {
      if (!run.failure) state.cause = error
      // Commands that are still waiting are not sent any more.
      failRun(run, error)
      throw translateError(error)
    }
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
