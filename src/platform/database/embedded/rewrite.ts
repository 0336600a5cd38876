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

/** Documents that are copied in one commit, and rounds of doing so, before writers have to wait for the last one. */
const batchSize = 250
const maxRounds = 5
/** The disk must have room for the copy, for the old file's growth meanwhile, and for others. */
const spareSpace = 64 * MiB

/** An open data file. */
export interface DataFile {
  env: Lmdb
  reservation: DiskReservation
}

/** What is written to the disk while the file is copied: the copy may lack it, or have an older version. */
export interface ChangedDocuments {
  add(changes: readonly Change[]): void
  readonly size: number
  /** Removes all of them: each document once, as it was written last. */
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

/** Copies all documents of one folder's data file into another folder, in a process of its own. @throws Error */
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

/** @throws Error if the disk may be full before the copy is complete */
export async function assertSpaceForCopy(folder: string): Promise<void> {
  const { size } = await stat(join(folder, 'data.mdb'))
  const { bavail, bsize } = await statfs(folder)
  const needed = 2 * size + spareSpace
  if (bavail * bsize < needed)
    throw new Error(
      `the data file is not rewritten: that needs ${Math.ceil(needed / MiB)} MiB of free disk space`,
    )
}

/** Brings most of what has changed to the copy, while writers go on. */
export async function catchUp(copy: DataFile, changed: ChangedDocuments): Promise<void> {
  for (let round = 1; round <= maxRounds && changed.size > batchSize; round++)
    await copyChanged(copy, changed)
}

/** Brings all that has changed to the copy. */
export async function copyChanged(
  { env, reservation: room }: DataFile,
  changed: ChangedDocuments,
): Promise<void> {
  for (const piece of chunk(changed.take(), batchSize, () => 1)) await writeChanges(env, room, piece)
}
