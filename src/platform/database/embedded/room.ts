import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { KiB } from '../../../lib/quantities.js'
import type { Change } from './layer.js'
import type { Lmdb } from './lmdb.js'

/** The file grows by so much at least, and by this part of its size. In bytes. */
const growth = 256 * KiB
const growthPart = 1 / 16

/** Space on the disk that belongs to the data file before lmdb writes to it. */
export interface Room {
  /** Resolves when there is room for the changes, whatever becomes of the tree. @throws Error of the file system */
  make(changes: readonly Change[]): Promise<void>
  /** Resolves when everything in the file is on disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * lmdb must not meet a full disk: what it then has to say is longer than the memory that it has for it, which can
 * end the process. So nothing is given to it that might not fit, and the disk refuses us instead.
 */
export async function openRoom(env: Lmdb, folder: string): Promise<Room> {
  const file = await open(join(folder, 'data.mdb'), 'r+')
  let { size } = await file.stat()
  let isFull = false

  /** With zeros, because holes have no room. */
  async function growTo(wanted: number) {
    while (size < wanted) {
      const zeros = Buffer.alloc(Math.min(growth, wanted - size))
      const { bytesWritten } = await file.write(zeros, 0, zeros.length, size)
      size += bytesWritten
    }
  }

  return {
    async make(changes) {
      const { pageSize, lastPageNumber, ...tree } = env.getStats() as Stats
      const used = (lastPageNumber + 1) * pageSize
      // What lmdb uses is never written over.
      size = Math.max(size, used)
      const needed = used + pagesFor(changes, { pageSize, ...tree }) * pageSize
      if (needed <= size && !isFull) return
      // Where the disk was full, nothing is taken until it has room: what is refused does not depend on its size.
      isFull = true
      await growTo(Math.max(needed, size + Math.max(growth, Math.ceil(size * growthPart))))
      isFull = false
    },
    sync: () => file.sync(),
    close: () => file.close(),
  }
}

interface Tree {
  treeDepth: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}

/** Of the whole environment, as lmdb tells them. */
interface Stats extends Tree {
  pageSize: number
  lastPageNumber: number
  /** The tree that knows which pages are free. */
  free: Tree
}

const keyAndHeader = 128

/** The most new pages that a commit takes: none is written in place, and a page that is split may stay a quarter full. */
function pagesFor(changes: readonly Change[], tree: Omit<Stats, 'lastPageNumber'>): number {
  const bytes = changes.reduce((sum, change) => sum + keyAndHeader + (change.bytes?.length ?? 0), 0)
  const copied = Math.min(
    changes.length * (tree.treeDepth + 1),
    tree.treeBranchPageCount + tree.treeLeafPageCount,
  )
  const added = 4 * Math.ceil(bytes / tree.pageSize)
  const { free } = tree
  return copied + added + 2 * (free.treeBranchPageCount + free.treeLeafPageCount + free.overflowPages) + 64
}
