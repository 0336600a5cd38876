import { DeadlineError, withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import type { Lmdb } from './lmdb.js'
import type { DiskReservation } from './disk-reservation.js'

/** The disk has refused changes, and holds what it held before them. */
export class NothingWrittenError extends Error {
  constructor(options?: ErrorOptions) {
    super('the disk takes no changes', options)
    this.name = 'NothingWrittenError'
  }
}

/** In milliseconds. */
export const diskTimeout = 10 * seconds
const reasonTimeout = 1 * seconds

/** Resolves when the changes are committed and flushed. @throws NothingWrittenError; Error when nobody knows */
export async function writeChanges(env: Lmdb, room: DiskReservation, changes: Change[]): Promise<void> {
  try {
    await withDeadline(room.reserve(changes), diskTimeout)
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

/** A commit is whole or not at all, but one that could not be flushed is seen nevertheless. */
function areStored(env: Lmdb, changes: Change[]): boolean {
  env.resetReadTxn()
  return changes.every(({ collection, id, bytes }) => {
    const found = env.get([collection, id])
    return bytes && found ? Buffer.compare(found, bytes) === 0 : !bytes && !found
  })
}

/** lmdb says in a second promise why a commit failed, and leaves that one's rejection unhandled. */
async function commitErrorOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> }
  return commitError ? withDeadline(commitError, reasonTimeout).catch((reason: unknown) => reason) : error
}

/** With `separateFlushed`, which lmdb's types do not know. */
type Batch = Promise<boolean> & { flushed: Promise<boolean> }

/** All or none: lmdb ends no transaction within a batch, and when one of them fails it aborts all. */
function putBatch(env: Lmdb, changes: Change[]): Batch {
  return env.batch(() => {
    for (const { collection, id, bytes } of changes) {
      if (bytes) void env.put([collection, id], bytes)
      else void env.remove([collection, id])
    }
  }) as Batch
}
