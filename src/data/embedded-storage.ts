import { mkdir, realpath } from 'node:fs/promises'
import { open } from 'lmdb'
import type { RootDatabase } from 'lmdb'
import { withDeadline } from './deadline.js'

/** One document as it is to be on disk; null bytes mean that it is gone. */
export interface Change {
  collection: string
  id: string
  bytes: Uint8Array | null
}

export interface Storage {
  /** Every document on disk. */
  load(): Iterable<{ collection: string; bytes: Uint8Array }>
  /** Resolves when these changes, and all before them, are on disk. All of them get there, or none. */
  write(changes: Change[]): Promise<void>
  /** Resolves when no write is under way, however it ended. */
  settled(): Promise<void>
  /** Waits for the writes that are under way. */
  close(): Promise<void>
}

const seconds = 1000
const flushDeadline = 10 * seconds

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
  const env: Lmdb = open({ path, noSubdir: false, encoding: 'binary', cache: false })
  env.get(['', ''])
  env.readerCheck()
  const other = [...env.readerList().matchAll(/^\s*(\d+) /gm)].find(([, pid]) => Number(pid) !== process.pid)
  if (!other) return env
  await env.close()
  throw inUse(path, other[1] ?? '')
}

function lmdbStorage(env: Lmdb, release: () => void): Storage {
  const underWay = new Set<Promise<unknown>>()
  let cannotFlush = false

  async function flushed() {
    // lmdb leaves the promise pending when the disk refuses to flush. What is on disk is unknown from then on, and a
    // flush that succeeds later does not mean that everything before it is there.
    if (cannotFlush) throw new Error('the disk did not flush what was written before')
    await withDeadline(env.flushed, flushDeadline).catch((error: unknown) => {
      cannotFlush = true
      throw error
    })
  }

  return {
    *load() {
      if (cannotFlush)
        throw new Error('the disk did not flush what was written: restart to see what is there')
      for (const { key, value } of env.getRange()) yield { collection: key[0], bytes: value }
    },
    async write(changes) {
      const commit = Promise.all(changes.map(change => put(env, change)))
      underWay.add(commit)
      try {
        await commit
      } catch (error) {
        throw await commitError(error)
      } finally {
        underWay.delete(commit)
      }
      await flushed()
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
    async close() {
      await Promise.allSettled(underWay)
      try {
        await flushed()
      } finally {
        // lmdb would wait for a flush without an end.
        if (!cannotFlush) await env.close()
        release()
      }
    },
  }
}

// Puts of one turn of the event loop are one transaction.
function put(env: Lmdb, { collection, id, bytes }: Change): Promise<boolean> {
  return bytes ? env.put([collection, id], bytes) : env.remove([collection, id])
}

// lmdb hides the reason in a second promise, which would end the process if nobody took its rejection.
async function commitError(error: unknown): Promise<unknown> {
  const reason = (error as { commitError?: Promise<never> }).commitError
  return reason ? reason.catch((cause: unknown) => cause) : error
}
