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
    // A put's own promise of being on disk: that of the whole environment never settles after a failed commit.
    separateFlushed: true,
    // With it, lmdb leaves a rejection unhandled when a commit fails, which would end the process.
    eventTurnBatching: false,
  })

const openAttempts = 5

/**
 * Opens a folder whose files a running service may replace at the same time: both files are those that are there now.
 * @throws Error
 */
export async function openCurrentFiles(path: string, options?: { readOnly: boolean }): Promise<Lmdb> {
  for (let attempt = 1; ; attempt++) {
    const before = await readInodes(path)
    const env = openLmdb(path, options)
    // Enters the table of readers: from now on, who replaces the files sees this process there.
    env.get(['', ''])
    const after = await readInodes(path)
    // A file that was missing has just been made.
    if (before.every((inode, at) => inode === undefined || inode === after[at])) return env
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
 * The process that has the folder open beside this one, if any does. lmdb keeps a table of its readers, with a lock of
 * the operating system for each, so that the dead do not count. Whoever opens the folder enters the table first and
 * looks for others then: of two at once, at most one stays alone.
 */
export function findOtherProcess(env: Lmdb): string | undefined {
  env.get(['', ''])
  env.readerCheck()
  const others = [...env.readerList().matchAll(/^\s*(\d+) /gm)].filter(
    ([, pid]) => Number(pid) !== process.pid,
  )
  return others[0]?.[1]
}
