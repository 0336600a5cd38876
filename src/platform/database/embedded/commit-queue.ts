import { seconds } from '../../../lib/quantities.js'
import { DatabaseDamagedError, type DatabaseUnavailableError } from '../database.js'
import { createCommittedState, type PinnedState } from './committed-state.js'
import type { DataFile, Snapshot } from './data-file.js'
import { toUnavailableError } from './data-file-errors.js'
import type { ChangedDocument, DatabaseState } from './database-state.js'
import type { DocumentCache } from './document-cache.js'

/** The changes of one writer. */
export interface Changes {
  readonly documents: Map<string, ChangedDocument>
  /** The reason why the changes were lost. */
  lossCause: unknown
}

/**
 * Commits the changes of one writer at a time, and shows them to readers when they are on disk. A flush covers all commits
 * since the previous one started.
 */
export interface CommitQueue {
  /** The state that is on disk. */
  readonly committed: DatabaseState
  /**
   * Keeps the present state on disk for a read operation that yields to the event loop. Waits while the log is
   * being emptied.
   */
  pin(): Promise<PinnedState>
  /** With all changes, for the writer whose turn it is. */
  readonly latest: DatabaseState
  /** @throws DatabaseUnavailableError */
  begin(): Changes
  /** Commits the changes. Resolves when they are on disk. @throws DatabaseUnavailableError */
  commit(changes: Changes): Promise<void>
  /** Rolls the changes back. Resolves when everything that the writer can have read is on disk. */
  rollback(changes: Changes): Promise<void>
  /** Resolves when all commits so far are on disk. */
  flushed(): Promise<void>
  /** Calls a listener after each flush, and after a commit that failed. */
  onFlush(listener: () => Promise<void>): void
  /** Runs work while nothing is written and no snapshot is held. */
  withoutSnapshot(work: () => Promise<void>): Promise<void>
  /** @throws DatabaseUnavailableError if the database is unavailable, or the changes are lost */
  assertAvailable(changes?: Changes): void
  /** @throws DatabaseDamagedError if damage was found since the start; DatabaseUnavailableError */
  assertHealthy(): void
  /** Converts an error of the data file, and remembers damage. */
  unavailableError(cause: unknown): DatabaseUnavailableError
  /** Rejects all further operations. */
  stop(): void
}

/** Commits that are flushed together. */
interface FlushGroup {
  documents: Map<string, ChangedDocument>
  done: Promise<void>
}

/** The delay between two attempts to recover, in milliseconds. */
const recoveryDelay = 1 * seconds

export function createCommitQueue(file: DataFile, cache: DocumentCache): CommitQueue {
  const { state: committed, pin, replace, withoutSnapshot } = createCommittedState(file, fail)
  let current: Changes | undefined
  /** The commits that are being flushed, and those of the next flush. */
  let flushingGroup: FlushGroup | undefined
  let nextGroup: FlushGroup | undefined
  /** The reason why the database is unavailable. */
  let failure: unknown
  let damage: DatabaseDamagedError | undefined
  let flushListener: () => Promise<void> = () => Promise.resolve()

  function unavailableError(cause: unknown): DatabaseUnavailableError {
    const error = toUnavailableError(cause)
    if (error instanceof DatabaseDamagedError) damage ??= error
    return error
  }

  function assertAvailable(changes?: Changes) {
    const cause = failure ?? changes?.lossCause
    if (cause !== undefined) throw unavailableError(cause)
  }

  /** Adds documents to the group that is flushed next. */
  function joinNextGroup(documents: Changes['documents']): Promise<void> {
    nextGroup ??= createGroup()
    for (const [key, change] of documents) nextGroup.documents.set(key, change)
    return nextGroup.done
  }

  function createGroup(): FlushGroup {
    const group: FlushGroup = { documents: new Map(), done: Promise.resolve() }
    group.done = (flushingGroup?.done ?? Promise.resolve()).then(() => flush(group))
    group.done.catch(() => undefined)
    return group
  }

  async function flush(group: FlushGroup): Promise<void> {
    // The next snapshot contains exactly the commits that the flush covers.
    nextGroup = undefined
    flushingGroup = group
    let next: Snapshot | undefined
    try {
      next = file.snapshot()
      await file.flush()
    } catch (cause) {
      next?.release()
      fail(cause)
      throw unavailableError(cause)
    }
    flushingGroup = undefined
    replace(next)
    for (const [key, { document, size }] of group.documents)
      if (document) cache.set(key, document, size)
      else cache.delete(key)
    void flushListener().catch(() => undefined)
  }

  /** Rejects everything that was not flushed, because the state on disk is unknown. */
  function fail(cause: unknown) {
    flushingGroup = nextGroup = undefined
    if (failure !== undefined) return
    failure = cause
    if (current) current.lossCause = cause
    void recover(cause)
  }

  // Emptying the log writes all commits to the data file and flushes it.
  async function recover(cause: unknown) {
    try {
      file.writer.rollback()
      await withoutSnapshot(() => file.emptyLog())
      cache.clear()
      // The database may have been closed in the meantime.
      if (failure === cause) failure = undefined
    } catch {
      if (failure === cause) setTimeout(() => void recover(cause), recoveryDelay).unref()
    }
  }

  const flushed = () => (nextGroup ?? flushingGroup)?.done ?? Promise.resolve()

  return {
    committed,
    pin,
    latest: {
      reader: file.writer,
      usesCache: true,
      changed: key =>
        current?.documents.get(key) ?? nextGroup?.documents.get(key) ?? flushingGroup?.documents.get(key),
    },
    assertAvailable,
    assertHealthy() {
      assertAvailable()
      if (damage) throw damage
    },
    unavailableError,
    begin() {
      assertAvailable()
      try {
        file.writer.begin()
      } catch (cause) {
        throw unavailableError(cause)
      }
      return (current = { documents: new Map(), lossCause: undefined })
    },
    async commit(changes) {
      current = undefined
      assertAvailable(changes)
      let hasChanged: boolean
      try {
        hasChanged = file.writer.commit()
      } catch (cause) {
        // The disk may be full, and emptying the log can make space.
        void flushListener().catch(() => undefined)
        throw unavailableError(cause)
      }
      await (hasChanged ? joinNextGroup(changes.documents) : flushed())
    },
    async rollback(changes) {
      current = undefined
      // After a failure, the changes are rolled back already.
      if (changes.lossCause === undefined) file.writer.rollback()
      await flushed()
      assertAvailable(changes)
    },
    flushed,
    onFlush(listener) {
      flushListener = listener
    },
    withoutSnapshot,
    stop() {
      failure = new Error('the database is closed')
    },
  }
}
