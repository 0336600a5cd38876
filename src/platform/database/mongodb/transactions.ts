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

/** More of one user's calls than a person can cause. */
const maxWaiting = 1000

const commitAttempts = 3

interface TransactionState {
  session: ClientSession
  /** Settles with the last command: the server refuses two at once in one transaction. */
  last: Promise<void>
  /** The driver's error, with its labels, that ended the run. */
  cause?: unknown
  /** Nobody knows whether the run was committed. */
  isCommitResultUnknown?: boolean
}

/** Does what one method of a collection does, with the session of the transaction that the caller is in. */
export type Perform = <V>(operation: (session?: ClientSession) => Promise<V>) => Promise<V>

/** Waits for a server's answer. @throws DuplicateKeyError, DatabaseUnavailableError, errors of the driver */
export async function withTimeout<V>(answer: Promise<V>): Promise<V> {
  try {
    // The driver repeats a read or write that failed, which would make its own timeouts add up.
    return await withDeadline(answer, commandTimeout)
  } catch (error) {
    throw translateError(error)
  }
}

/** An own loop: the driver's withTransaction goes on for two minutes and takes bare socket errors for the work's. */
export function mongoTransactions(client: MongoClient, milliseconds: number, watch: DatabaseInstrumentation) {
  const runs = createTransactionContext<TransactionState>(state => state.last)
  const turns = createKeyedMutex(maxWaiting)

  async function transaction<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const outer = runs.current()
    if (outer) return runs.join(outer, work)
    const deadline = deadlineIn(milliseconds)
    const release = await turns.acquire(userId, deadline)
    try {
      return await runs.track(repeated(work, deadline))
    } finally {
      release()
    }
  }

  async function repeated<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    let hadDuplicate = false
    // What a commit of which nobody knows may have made true is announced, whatever the next run finds.
    const effects: (() => void)[] = []
    for (;;) {
      const run = createRun<TransactionState>({ session: client.startSession(), last: Promise.resolve() })
      try {
        const result = await once(run, work, deadline)
        runEffects([...effects, ...run.effects])
        return result
      } catch (error) {
        const { cause, isCommitResultUnknown: isUnknown } = run.state
        if (isUnknown) effects.push(...run.effects)
        // A duplicate may come from a transaction that this run could not see: the next one can.
        const isNews: boolean = isDuplicate(cause) && !hadDuplicate
        if (!isNews && !isTransient(cause)) {
          runEffects(effects)
          throw error
        }
        hadDuplicate ||= isNews
        await pauseRandomly(deadline, cause)
      } finally {
        // Ends a transaction that is still open, too, and never fails.
        await withDeadline(run.state.session.endSession(), deadline.left()).catch(() => undefined)
      }
    }
  }

  async function once<T>(
    run: TransactionRun<TransactionState>,
    work: () => Promise<T>,
    deadline: Deadline,
  ): Promise<T> {
    const { state } = run
    state.session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      maxCommitTimeMS: milliseconds,
    })
    try {
      const result = await runs.execute(run, work, deadline)
      // Commands that were given in time, although nobody awaited them, are part of it.
      await withDeadline(state.last, deadline.left())
      assertNotFailed(run)
      const committed = () => commit(state.session, deadline)
      await watch.command({ collection: null, name: 'commit' }, committed).catch((error: unknown) => {
        state.isCommitResultUnknown = isCommitResultUnknown(error)
        throw error
      })
      return result
    } catch (error) {
      // Commands that still wait for their turn are not sent any more.
      if (!run.failure) state.cause = error
      failRun(run, error)
      throw translateError(error)
    }
  }

  async function inRun<V>(
    run: TransactionRun<TransactionState>,
    operation: (session: ClientSession) => Promise<V>,
  ): Promise<V> {
    const { state } = run
    const answer = state.last.then(async () => {
      assertNotFailed(run)
      try {
        return await withDeadline(operation(state.session), commandTimeout)
      } catch (error) {
        state.cause ??= error
        failRun(run, translateError(error))
        throw translateError(error)
      }
    })
    state.last = answer.then(
      () => undefined,
      () => undefined,
    )
    return answer
  }

  const perform: Perform = async operation => {
    const run = runs.current()
    return run ? inRun(run, operation) : withTimeout(operation())
  }

  return {
    perform,
    transaction,
    afterCommit: runs.afterCommit,
    isInside: () => runs.current() !== undefined,
  }
}

/** Sends the commit again while its outcome is unknown, which does no harm when it has happened. */
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

/** Lets those that got into each other's way come apart. @throws DatabaseUnavailableError when the time is up */
async function pauseRandomly(deadline: Deadline, cause: unknown): Promise<void> {
  const milliseconds = 1 + Math.random() * 39
  if (milliseconds >= deadline.left()) throw new DatabaseUnavailableError({ cause })
  await pause(milliseconds)
}
