import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../lib/system-errors.js'

/** The folder of uploads that are in progress. */
export interface IncomingFolder {
  /** Returns the path of a new file. */
  temporaryPath(): string
  /** Deletes older files, which a crash has left. @returns the errors of files that could not be deleted */
  deleteOlder(olderThan: Date): Promise<unknown[]>
}

/** For local storage, use a folder on the same file system, so that storing a file is a rename. */
export async function openIncomingFolder(path: string): Promise<IncomingFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
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
    // The upload has ended in the meantime.
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
