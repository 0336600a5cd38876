import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploads are written before they are stored. */
export interface IncomingFolder {
  /** A path at which there is nothing yet. */
  temporaryPath(): string
  /** Removes what a crash has left, and says how many files that were. */
  sweep(olderThan: Date): Promise<number>
}

/** For local storage, take a folder on the same file system: then storing a file is a rename. */
export async function incomingFolder(path: string): Promise<IncomingFolder> {
  await mkdir(path, { recursive: true })
  return {
    temporaryPath: () => join(path, randomUUID()),
    async sweep(olderThan) {
      let removed = 0
      for (const name of await readdir(path)) {
        if (await removeIfOlder(join(path, name), olderThan)) removed += 1
      }
      return removed
    },
  }
}

async function removeIfOlder(file: string, olderThan: Date): Promise<boolean> {
  try {
    if ((await stat(file)).mtime >= olderThan) return false
    await rm(file)
    return true
  } catch (error) {
    // The upload it belongs to has ended meanwhile.
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
