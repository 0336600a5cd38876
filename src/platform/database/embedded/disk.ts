import { mkdir, realpath } from 'node:fs/promises'
import { DeadlineError, withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { openLmdb, type Lmdb } from './lmdb.js'

/** One document as it is to be on disk; null bytes mean that it is gone. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

export interface Disk {
  /** Every document on disk, once no write is under way. */
  load(): AsyncIterable<{ collection: string; bytes: Uint8Array }>
  /**
   * Resolves when these changes, and all before them, are on disk: they come there together or not at all. After a
   * failure only `load` tells what is.
   * @throws Error
   */
  write(changes: Change[]): Promise<void>
  /** Waits for the writes that are under way. */
  close(): Promise<void>
}

const diskDeadline = 10 * seconds

const openFolders = new Set<string>()

/** @throws Error when another process, or this one, has the folder open */
export async function openDisk(folder: string): Promise<Disk> {
  // What lies here are people's data.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (openFolders.has(path)) throw inUse(path, process.pid)
  openFolders.add(path)
  try {
    return lmdbDisk(await openAlone(path), () => openFolders.delete(path))
  } catch (error) {
    openFolders.delete(path)
    throw error
  }
}

const inUse = (folder: string, pid: number | string) =>
  new Error(
    `the data folder ${folder} is open in process ${pid}: stop that process, or give this one another folder`,
  )

// lmdb keeps a table of its readers, with a lock of the operating system for each, so that the dead do not count.
// Whoever opens the folder enters the table first and looks for others then: of two at once, at most one stays.
async function openAlone(path: string): Promise<Lmdb> {
  const env = openedLmdb(path)
  env.get(['', ''])
  env.readerCheck()
  const other = [...env.readerList().matchAll(/^\s*(\d+) /gm)].find(([, pid]) => Number(pid) !== process.pid)
  if (!other) return env
  await env.close()
  throw inUse(path, other[1] ?? '')
}

function openedLmdb(path: string): Lmdb {
  try {
    return openLmdb(path)
  } catch (cause) {
    throw new Error(`the data folder ${path} cannot be opened`, { cause })
  }
}

// One group of changes is on its way to the disk at a time, and what comes meanwhile makes up the next: that shares
// the waiting for the disk, and lets a failure stop what was built on the changes that failed.
function lmdbDisk(env: Lmdb, release: () => void): Disk {
  let waiting: { changes: Change[]; done: Promise<void> } | undefined
  let last = Promise.resolve()
  let hasFailed = false
  let isStuck = false

  async function commit(changes: Change[]) {
    if (hasFailed) throw new Error('an earlier write failed')
    try {
      await answered(putTogether(env, changes))
    } catch (error) {
      hasFailed = true
      // What the disk holds after a commit or flush without an answer is unknown, and stays so in this process.
      isStuck = error instanceof DeadlineError
      throw error
    }
  }

  function nextGroup() {
    const changes: Change[] = []
    const before = last.catch(() => undefined)
    const done = before.then(() => {
      waiting = undefined
      return commit(changes)
    })
    last = done
    return { changes, done }
  }

  return {
    async *load() {
      await last.catch(() => undefined)
      if (isStuck) throw new Error('the disk did not answer: restart to see what is on it')
      hasFailed = false
      last = Promise.resolve()
      for (const { key, value } of env.getRange()) yield { collection: key[0], bytes: value }
    },
    write(changes) {
      if (changes.length === 0) return last
      waiting ??= nextGroup()
      waiting.changes.push(...changes)
      return waiting.done
    },
    async close() {
      await last.catch(() => undefined)
      // After a failed write lmdb may wait for that write without an end.
      await withDeadline(env.close(), diskDeadline).finally(release)
    },
  }
}

/** Resolves when the batch is committed and flushed. */
async function answered(batch: Batch): Promise<void> {
  await withDeadline(withQuietReason(batch), diskDeadline)
  await withDeadline(batch.flushed, diskDeadline)
}

// lmdb prints why a commit failed, and an unhandled rejection of that reason would end the process.
function withQuietReason(commit: Batch): Promise<boolean> {
  return commit.catch((error: unknown) => {
    void (error as CommitError).commitError?.catch(() => undefined)
    throw error
  })
}

/** With `separateFlushed`, which lmdb's types do not know. */
type Batch = Promise<boolean> & { flushed: Promise<boolean> }

interface CommitError extends Error {
  commitError?: Promise<never>
}

/** All or none: lmdb ends no transaction within a batch, and when one of them fails it aborts all. */
function putTogether(env: Lmdb, changes: Change[]): Batch {
  return env.batch(() => {
    for (const { collection, id, bytes } of changes) {
      if (bytes) void env.put([collection, id], bytes)
      else void env.remove([collection, id])
    }
  }) as Batch
}
