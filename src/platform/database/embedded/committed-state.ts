import { DatabaseUnavailableError } from '../database.js'
import type { DataFile, Snapshot } from './data-file.js'
import type { DatabaseState } from './database-state.js'

/** The state that is on disk: a snapshot after the last flush, which all read operations share. */
interface CommittedState {
  readonly state: DatabaseState
  /**
   * Keeps the present state for a read operation that yields to the event loop. Waits while there is no snapshot.
   * @throws DatabaseUnavailableError if no snapshot could be taken
   */
  pin(): Promise<PinnedState>
  /** Replaces the snapshot for the following read operations. */
  replace(next: Snapshot): void
  /** Runs work while no snapshot is held, except for pinned ones. @throws the error of the work or of the next snapshot */
  withoutSnapshot(work: () => Promise<void>): Promise<void>
}

export interface PinnedState {
  state: DatabaseState
  release(): void
}

/** A snapshot, and the number of read operations that use it. */
interface SharedSnapshot {
  snapshot: Snapshot
  users: number
}

/** @param onFailure called with the error if no snapshot could be taken after `withoutSnapshot` */
export function createCommittedState(file: DataFile, onFailure: (cause: unknown) => void): CommittedState {
  let shared: SharedSnapshot | undefined = { snapshot: file.snapshot(), users: 0 }
  /** Settles when there is a snapshot again. */
  let withoutShared: Promise<void> = Promise.resolve()

  function replace(next: Snapshot | undefined): void {
    if (shared?.users === 0) shared.snapshot.release()
    shared = next && { snapshot: next, users: 0 }
  }

  async function pin(): Promise<PinnedState> {
    if (!shared) await withoutShared
    const pinned = shared
    if (!pinned) throw new DatabaseUnavailableError()
    pinned.users++
    return {
      state: {
        reader: pinned.snapshot,
        get usesCache() {
          return pinned === shared
        },
        changed: () => undefined,
      },
      release() {
        pinned.users--
        if (pinned.users === 0 && pinned !== shared) pinned.snapshot.release()
      },
    }
  }

  async function withoutSnapshot(work: () => Promise<void>): Promise<void> {
    replace(undefined)
    const done = work().finally(() => {
      try {
        if (!shared) replace(file.snapshot())
      } catch (cause) {
        onFailure(cause)
        throw cause
      }
    })
    withoutShared = done.catch(() => undefined)
    await done
  }

  return {
    state: {
      get reader() {
        // Without a snapshot, nothing is being written.
        return shared?.snapshot ?? file.writer
      },
      usesCache: true,
      changed: () => undefined,
    },
    pin,
    replace,
    withoutSnapshot,
  }
}
