import { writeSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { seconds } from '../../lib/quantities.js'
import { hasCode } from '../../lib/system-errors.js'
import { toStorageError } from './object-storage.js'

/**
 * What is under way here, for whoever comes after a process that was killed: a small file for each, which costs less
 * than a document, because it outlives the process and not a power cut.
 */
export interface UploadMarkers {
  /** @param name one that a file can have. @throws StorageUnavailableError when the disk is full */
  create(name: string): Promise<UploadMarker>
  /**
   * Does the work for each that was set before then and never settled; what fails or is cut off is done again next time.
   * @returns why it could not be done for some
   */
  processUnsettled(before: Date, work: (name: string) => Promise<void>): Promise<unknown[]>
}

export interface UploadMarker {
  /**
   * It is done: in this turn of the event loop, so that what follows at once is as good as one with it. A byte into a
   * file that is open and stays as long as it is goes to memory, and waits for no disk.
   * @throws Error where others may think by now that nobody does it any more
   */
  settle(): void
}

const [isOpen, isSettled] = ['0', '1']
/** For longer no mark is settled, and none younger than twice that may be worked off. In milliseconds. */
export const maxMarkerAge = 30 * seconds

/** @param machineStart of marks from before it nobody knows which were settled: they go without any work */
export async function openUploadMarkers(
  folder: string,
  machineStart = new Date(Date.now() - uptime() * seconds),
): Promise<UploadMarkers> {
  await mkdir(folder, { recursive: true })

  async function set(path: string): Promise<UploadMarker> {
    const file = await open(path, 'w')
    await file.write(isOpen).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    const end = performance.now() + maxMarkerAge
    const tooLate = setTimeout(() => void file.close().catch(() => undefined), maxMarkerAge).unref()
    /** Whatever fails then, it is settled: those who work off remove it. */
    const tidy = () =>
      void file
        .close()
        .then(() => rm(path))
        .catch(() => undefined)
    return {
      settle() {
        if (performance.now() > end) throw new Error('the mark is too old')
        clearTimeout(tooLate)
        writeSync(file.fd, isSettled, 0)
        setImmediate(tidy)
      },
    }
  }

  async function workOff(name: string, before: Date, work: (name: string) => Promise<void>) {
    const path = join(folder, name)
    const mark = await readMarker(path)
    if (!mark || mark.mtime >= before) return
    if (mark.mtime >= machineStart && mark.content === isOpen) await work(name)
    await rm(path, { force: true })
  }

  return {
    create: name =>
      set(join(folder, name)).catch((error: unknown) => {
        throw toStorageError(error)
      }),
    async processUnsettled(before, work) {
      const failures: unknown[] = []
      for (const name of await readdir(folder))
        await workOff(name, before, work).catch((error: unknown) => failures.push(error))
      return failures
    },
  }
}

/** Null where it has gone meanwhile. */
async function readMarker(path: string): Promise<{ mtime: Date; content: string } | null> {
  try {
    const { mtime } = await stat(path)
    return { mtime, content: await readFile(path, 'utf8') }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
