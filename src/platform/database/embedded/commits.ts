import { DatabaseUnavailableError } from '../database.js'
import type { Disk } from './disk.js'
import { createLayer, undo, type Layer } from './layer.js'
import { NothingWrittenError } from './write.js'

/** The way of what was changed in memory to the disk. */
export interface Commits {
  begin(): Layer
  /**
   * Resolves when the layer, and all that its writer can have read, is on disk.
   * @throws DatabaseUnavailableError
   */
  store(layer: Layer): Promise<void>
  /** @throws DatabaseUnavailableError where nothing can be answered, or the layer's changes are gone */
  assertAvailable(layer?: Layer): void
  /** From now on nothing is answered. */
  stop(): void
}

/** @param reload reads memory again from the disk */
export function createCommits(disk: Disk, reload: () => Promise<void>): Commits {
  /** Changed in memory and not known to be on disk, in the order of the changes. */
  const pending = new Set<Layer>()
  /** Why nothing is answered. */
  let failure: unknown

  function assertAvailable(layer?: Layer) {
    const cause = failure ?? layer?.lostBy
    if (cause !== undefined) throw new DatabaseUnavailableError({ cause })
  }

  /** The disk holds what it held before these changes, and so does memory without them: there is nothing to reload. */
  function takeBack(cause: unknown) {
    for (const layer of [...pending].reverse()) {
      undo(layer)
      layer.lostBy = cause
    }
    pending.clear()
    disk.resume()
  }

  // Nobody knows what is on disk, and what others did meanwhile stands on it: nothing is answered until memory has
  // been read again from the disk.
  async function recover(cause: unknown) {
    failure = cause
    for (const layer of pending) layer.lostBy = cause
    pending.clear()
    try {
      await reload()
      // Unless it was closed meanwhile.
      if (failure === cause) failure = undefined
    } catch (error) {
      if (failure === cause) failure = error
    }
  }

  function fail(layer: Layer, cause: unknown) {
    // Another layer has failed with the same write, or closing came first.
    if (layer.lostBy !== undefined || failure !== undefined) return
    if (cause instanceof NothingWrittenError) takeBack(cause)
    else void recover(cause)
  }

  return {
    assertAvailable,
    begin() {
      const layer = createLayer()
      pending.add(layer)
      return layer
    },
    async store(layer) {
      try {
        assertAvailable(layer)
        await disk.write([...layer.changes.values()]).then(
          () => {
            pending.delete(layer)
            for (const forget of layer.forget) forget()
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
