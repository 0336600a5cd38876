import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, one after the other: where a file system takes none, Node's own
 * way of doing so does not end.
 */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || (await pathExists(above))) throw error
    await createFolder(above)
    await mkdir(path, { mode: 0o700 })
  }
}

/** Resolves when the names of the files in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows flushes no folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
