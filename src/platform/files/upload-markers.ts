import { writeSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { seconds } from '../../lib/quantities.js'
import { hasCode } from '../../lib/system-errors.js'
import { toStorageError } from './object-storage.js'

/**
 * Markers of uploads in progress, so that uploads of a killed process can be cleaned up. A marker is a small file, which
 * is cheaper than a database document because it has to survive the process but not a power failure.
 */
export interface UploadMarkers {
  /** @param name a valid file name. @throws StorageUnavailableError if the disk is full */
  create(name: string): Promise<UploadMarker>
  /**
   * Calls `work` for each marker that was created before a date and never confirmed, and deletes the marker. Work that fails
   * or is interrupted is repeated next time.
   * @returns the errors of work that failed
   */
  processPending(before: Date, work: (name: string) => Promise<void>): Promise<unknown[]>
}

export interface UploadMarker {
  /**
   * Confirms the upload synchronously, so that code that follows in the same turn of the event loop is atomic with it. The
   * write of one byte into an open file only reaches the page cache and does not wait for the disk.
   * @throws Error if the marker is so old that it may already have been removed
   */
  confirm(): void
}

/** The contents of a marker. */
const [pending, confirmed] = ['0', '1']
/** The age up to which an upload can be confirmed. Only markers of twice this age may be processed. In milliseconds. */
export const maxMarkerAge = 30 * seconds

/** @param machineStart older markers are deleted unprocessed, because it is unknown whether they were confirmed */
export async function openUploadMarkers(
  folder: string,
  machineStart = new Date(Date.now() - uptime() * seconds),
): Promise<UploadMarkers> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  async function createMarker(path: string): Promise<UploadMarker> {
    const file = await open(path, 'w')
    await file.write(pending).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    const end = performance.now() + maxMarkerAge
    const closeTimer = setTimeout(() => void file.close().catch(() => undefined), maxMarkerAge).unref()
    /** Errors are ignored: `processPending` deletes confirmed markers, too. */
    const deleteFile = () =>
      void file
        .close()
        .then(() => rm(path))
        .catch(() => undefined)
    return {
      confirm() {
        if (performance.now() > end) throw new Error('the upload marker is too old')
        clearTimeout(closeTimer)
        writeSync(file.fd, confirmed, 0)
        setImmediate(deleteFile)
      },
    }
  }

  async function processMarker(name: string, before: Date, work: (name: string) => Promise<void>) {
    const path = join(folder, name)
    const marker = await readMarker(path)
    if (!marker || marker.mtime >= before) return
    if (marker.mtime >= machineStart && marker.content === pending) await work(name)
    await rm(path, { force: true })
  }

  return {
    create: name =>
      createMarker(join(folder, name)).catch((error: unknown) => {
        throw toStorageError(error)
      }),
    async processPending(before, work) {
      const failures: unknown[] = []
      for (const name of await readdir(folder))
        await processMarker(name, before, work).catch((error: unknown) => failures.push(error))
      return failures
    },
  }
}

/** Returns null if the marker was deleted in the meantime. */
async function readMarker(path: string): Promise<{ mtime: Date; content: string } | null> {
  try {
    const { mtime } = await stat(path)
    return { mtime, content: await readFile(path, 'utf8') }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
