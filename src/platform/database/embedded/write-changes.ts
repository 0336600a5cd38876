import { DeadlineError, withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import type { Lmdb } from './lmdb.js'
import type { DiskReservation } from './disk-reservation.js'

/** The changes were not written. The disk is unchanged. */
export class NothingWrittenError extends Error {
  constructor(options?: ErrorOptions) {
    super('the changes could not be written to the disk', options)
    this.name = 'NothingWrittenError'
  }
}

/** In milliseconds. */
export const diskTimeout = 10 * seconds
const reasonTimeout = 1 * seconds

/** Commits and flushes changes. @throws NothingWrittenError; any other Error if the outcome is unknown */
export async function writeChanges(
  env: Lmdb,
  reservation: DiskReservation,
  changes: Change[],
): Promise<void> {
  try {
    await withDeadline(reservation.reserve(changes), diskTimeout)
  } catch (cause) {
    throw cause instanceof DeadlineError ? cause : new NothingWrittenError({ cause })
  }
  const batch = putBatch(env, changes)
  try {
    await withDeadline(batch, diskTimeout)
  } catch (error) {
    const cause = await commitErrorOf(error)
    throw error instanceof DeadlineError || areStored(env, changes)
      ? cause
      : new NothingWrittenError({ cause })
  }
  await withDeadline(batch.flushed, diskTimeout)
}

/** Returns whether the changes were committed, which is possible even if they could not be flushed. */
function areStored(env: Lmdb, changes: Change[]): boolean {
  env.resetReadTxn()
  return changes.every(({ collection, id, bytes }) => {
    const found = env.get([collection, id])
    return bytes && found ? Buffer.compare(found, bytes) === 0 : !bytes && !found
  })
}

/** lmdb reports the reason of a failed commit by a second promise, whose rejection must be handled. */
async function commitErrorOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> }
  return commitError ? withDeadline(commitError, reasonTimeout).catch((reason: unknown) => reason) : error
}

/** The result with the option `separateFlushed`, which the types of lmdb do not contain. */
type Batch = Promise<boolean> & { flushed: Promise<boolean> }

/** Writes all changes atomically: lmdb commits a batch as one transaction. */
function putBatch(env: Lmdb, changes: Change[]): Batch {
  return env.batch(() => {
    for (const { collection, id, bytes } of changes) {
      if (bytes) void env.put([collection, id], bytes)
      else void env.remove([collection, id])
    }
  }) as Batch
}
