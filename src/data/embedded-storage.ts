import { mkdir, realpath } from 'node:fs/promises'
import { open } from 'lmdb'
import type { RootDatabase } from 'lmdb'
import { DeadlineError, withDeadline } from './deadline.js'

/** One document as it is to be on disk; null bytes mean that it is gone. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

export interface Storage {
  /** Every document on disk, once no write is under way. */
  load(): AsyncIterable<{ collection: string; bytes: Uint8Array }>
  /**
   * Resolves when these changes, and all before them, are on disk. After a failure only `load` tells what is.
   * @throws Error
   */
  write(changes: Change[]): Promise<void>
  /** Waits for the writes that are under way. */
  close(): Promise<void>
}

const seconds = 1000
const diskDeadline = 10 * seconds

const openFolders = new Set<string>()

/** @throws Error when another process, or this one, has the folder open */
export async function openStorage(folder: string): Promise<Storage> {
  // What lies here are people's data.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (openFolders.has(path)) throw inUse(path, process.pid)
  openFolders.add(path)
  try {
    return lmdbStorage(await openAlone(path), () => openFolders.delete(path))
  } catch (error) {
    openFolders.delete(path)
    throw error
  }
}

const inUse = (folder: string, pid: number | string) =>
  new Error(
    `the data folder ${folder} is open in process ${pid}: stop that process, or give this one another folder`,
  )

type Lmdb = RootDatabase<Uint8Array, [collection: string, id: string]>

// lmdb keeps a table of its readers, with a lock of the operating system for each, so that the dead do not count.
// Whoever opens the folder enters the table first and looks for others then: of two at once, at most one stays.
async function openAlone(path: string): Promise<Lmdb> {
  const env: Lmdb = open({
    path,
    noSubdir: false,
    encoding: 'binary',
    cache: false,
    // A put's own promise of being on disk: that of the whole environment never settles after a failed commit.
    separateFlushed: true,
    // With it, lmdb leaves a rejection unhandled when a commit fails, which would end the process.
    eventTurnBatching: false,
  })
  env.get(['', ''])
  env.readerCheck()
  const other = [...env.readerList().matchAll(/^\s*(\d+) /gm)].find(([, pid]) => Number(pid) !== process.pid)
  if (!other) return env
  await env.close()
  throw inUse(path, other[1] ?? '')
}

function lmdbStorage(env: Lmdb, release: () => void): Storage {
  const underWay = new Set<Promise<unknown>>()
  let last = Promise.resolve()
  let isStuck = false

  // What the disk holds after a commit or flush without an answer is unknown, and stays so in this process.
  async function answered(promise: PromiseLike<unknown>) {
    await withDeadline(promise, diskDeadline).catch((error: unknown) => {
      isStuck ||= error instanceof DeadlineError
      throw error
    })
  }

  async function durable(changes: Change[]) {
    const puts = changes.map(change => put(env, change))
    const commits: Promise<unknown> = Promise.allSettled(puts).then(() => underWay.delete(commits))
    underWay.add(commits)
    try {
      await answered(Promise.all(puts))
      await answered(Promise.all(puts.map(({ flushed }) => flushed)))
    } catch (error) {
      // lmdb prints the reason, and would have an unhandled rejection of it end the process.
      void (error as CommitError).commitError?.catch(() => undefined)
      throw error
    }
  }

  return {
    async *load() {
      await Promise.all(underWay)
      if (isStuck) throw new Error('the disk did not answer: restart to see what is on it')
      last = Promise.resolve()
      for (const { key, value } of env.getRange()) yield { collection: key[0], bytes: value }
    },
    write(changes) {
      if (changes.length > 0) last = durable(changes)
      return last
    },
    async close() {
      await last.catch(() => undefined)
      // After a failed write lmdb may wait for that write without an end.
      await withDeadline(env.close(), diskDeadline).finally(release)
    },
  }
}

type Put = Promise<boolean> & { flushed?: PromiseLike<boolean> }

interface CommitError {
  commitError?: Promise<never>
}

function put(env: Lmdb, { collection, id, bytes }: Change): Put {
  return bytes ? env.put([collection, id], bytes) : env.remove([collection, id])
}
