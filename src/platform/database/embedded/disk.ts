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
  /** Every document on disk, once no write is under way. */
  load(): AsyncIterable<{ collection: string; bytes: Uint8Array }>
  /**
   * Resolves when these changes, and all before them, are on disk: they come there together or not at all. After one
   * has failed all fail, with the same error.
   * @throws NothingWrittenError until `resume` is called; any other Error, and then only `load` tells what is on disk
   */
  write(changes: Change[]): Promise<void>
  /** Takes changes again after a NothingWrittenError, and drops those that came meanwhile. */
  resume(): void
  /**
   * Replaces the data file by one that holds the documents and nothing of what was overwritten or deleted before the
   * call. Writes go on meanwhile, and wait only while the files change places.
   * @throws Error, and then the file is the one from before
   */
  rewrite(signal: AbortSignal): Promise<void>
  /** Waits for the writes that are under way, and ends a rewrite. */
  close(): Promise<void>
}

const openFolders = new Set<string>()

/** @throws Error when another process, or this one, has the folder open */
export async function openDisk(folder: string): Promise<Disk> {
  // What lies here are people's data.
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

/** More than the files of an empty database. */
const minFreeSpace = 64 * KiB

// lmdb maps its files into memory before it writes to them: new ones that the disk has no room for end the process.
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

/** What a process left that was killed while it rewrote the data file. */
async function removeUnfinishedRewrites(path: string): Promise<void> {
  for (const name of await readdir(path))
    if (name.startsWith(rewritePrefix)) await rm(join(path, name), { recursive: true, force: true })
}

/** Changes that come to the disk together. */
interface ChangeGroup {
  changes: Change[]
  /** Why it is not to be written. */
  rejection?: Error
  done: Promise<void>
}

/** A rewrite of the data file that is under way. */
interface ActiveRewrite {
  changed: ChangedDocuments
  abort: AbortController
  done: Promise<void>
}

// One group of changes is on its way to the disk at a time, and what comes meanwhile makes up the next: that shares
// the waiting for the disk, and lets a failure stop what was built on the changes that failed.
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
      // What is on the disk now, the copy may not have.
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

  /** Has work done while nothing is written. It is not done after a write that failed. */
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
      // What is on its way to the disk, the other process might not see yet.
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
      // After a failed write lmdb may wait for that write without an end.
      if (copy && copy !== file) await withDeadline(closeFile(copy), diskTimeout).catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    }
  }

  /**
   * The new files take the places of the old ones while both are open: another process that opens the folder finds this
   * one in the table of readers, in whichever of the lock files it has opened.
   */
  async function replaceBy(copy: DataFile, folder: string): Promise<void> {
    await copy.reservation.sync()
    await rename(join(folder, 'data.mdb'), join(path, 'data.mdb'))
    file = copy
    // Before anything is written to the new file: else the old one might come back after a power failure.
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
      // What the disk holds after a commit or flush without an answer is unknown, and stays so in this process.
      if (failure instanceof DeadlineError)
        throw new Error('the disk did not answer: restart to see what is on it')
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
      // After a failed write lmdb may wait for that write without an end.
      await withDeadline(closeFile(file), diskTimeout).finally(release)
    },
  }
}

async function openCopy(folder: string): Promise<DataFile> {
  const env = openLmdb(folder)
  // Enters the table of readers, as `openAlone` does.
  env.get(['', ''])
  return { env, reservation: await openDiskReservation(env, folder) }
}

/** The file is closed last outside of lmdb: of one that was replaced, that frees its space, which takes a while. */
async function closeFile({ env, reservation: room }: DataFile): Promise<void> {
  await env.close()
  await room.close()
}
