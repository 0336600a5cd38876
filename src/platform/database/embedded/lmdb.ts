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

/**
 * The process that has the folder open beside this one, if any does. lmdb keeps a table of its readers, with a lock of
 * the operating system for each, so that the dead do not count. Whoever opens the folder enters the table first and
 * looks for others then: of two at once, at most one stays alone.
 */
export function otherReader(env: Lmdb): string | undefined {
  env.get(['', ''])
  env.readerCheck()
  const others = [...env.readerList().matchAll(/^\s*(\d+) /gm)].filter(
    ([, pid]) => Number(pid) !== process.pid,
  )
  return others[0]?.[1]
}
