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
