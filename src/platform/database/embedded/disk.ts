import { mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeadlineError, withDeadline } from '../../../lib/deadline.js'
import { KiB } from '../../../lib/quantities.js'
import type { Change } from './layer.js'
import { openLmdb, otherReader, type Lmdb } from './lmdb.js'
import { openRoom, type Room } from './room.js'
import { diskDeadline, written } from './write.js'

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
  /** Waits for the writes that are under way. */
  close(): Promise<void>
}

const openFolders = new Set<string>()

/** @throws Error when another process, or this one, has the folder open */
export async function openDisk(folder: string): Promise<Disk> {
  // What lies here are people's data.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (openFolders.has(path)) throw inUse(path, process.pid)
  openFolders.add(path)
  try {
    await demandRoom(path)
    const env = await openAlone(path)
    return lmdbDisk(env, await openRoom(env, path), () => openFolders.delete(path))
  } catch (error) {
    openFolders.delete(path)
    throw error
  }
}

/** More than the files of an empty database. */
const leastRoom = 64 * KiB

// lmdb maps its files into memory before it writes to them: new ones that the disk has no room for end the process.
async function demandRoom(path: string): Promise<void> {
  if ((await readdir(path)).includes('lock.mdb')) return
  const trial = join(path, 'room')
  try {
    await writeFile(trial, Buffer.alloc(leastRoom), { flush: true })
  } finally {
    await rm(trial, { force: true })
  }
}

const inUse = (folder: string, pid: number | string) =>
  new Error(
    `the data folder ${folder} is open in process ${pid}: stop that process, or give this one another folder`,
  )

async function openAlone(path: string): Promise<Lmdb> {
  const env = openedLmdb(path)
  const other = otherReader(env)
  if (other === undefined) return env
  await env.close()
  throw inUse(path, other)
}

function openedLmdb(path: string): Lmdb {
  try {
    return openLmdb(path)
  } catch (cause) {
    throw new Error(`the data folder ${path} cannot be opened`, { cause })
  }
}

/** Changes that come to the disk together. */
interface Group {
  changes: Change[]
  /** Why it is not to be written. */
  refusal?: Error
  done: Promise<void>
}

// One group of changes is on its way to the disk at a time, and what comes meanwhile makes up the next: that shares
// the waiting for the disk, and lets a failure stop what was built on the changes that failed.
function lmdbDisk(env: Lmdb, room: Room, release: () => void): Disk {
  let waiting: Group | undefined
  let last = Promise.resolve()
  let failure: Error | undefined

  async function commit({ changes, refusal = failure }: Group) {
    if (refusal) throw refusal
    try {
      await written(env, room, changes)
    } catch (error) {
      failure = error as Error
      throw error
    }
  }

  function nextGroup(): Group {
    const group: Group = { changes: [], done: last }
    group.done = last
      .catch(() => undefined)
      .then(() => {
        if (waiting === group) waiting = undefined
        return commit(group)
      })
    last = group.done
    return group
  }

  return {
    async *load() {
      await last.catch(() => undefined)
      // What the disk holds after a commit or flush without an answer is unknown, and stays so in this process.
      if (failure instanceof DeadlineError)
        throw new Error('the disk did not answer: restart to see what is on it')
      failure = undefined
      last = Promise.resolve()
      for (const { key, value } of env.getRange()) yield { collection: key[0], bytes: value }
    },
    write(changes) {
      if (changes.length === 0) return last
      waiting ??= nextGroup()
      waiting.changes.push(...changes)
      return waiting.done
    },
    resume() {
      if (waiting && failure) waiting.refusal = failure
      waiting = undefined
      failure = undefined
      last = last.catch(() => undefined)
    },
    async close() {
      await last.catch(() => undefined)
      // After a failed write lmdb may wait for that write without an end.
      await withDeadline(Promise.all([env.close(), room.close()]), diskDeadline).finally(release)
    },
  }
}
