import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../lib/system-errors.js'

/** Where uploads are written before they are stored. */
export interface IncomingFolder {
  /** A path at which there is nothing yet. */
  temporaryPath(): string
  /** Removes what a crash has left. @returns why it could not remove some */
  deleteOlder(olderThan: Date): Promise<unknown[]>
}

/** For local storage, take a folder on the same file system: then storing a file is a rename. */
export async function openIncomingFolder(path: string): Promise<IncomingFolder> {
  await mkdir(path, { recursive: true })
  return {
    temporaryPath: () => join(path, randomUUID()),
    async deleteOlder(olderThan) {
      const failures: unknown[] = []
      for (const name of await readdir(path))
        await deleteIfOlder(join(path, name), olderThan).catch((error: unknown) => failures.push(error))
      return failures
    },
  }
}

async function deleteIfOlder(file: string, olderThan: Date): Promise<void> {
  try {
    if ((await stat(file)).mtime < olderThan) await rm(file)
  } catch (error) {
    // The upload it belongs to has ended meanwhile.
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
