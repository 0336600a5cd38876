import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { GiB } from '../src/lib/quantities.js'

/** The folder of Linux for files in memory. */
const sharedMemory = '/dev/shm'

/** Containers often have only a few megabytes there. The databases of an entry file need up to a hundred. */
const minFreeSpace = GiB

/**
 * The folder for databases of tests: in memory if possible, because waiting for the disk takes a third of the time of the
 * tests. Tests of processes that are killed work as on a disk, because the kernel keeps what was written.
 */
export const memoryFolder = hasSharedMemory() ? sharedMemory : tmpdir()

function hasSharedMemory(): boolean {
  if (!existsSync(sharedMemory)) return false
  const { bavail, bsize } = statfsSync(sharedMemory)
  return bavail * bsize >= minFreeSpace
}
