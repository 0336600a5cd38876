import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSession, MongoClient } from 'mongodb'
import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { DatabaseUnavailableError } from '../database.js'
import { assertNotFailed, carryOut, createRun, createRuns, failRun, type Run } from '../runs.js'
import { createTurns } from '../turns.js'
import type { DatabaseWatch } from '../watch.js'
import { isDuplicate, isTransient, isUnknownCommit, translate } from './errors.js'

const answerDeadline = 10 * seconds

/** More of one user's calls than a person can cause. */
const waitingLimit = 1000

const commitAttempts = 3

interface State {
  session: ClientSession
  /** Settles with the last command: the server refuses two at once in one transaction. */
  last: Promise<void>
  /** The driver's error, with its labels, that ended the run. */
  cause?: unknown
  /** Nobody knows whether the run was committed. */
  isUnknown?: boolean
}

/** Does what one method of a collection does, with the session of the transaction that the caller is in. */
export type Perform = <V>(operation: (session?: ClientSession) => Promise<V>) => Promise<V>

/** Waits for a server's answer. @throws DuplicateKeyError, DatabaseUnavailableError, errors of the driver */
export async function answered<V>(answer: Promise<V>): Promise<V> {
  try {
    // The driver repeats a read or write that failed, which would make its own timeouts add up.
    return await withDeadline(answer, answerDeadline)
  } catch (error) {
    throw translate(error)
  }
}

/** An own loop: the driver's withTransaction goes on for two minutes and takes bare socket errors for the work's. */
export function mongoTransactions(client: MongoClient, milliseconds: number, watch: DatabaseWatch) {
  const runs = createRuns<State>(state => state.last)
  const turns = createTurns(waitingLimit)

  async function transaction<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const outer = runs.current()
    if (outer) return runs.join(outer, work)
    const deadline = deadlineIn(milliseconds)
    const release = await turns.take(userId, deadline)
    try {
      return await runs.whole(repeated(work, deadline))
    } finally {
      release()
    }
  }

  async function repeated<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    let hadDuplicate = false
    // What a commit of which nobody knows may have made true is announced, whatever the next run finds.
    const effects: (() => void)[] = []
    for (;;) {
      const run = createRun<State>({ session: client.startSession(), last: Promise.resolve() })
      try {
        const result = await once(run, work, deadline)
        carryOut([...effects, ...run.effects])
        return result
      } catch (error) {
        const { cause, isUnknown } = run.state
        if (isUnknown) effects.push(...run.effects)
        // A duplicate may come from a transaction that this run could not see: the next one can.
        const isNews: boolean = isDuplicate(cause) && !hadDuplicate
        if (!isNews && !isTransient(cause)) {
          carryOut(effects)
          throw error
        }
        hadDuplicate ||= isNews
        await jitter(deadline, cause)
      } finally {
        // Ends a transaction that is still open, too, and never fails.
        await withDeadline(run.state.session.endSession(), deadline.left()).catch(() => undefined)
      }
    }
  }

  async function once<T>(run: Run<State>, work: () => Promise<T>, deadline: Deadline): Promise<T> {
    const { state } = run
    state.session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      maxCommitTimeMS: milliseconds,
    })
    try {
      const result = await runs.perform(run, work, deadline)
      // Commands that were given in time, although nobody awaited them, are part of it.
      await withDeadline(state.last, deadline.left())
      assertNotFailed(run)
      const committed = () => commit(state.session, deadline)
      await watch.command({ collection: null, name: 'commit' }, committed).catch((error: unknown) => {
        state.isUnknown = isUnknownCommit(error)
        throw error
      })
      return result
    } catch (error) {
      // Commands that still wait for their turn are not sent any more.
      if (!run.failure) state.cause = error
      failRun(run, error)
      throw translate(error)
    }
  }

  async function inRun<V>(run: Run<State>, operation: (session: ClientSession) => Promise<V>): Promise<V> {
    const { state } = run
    const answer = state.last.then(async () => {
      assertNotFailed(run)
      try {
        return await withDeadline(operation(state.session), answerDeadline)
      } catch (error) {
        state.cause ??= error
        failRun(run, translate(error))
        throw translate(error)
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
    return run ? inRun(run, operation) : answered(operation())
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
      if (attempt === commitAttempts || !isUnknownCommit(error)) throw error
      await jitter(deadline, error)
    }
  }
}

/** Lets those that got into each other's way come apart. @throws DatabaseUnavailableError when the time is up */
async function jitter(deadline: Deadline, cause: unknown): Promise<void> {
  const milliseconds = 1 + Math.random() * 39
  if (milliseconds >= deadline.left()) throw new DatabaseUnavailableError({ cause })
  await pause(milliseconds)
}
