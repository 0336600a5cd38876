import { open, type RootDatabase } from 'lmdb'

/** The database file of earlier versions. */
type Lmdb = RootDatabase<Uint8Array, [collection: string, id: string]>

/** @throws Error */
export const openLmdb = (path: string): Lmdb =>
  open({ path, noSubdir: false, encoding: 'binary', cache: false })

/**
 * Returns the pid of another process that has the file open, if any. lmdb keeps a reader table with an operating system
 * lock per reader, so that dead processes do not count.
 */
export function findOtherProcess(lmdb: Lmdb): string | undefined {
  // Registers this process, too.
  lmdb.get(['', ''])
  lmdb.readerCheck()
  const others = [...lmdb.readerList().matchAll(/^\s*(\d+) /gm)].filter(
    ([, pid]) => Number(pid) !== process.pid,
  )
  return others[0]?.[1]
}
