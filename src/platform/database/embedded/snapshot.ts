import { mkdir } from 'node:fs/promises'
import { openCurrent } from './lmdb.js'

/**
 * Copies the database as it is at one moment into another folder, also while a service writes to it.
 * @throws Error
 */
export async function snapshotOf(folder: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const env = await openCurrent(folder, { readOnly: true })
  try {
    await env.backup(target, true)
  } finally {
    await env.close()
  }
}
