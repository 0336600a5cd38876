import { DatabaseUnavailableError } from '../database.js'
import type { Disk } from './disk.js'
import { createOverlay, undoOverlay, type Overlay } from './overlay.js'
import { NothingWrittenError } from './write-changes.js'

/** The way of what was changed in memory to the disk. */
export interface CommitQueue {
  begin(): Overlay
  /**
   * Resolves when the layer, and all that its writer can have read, is on disk.
   * @throws DatabaseUnavailableError
   */
  store(layer: Overlay): Promise<void>
  /** @throws DatabaseUnavailableError where nothing can be answered, or the layer's changes are gone */
  assertAvailable(layer?: Overlay): void
  /** From now on nothing is answered. */
  stop(): void
}

/** @param reload reads memory again from the disk */
export function createCommitQueue(disk: Disk, reload: () => Promise<void>): CommitQueue {
  /** Changed in memory and not known to be on disk, in the order of the changes. */
  const pending = new Set<Overlay>()
  /** Why nothing is answered. */
  let failure: unknown

  function assertAvailable(layer?: Overlay) {
    const cause = failure ?? layer?.lossCause
    if (cause !== undefined) throw new DatabaseUnavailableError({ cause })
  }

  /** The disk holds what it held before these changes, and so does memory without them: there is nothing to reload. */
  function takeBack(cause: unknown) {
    for (const layer of [...pending].reverse()) {
      undoOverlay(layer)
      layer.lossCause = cause
    }
    pending.clear()
    disk.resume()
  }

  // Nobody knows what is on disk, and what others did meanwhile stands on it: nothing is answered until memory has
  // been read again from the disk.
  async function recover(cause: unknown) {
    failure = cause
    for (const layer of pending) layer.lossCause = cause
    pending.clear()
    try {
      await reload()
      // Unless it was closed meanwhile.
      if (failure === cause) failure = undefined
    } catch (error) {
      if (failure === cause) failure = error
    }
  }

  function fail(layer: Overlay, cause: unknown) {
    // Another layer has failed with the same write, or closing came first.
    if (layer.lossCause !== undefined || failure !== undefined) return
    if (cause instanceof NothingWrittenError) takeBack(cause)
    else void recover(cause)
  }

  return {
    assertAvailable,
    begin() {
      const layer = createOverlay()
      pending.add(layer)
      return layer
    },
    async store(layer) {
      try {
        assertAvailable(layer)
        await disk.write([...layer.changes.values()]).then(
          () => {
            pending.delete(layer)
            for (const forget of layer.discard) forget()
          },
          (cause: unknown) => {
            fail(layer, cause)
            throw new DatabaseUnavailableError({ cause })
          },
        )
      } finally {
        pending.delete(layer)
      }
    },
    stop() {
      failure = new Error('the database is closed')
    },
  }
}
