import { seconds } from '../../../lib/quantities.js'
import { DatabaseUnavailableError, type Entity } from '../database.js'
import type { DataFile, Snapshot } from './data-file.js'
import type { DataReader } from './data-reader.js'
import type { DocumentCache } from './document-cache.js'

/** A readable state of the database. */
export interface DatabaseState {
  readonly reader: DataReader
  /** False for an earlier state, whose documents are not in the cache. */
  readonly usesCache: boolean
  /** Returns the new version of a document that readers do not see yet; undefined if it is unchanged. */
  changed(key: string): ChangedDocument | undefined
}

/** The new version of a document: null if it was deleted. */
interface ChangedDocument {
  document: Entity | null
  /** The size of the serialized document, in bytes. */
  size: number
}

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
  /** Rejects all further operations. */
  stop(): void
}

interface PinnedState {
  state: DatabaseState
  release(): void
}

/** A snapshot, and the number of read operations that use it. */
interface SharedSnapshot {
  snapshot: Snapshot
  users: number
}

/** Commits that are flushed together. */
interface FlushGroup {
  documents: Map<string, ChangedDocument>
  done: Promise<void>
}

/** The delay between two attempts to recover, in milliseconds. */
const recoveryDelay = 1 * seconds

export function createCommitQueue(file: DataFile, cache: DocumentCache): CommitQueue {
  let shared: SharedSnapshot | undefined = { snapshot: file.snapshot(), users: 0 }
  /** Settles when there is a snapshot again. */
  let withoutShared: Promise<void> = Promise.resolve()
  let current: Changes | undefined
  /** The group that is being flushed, and the next one. */
  let flushing: FlushGroup | undefined
  let waiting: FlushGroup | undefined
  /** The reason why the database is unavailable. */
  let failure: unknown
  let onFlush: () => Promise<void> = () => Promise.resolve()

  function assertAvailable(changes?: Changes) {
    const cause = failure ?? changes?.lossCause
    if (cause !== undefined) throw new DatabaseUnavailableError({ cause })
  }

  function join(documents: Changes['documents']): Promise<void> {
    waiting ??= nextGroup()
    for (const [key, change] of documents) waiting.documents.set(key, change)
    return waiting.done
  }

  function nextGroup(): FlushGroup {
    const group: FlushGroup = { documents: new Map(), done: Promise.resolve() }
    group.done = (flushing?.done ?? Promise.resolve()).then(() => flush(group))
    group.done.catch(() => undefined)
    return group
  }

  async function flush(group: FlushGroup): Promise<void> {
    // The next snapshot contains exactly the commits that the flush covers.
    waiting = undefined
    flushing = group
    let next: Snapshot | undefined
    try {
      next = file.snapshot()
      await file.flush()
    } catch (cause) {
      next?.release()
      fail(cause)
      throw new DatabaseUnavailableError({ cause })
    }
    flushing = undefined
    share(next)
    for (const [key, { document, size }] of group.documents)
      if (document) cache.set(key, document, size)
      else cache.delete(key)
    void onFlush().catch(() => undefined)
  }

  /** Rejects everything that was not flushed, because the state on disk is unknown. */
  function fail(cause: unknown) {
    flushing = waiting = undefined
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

  async function withoutSnapshot(work: () => Promise<void>): Promise<void> {
    share(undefined)
    const done = work().finally(() => {
      try {
        if (!shared) share(file.snapshot())
      } catch (cause) {
        fail(cause)
        throw cause
      }
    })
    withoutShared = done.catch(() => undefined)
    await done
  }

  /** Replaces the snapshot for the following read operations. */
  function share(next: Snapshot | undefined) {
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

  const committed: DatabaseState = {
    get reader() {
      // Without a snapshot, nothing is being written.
      return shared?.snapshot ?? file.writer
    },
    usesCache: true,
    changed: () => undefined,
  }

  const flushed = () => (waiting ?? flushing)?.done ?? Promise.resolve()

  return {
    committed,
    pin,
    latest: {
      reader: file.writer,
      usesCache: true,
      changed: key =>
        current?.documents.get(key) ?? waiting?.documents.get(key) ?? flushing?.documents.get(key),
    },
    assertAvailable,
    begin() {
      assertAvailable()
      try {
        file.writer.begin()
      } catch (cause) {
        throw new DatabaseUnavailableError({ cause })
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
        void onFlush().catch(() => undefined)
        throw new DatabaseUnavailableError({ cause })
      }
      await (hasChanged ? join(changes.documents) : flushed())
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
      onFlush = listener
    },
    withoutSnapshot,
    stop() {
      failure = new Error('the database is closed')
    },
  }
}
