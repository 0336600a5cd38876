import { DatabaseUnavailableError } from '../database.js'
import type { Disk } from './disk.js'
import { createOverlay, undoOverlay, type Overlay } from './overlay.js'
import { NothingWrittenError } from './write-changes.js'

/** Writes changes in memory to the disk, in order. */
export interface CommitQueue {
  begin(): Overlay
  /**
   * Resolves when the overlay, and everything that its writer can have read, is on disk.
   * @throws DatabaseUnavailableError
   */
  store(overlay: Overlay): Promise<void>
  /** @throws DatabaseUnavailableError if the database is unavailable, or the changes of the overlay are lost */
  assertAvailable(overlay?: Overlay): void
  /** Rejects all further operations. */
  stop(): void
}

/** @param reload reads all documents from the disk again */
export function createCommitQueue(disk: Disk, reload: () => Promise<void>): CommitQueue {
  /** The overlays that may not be on disk yet, in the order of the changes. */
  const pending = new Set<Overlay>()
  /** The reason why the database is unavailable. */
  let failure: unknown

  function assertAvailable(overlay?: Overlay) {
    const cause = failure ?? overlay?.lossCause
    if (cause !== undefined) throw new DatabaseUnavailableError({ cause })
  }

  /** Rolls back all pending overlays. The disk is unchanged, so that memory equals it again without a reload. */
  function undoPending(cause: unknown) {
    for (const overlay of [...pending].reverse()) {
      undoOverlay(overlay)
      overlay.lossCause = cause
    }
    pending.clear()
    disk.resume()
  }

  // The state of the disk is unknown, and later changes depend on it: the database is unavailable until all documents are
  // read from the disk again.
  async function recover(cause: unknown) {
    failure = cause
    for (const overlay of pending) overlay.lossCause = cause
    pending.clear()
    try {
      await reload()
      // The database may have been closed in the meantime.
      if (failure === cause) failure = undefined
    } catch (error) {
      if (failure === cause) failure = error
    }
  }

  function fail(overlay: Overlay, cause: unknown) {
    // Another overlay has failed with the same write, or the database was closed.
    if (overlay.lossCause !== undefined || failure !== undefined) return
    if (cause instanceof NothingWrittenError) undoPending(cause)
    else void recover(cause)
  }

  return {
    assertAvailable,
    begin() {
      const overlay = createOverlay()
      pending.add(overlay)
      return overlay
    },
    async store(overlay) {
      try {
        assertAvailable(overlay)
        await disk.write([...overlay.changes.values()]).then(
          () => {
            pending.delete(overlay)
            for (const discardVersion of overlay.discard) discardVersion()
          },
          (cause: unknown) => {
            fail(overlay, cause)
            throw new DatabaseUnavailableError({ cause })
          },
        )
      } finally {
        pending.delete(overlay)
      }
    },
    stop() {
      failure = new Error('the database is closed')
    },
  }
}
