import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { KiB } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import type { Lmdb } from './lmdb.js'

/** The minimum growth of the file, in bytes, and the growth in proportion to its size. */
const minGrowth = 256 * KiB
const growthRatio = 1 / 16

/** Allocates disk space for the data file before lmdb writes to it. */
export interface DiskReservation {
  /** Resolves when enough space for the changes is allocated, in the worst case. @throws Error of the file system */
  reserve(changes: readonly Change[]): Promise<void>
  /** Flushes the file to disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * lmdb must not write to a full disk: its error message overflows a buffer, which can crash the process. So the space is
 * allocated beforehand, and a full disk causes an ordinary error here.
 */
export async function openDiskReservation(env: Lmdb, folder: string): Promise<DiskReservation> {
  const file = await open(join(folder, 'data.mdb'), 'r+')
  let { size } = await file.stat()
  let isFull = false

  /** Writes zeros, because holes of sparse files allocate no space. */
  async function growTo(minSize: number) {
    while (size < minSize) {
      const zeros = Buffer.alloc(Math.min(minGrowth, minSize - size))
      const { bytesWritten } = await file.write(zeros, 0, zeros.length, size)
      size += bytesWritten
    }
  }

  return {
    async reserve(changes) {
      const { pageSize, lastPageNumber, ...tree } = env.getStats() as LmdbStats
      const used = (lastPageNumber + 1) * pageSize
      // Never overwrite pages that lmdb uses.
      size = Math.max(size, used)
      const needed = used + pagesFor(changes, { pageSize, ...tree }) * pageSize
      if (needed <= size && !isFull) return
      // After the disk was full, reject all changes, regardless of their size, until there is space again.
      isFull = true
      await growTo(Math.max(needed, size + Math.max(minGrowth, Math.ceil(size * growthRatio))))
      isFull = false
    },
    sync: () => file.sync(),
    close: () => file.close(),
  }
}

interface TreeStats {
  treeDepth: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}

/** The statistics of the lmdb environment. */
interface LmdbStats extends TreeStats {
  pageSize: number
  lastPageNumber: number
  /** The tree of free pages. */
  free: TreeStats
}

const entryOverhead = 128

/** Returns the maximum number of new pages of a commit: pages are copied on write, and split pages can be a quarter full. */
function pagesFor(changes: readonly Change[], tree: Omit<LmdbStats, 'lastPageNumber'>): number {
  const bytes = changes.reduce((sum, change) => sum + entryOverhead + (change.bytes?.length ?? 0), 0)
  const copied = Math.min(
    changes.length * (tree.treeDepth + 1),
    tree.treeBranchPageCount + tree.treeLeafPageCount,
  )
  const added = 4 * Math.ceil(bytes / tree.pageSize)
  const { free } = tree
  return copied + added + 2 * (free.treeBranchPageCount + free.treeLeafPageCount + free.overflowPages) + 64
}
