import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeadlineError, withDeadline } from '../../../lib/deadline.js'
import { KiB } from '../../../lib/quantities.js'
import { syncFolder } from '../../files/folders.js'
import type { Change } from './overlay.js'
import { openCurrentFiles, openLmdb, findOtherProcess, type Lmdb } from './lmdb.js'
import {
  assertSpaceForCopy,
  catchUp,
  changedDocuments,
  copyChanged,
  copyInProcess,
  type ChangedDocuments,
  type DataFile,
} from './rewrite.js'
import { openDiskReservation } from './disk-reservation.js'
import { diskTimeout, writeChanges } from './write-changes.js'

export interface Disk {
  /** Reads all documents on disk, after pending writes have ended. */
  load(): AsyncIterable<{ collection: string; bytes: Uint8Array }>
  /**
   * Resolves when these changes and all previous ones are on disk. The changes are atomic. After a failure, all further
   * writes fail with the same error.
   * @throws NothingWrittenError until `resume` is called; after any other error, only `load` shows what is on disk
   */
  write(changes: Change[]): Promise<void>
  /** Accepts changes again after a NothingWrittenError, and drops those that are waiting. */
  resume(): void
  /**
   * Replaces the data file by a copy without remains of documents that were overwritten or deleted before the call. Writes
   * continue meanwhile, and wait only while the files are exchanged.
   * @throws Error if the data file was not replaced
   */
  rewrite(signal: AbortSignal): Promise<void>
  /** Waits for pending writes, and aborts a rewrite. */
  close(): Promise<void>
}

const openFolders = new Set<string>()

/** @throws Error if another process, or this one, has the folder open */
export async function openDisk(folder: string): Promise<Disk> {
  // The folder contains personal data.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (openFolders.has(path)) throw folderInUse(path, process.pid)
  openFolders.add(path)
  try {
    await assertDiskSpace(path)
    const env = await openExclusively(path)
    await removeUnfinishedRewrites(path)
    const file = { env, reservation: await openDiskReservation(env, path) }
    return lmdbDisk(path, file, () => openFolders.delete(path))
  } catch (error) {
    openFolders.delete(path)
    throw error
  }
}

/** Larger than the files of an empty database. */
const minFreeSpace = 64 * KiB

// lmdb maps its files into memory before it writes to them: if the disk is full, new files would crash the process.
async function assertDiskSpace(path: string): Promise<void> {
  if ((await readdir(path)).includes('lock.mdb')) return
  const trial = join(path, 'room')
  try {
    await writeFile(trial, Buffer.alloc(minFreeSpace), { flush: true })
  } finally {
    await rm(trial, { force: true })
  }
}

const folderInUse = (folder: string, pid: number | string) =>
  new Error(
    `the data folder ${folder} is open in process ${pid}: stop that process, or give this one another folder`,
  )

async function openExclusively(path: string): Promise<Lmdb> {
  const env = await openFolder(path)
  const other = findOtherProcess(env)
  if (other === undefined) return env
  await env.close()
  throw folderInUse(path, other)
}

async function openFolder(path: string): Promise<Lmdb> {
  try {
    return await openCurrentFiles(path)
  } catch (cause) {
    throw new Error(`the data folder ${path} cannot be opened`, { cause })
  }
}

const rewritePrefix = 'rewrite-'

/** Deletes what a process left that was killed during a rewrite. */
async function removeUnfinishedRewrites(path: string): Promise<void> {
  for (const name of await readdir(path))
    if (name.startsWith(rewritePrefix)) await rm(join(path, name), { recursive: true, force: true })
}

/** Changes that are committed together. */
interface ChangeGroup {
  changes: Change[]
  /** The error with which the group is rejected without being written. */
  rejection?: Error
  done: Promise<void>
}

/** A rewrite of the data file in progress. */
interface ActiveRewrite {
  changed: ChangedDocuments
  abort: AbortController
  done: Promise<void>
}

// Group commit: one group of changes is written at a time, and changes that arrive meanwhile form the next group. This
// shares the disk latency, and a failure also rejects the changes that depend on the failed ones.
function lmdbDisk(path: string, opened: DataFile, release: () => void): Disk {
  let file = opened
  let rewriting: ActiveRewrite | undefined
  let waiting: ChangeGroup | undefined
  let last = Promise.resolve()
  let failure: Error | undefined

  async function commit({ changes, rejection: refusal = failure }: ChangeGroup) {
    if (refusal) throw refusal
    try {
      await writeChanges(file.env, file.reservation, changes)
      rewriting?.changed.add(changes)
    } catch (error) {
      failure = error as Error
      // The disk may contain changes that the copy lacks.
      rewriting?.abort.abort(error)
      throw error
    }
  }

  function nextGroup(): ChangeGroup {
    const group: ChangeGroup = { changes: [], done: last }
    group.done = last
      .catch(() => undefined)
      .then(() => {
        if (waiting === group) waiting = undefined
        return commit(group)
      })
    last = group.done
    return group
  }

  /** Runs work while no write is in progress. After a failed write, the work is not run. */
  async function exclusively(work: () => Promise<void>): Promise<void> {
    const before = last
    const done = before.then(work)
    last = before.then(() => done.catch(() => undefined))
    last.catch(() => undefined)
    await done
  }

  async function rewrite({ changed, abort: { signal } }: ActiveRewrite): Promise<void> {
    await assertSpaceForCopy(path)
    const folder = await mkdtemp(join(path, rewritePrefix))
    let copy: DataFile | undefined
    try {
      // The other process might not see a write that is still in progress.
      await last
      await copyInProcess(path, folder, signal)
      const opened = await openCopy(folder)
      copy = opened
      await catchUp(opened, changed)
      const old = file
      await exclusively(async () => {
        await copyChanged(opened, changed)
        signal.throwIfAborted()
        await replaceBy(opened, folder)
      })
      await closeFile(old)
    } finally {
      // After a failed write, lmdb may wait forever.
      if (copy && copy !== file) await withDeadline(closeFile(copy), diskTimeout).catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    }
  }

  /**
   * Exchanges the files while both are open, so that another process that opens the folder finds this process in the reader
   * table of whichever lock file it opens.
   */
  async function replaceBy(copy: DataFile, folder: string): Promise<void> {
    await copy.reservation.sync()
    await rename(join(folder, 'data.mdb'), join(path, 'data.mdb'))
    file = copy
    // Flush before anything is written to the new file: otherwise the old one might reappear after a power failure.
    await syncFolder(path)
    await rename(join(folder, 'lock.mdb'), join(path, 'lock.mdb'))
  }

  return {
    async rewrite(signal) {
      signal.throwIfAborted()
      if (rewriting) throw new Error('the data file is being rewritten already')
      const abort = new AbortController()
      const forward = () => abort.abort(signal.reason)
      signal.addEventListener('abort', forward)
      rewriting = { changed: changedDocuments(), abort, done: Promise.resolve() }
      try {
        await (rewriting.done = rewrite(rewriting))
      } finally {
        rewriting = undefined
        signal.removeEventListener('abort', forward)
      }
    },
    async *load() {
      await last.catch(() => undefined)
      // After a commit or flush that timed out, this process cannot determine what is on the disk.
      if (failure instanceof DeadlineError)
        throw new Error('the disk did not respond: restart the service to read its state')
      failure = undefined
      last = Promise.resolve()
      for (const { key, value } of file.env.getRange()) yield { collection: key[0], bytes: value }
    },
    write(changes) {
      if (changes.length === 0) return last
      waiting ??= nextGroup()
      waiting.changes.push(...changes)
      return waiting.done
    },
    resume() {
      if (waiting && failure) waiting.rejection = failure
      waiting = undefined
      failure = undefined
      last = last.catch(() => undefined)
    },
    async close() {
      rewriting?.abort.abort()
      await rewriting?.done.catch(() => undefined)
      await last.catch(() => undefined)
      // After a failed write, lmdb may wait forever.
      await withDeadline(closeFile(file), diskTimeout).finally(release)
    },
  }
}

async function openCopy(folder: string): Promise<DataFile> {
  const env = openLmdb(folder)
  // Registers this process in the reader table, as `openExclusively` does.
  env.get(['', ''])
  return { env, reservation: await openDiskReservation(env, folder) }
}

/** Closes the file handle last: for a replaced file, this frees its disk space, which takes a while. */
async function closeFile({ env, reservation }: DataFile): Promise<void> {
  await env.close()
  await reservation.close()
}
