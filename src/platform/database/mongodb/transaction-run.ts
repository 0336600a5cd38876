import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSession } from 'mongodb'
import { withDeadline, type Deadline } from '../../../lib/deadline.js'
import { DatabaseUnavailableError } from '../database.js'
import type { DatabaseInstrumentation } from '../instrumentation.js'
import { assertNotFailed, failRun, type TransactionRun } from '../transaction-context.js'
import { commandTimeout } from './command-timeout.js'
import { isCommitResultUnknown, translateError } from './errors.js'

const commitAttempts = 3

/** One attempt to run a transaction. */
export type MongoRun = TransactionRun<RunState>

export interface RunState {
  session: ClientSession
  /** Settles with the last command: a transaction does not support concurrent commands. */
  lastCommand: Promise<void>
  /** The error of the driver, with its labels, that ended the run. */
  cause?: unknown
  /** True if the commit may have succeeded, although it failed. */
  mayBeCommitted?: boolean
}

/** Runs an operation of a collection in a run, after the previous one. If it fails, the run fails. */
export async function performInRun<V>(
  run: MongoRun,
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

/** Commits a run whose work has ended. @throws the error of the run if it has failed; errors of the driver */
export async function commitRun(
  run: MongoRun,
  deadline: Deadline,
  instrumentation: DatabaseInstrumentation,
): Promise<void> {
  const { state } = run
  // Wait for commands that the work started but did not await.
  await withDeadline(state.lastCommand, deadline.left())
  assertNotFailed(run)
  try {
    await instrumentation.command({ collection: null, name: 'commit' }, () => commit(state.session, deadline))
  } catch (error) {
    state.mayBeCommitted = isCommitResultUnknown(error)
    throw error
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
export async function pauseRandomly(deadline: Deadline, cause: unknown): Promise<void> {
  const milliseconds = 1 + Math.random() * 39
  if (milliseconds >= deadline.left()) throw new DatabaseUnavailableError({ cause })
  await pause(milliseconds)
}
