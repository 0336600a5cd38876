import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../../lib/system-errors.js'

/**
 * Creates a folder and its missing parents, one at a time. The recursive mkdir of Node.js does not terminate on file
 * systems that do not allow new folders.
 */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return
    const parent = dirname(path)
    if (!hasCode(error, 'ENOENT') || parent === path || (await pathExists(parent))) throw error
    await createFolder(parent)
    await mkdir(path, { mode: 0o700 })
  }
}

/** Flushes the entries of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
