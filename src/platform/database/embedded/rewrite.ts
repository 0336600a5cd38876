import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { chunk } from '../../../lib/chunk.js'
import { MiB } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import type { Lmdb } from './lmdb.js'
import type { DiskReservation } from './disk-reservation.js'
import { writeChanges } from './write-changes.js'

const copierPath = fileURLToPath(new URL('./copy-data-process.js', import.meta.url))

/** The number of documents per commit, and of catch-up rounds before writers have to wait for the last round. */
const batchSize = 250
const maxRounds = 5
/** Additional free disk space for the growth of the old file and for other programs. */
const spareSpace = 64 * MiB

/** An open data file. */
export interface DataFile {
  env: Lmdb
  reservation: DiskReservation
}

/** Documents that were changed while the file was being copied. The copy may lack them or contain an older version. */
export interface ChangedDocuments {
  add(changes: readonly Change[]): void
  readonly size: number
  /** Removes and returns all changes: the latest one of each document. */
  take(): Change[]
}

export function changedDocuments(): ChangedDocuments {
  const changed = new Map<string, Change>()
  return {
    add(changes) {
      for (const change of changes) changed.set(`${change.collection} ${change.id}`, change)
    },
    get size() {
      return changed.size
    },
    take() {
      const changes = [...changed.values()]
      changed.clear()
      return changes
    },
  }
}

/** Copies all documents of a data file into another folder, in a separate process. @throws Error */
export async function copyInProcess(source: string, target: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [copierPath, source, target], { stdio: ['pipe', 'ignore', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  try {
    const [errors, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    signal.throwIfAborted()
    if (code !== 0) throw new Error(`the data file could not be copied: ${errors || `exit code ${code}`}`)
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

/** @throws Error if there is not enough free disk space for the copy */
export async function assertSpaceForCopy(folder: string): Promise<void> {
  const { size } = await stat(join(folder, 'data.mdb'))
  const { bavail, bsize } = await statfs(folder)
  const needed = 2 * size + spareSpace
  if (bavail * bsize < needed)
    throw new Error(
      `the data file is not rewritten: that needs ${Math.ceil(needed / MiB)} MiB of free disk space`,
    )
}

/** Copies most of the changed documents while writes continue. */
export async function catchUp(copy: DataFile, changed: ChangedDocuments): Promise<void> {
  for (let round = 1; round <= maxRounds && changed.size > batchSize; round++)
    await copyChanged(copy, changed)
}

/** Copies all changed documents. */
export async function copyChanged({ env, reservation }: DataFile, changed: ChangedDocuments): Promise<void> {
  for (const batch of chunk(changed.take(), batchSize, () => 1)) await writeChanges(env, reservation, batch)
}
