import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { open, type RootDatabase } from 'lmdb'

export type Lmdb = RootDatabase<Uint8Array, [collection: string, id: string]>

/** @throws Error */
export const openLmdb = (path: string, { readOnly = false } = {}): Lmdb =>
  open({
    path,
    readOnly,
    noSubdir: false,
    encoding: 'binary',
    cache: false,
    // Flush promises per put. The flush promise of the whole environment never settles after a failed commit.
    separateFlushed: true,
    // If enabled, lmdb leaves a rejection unhandled when a commit fails, which would end the process.
    eventTurnBatching: false,
  })

const openAttempts = 5

/**
 * Opens a folder whose two files a running service may replace concurrently, and makes sure that both are current.
 * @throws Error
 */
export async function openCurrentFiles(path: string, options?: { readOnly: boolean }): Promise<Lmdb> {
  for (let attempt = 1; ; attempt++) {
    const before = await readInodes(path)
    const env = openLmdb(path, options)
    // Registers this process in the reader table, so that a process that replaces the files detects it.
    env.get(['', ''])
    const after = await readInodes(path)
    // A file that did not exist before was created by this process.
    if (before.every((inode, index) => inode === undefined || inode === after[index])) return env
    await env.close()
    if (attempt === openAttempts) throw new Error(`the files in ${path} are being replaced`)
  }
}

const readInodes = (path: string) =>
  Promise.all(
    ['data.mdb', 'lock.mdb'].map(file =>
      stat(join(path, file)).then(
        ({ ino }) => ino,
        () => undefined,
      ),
    ),
  )

/**
 * Returns the pid of another process that has the folder open, if any. lmdb keeps a reader table with an operating system
 * lock per reader, so that dead processes do not count. Each process registers itself before it looks for others, so
 * that of two concurrent processes at most one finds itself alone.
 */
export function findOtherProcess(env: Lmdb): string | undefined {
  env.get(['', ''])
  env.readerCheck()
  const others = [...env.readerList().matchAll(/^\s*(\d+) /gm)].filter(
    ([, pid]) => Number(pid) !== process.pid,
  )
  return others[0]?.[1]
}
