import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openConnection } from './connection.js'
import { dataFileName } from './data-file.js'

/**
 * Copies a consistent snapshot of the database into another folder, also while a service writes to it.
 * @throws Error
 */
export async function copySnapshot(folder: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const connection = openConnection(join(folder, dataFileName), { readOnly: true })
  try {
    connection.prepare('VACUUM INTO ?').run(join(target, dataFileName))
  } finally {
    connection.close()
  }
}
