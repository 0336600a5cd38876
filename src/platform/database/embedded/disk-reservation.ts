import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { KiB } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import type { Lmdb } from './lmdb.js'

/** The file grows by so much at least, and by this part of its size. In bytes. */
const minGrowth = 256 * KiB
const growthRatio = 1 / 16

/** Space on the disk that belongs to the data file before lmdb writes to it. */
export interface DiskReservation {
  /** Resolves when there is room for the changes, whatever becomes of the tree. @throws Error of the file system */
  reserve(changes: readonly Change[]): Promise<void>
  /** Resolves when everything in the file is on disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * lmdb must not meet a full disk: what it then has to say is longer than the memory that it has for it, which can
 * end the process. So nothing is given to it that might not fit, and the disk refuses us instead.
 */
export async function openDiskReservation(env: Lmdb, folder: string): Promise<DiskReservation> {
  const file = await open(join(folder, 'data.mdb'), 'r+')
  let { size } = await file.stat()
  let isFull = false

  /** With zeros, because holes have no room. */
  async function growTo(wanted: number) {
    while (size < wanted) {
      const zeros = Buffer.alloc(Math.min(minGrowth, wanted - size))
      const { bytesWritten } = await file.write(zeros, 0, zeros.length, size)
      size += bytesWritten
    }
  }

  return {
    async reserve(changes) {
      const { pageSize, lastPageNumber, ...tree } = env.getStats() as LmdbStats
      const used = (lastPageNumber + 1) * pageSize
      // What lmdb uses is never written over.
      size = Math.max(size, used)
      const needed = used + pagesFor(changes, { pageSize, ...tree }) * pageSize
      if (needed <= size && !isFull) return
      // Where the disk was full, nothing is taken until it has room: what is refused does not depend on its size.
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

/** Of the whole environment, as lmdb tells them. */
interface LmdbStats extends TreeStats {
  pageSize: number
  lastPageNumber: number
  /** The tree that knows which pages are free. */
  free: TreeStats
}

const entryOverhead = 128

/** The most new pages that a commit takes: none is written in place, and a page that is split may stay a quarter full. */
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
