import { mkdir } from 'node:fs/promises'
import { openCurrentFiles } from './lmdb.js'

/**
 * Copies a consistent snapshot of the database into another folder, also while a service writes to it.
 * @throws Error
 */
export async function copySnapshot(folder: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const env = await openCurrentFiles(folder, { readOnly: true })
  try {
    await env.backup(target, true)
  } finally {
    await env.close()
  }
}
