import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openConnection } from './connection.js'

/** The operating system releases the lock of this file when the process ends. The file stays empty. */
const lockFileName = 'process.lock'
/** Contains the id of the process that holds the lock, for error messages. */
const pidFileName = 'process.pid'

/** The SQLite result code for a database that another connection has locked. */
const sqliteBusy = 5

/**
 * Makes sure that only one process uses the folder of a database.
 * @returns a function that releases the lock
 * @throws Error if another process, or this one, holds the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = openConnection(join(folder, lockFileName))
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    const pid = await readFile(join(folder, pidFileName), 'utf8').catch(() => 'unknown')
    throw new Error(
      `the data folder ${folder} is open in process ${pid}: stop that process, or give this one another folder`,
    )
  }
  try {
    await writeFile(join(folder, pidFileName), String(process.pid))
  } catch (error) {
    lock.close()
    throw error
  }
  return () => lock.close()
}
