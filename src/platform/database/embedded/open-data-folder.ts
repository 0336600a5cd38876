import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KiB } from '../../../lib/quantities.js'
import { pathExists } from '../../files/folders.js'
import { convertLmdb } from './convert-lmdb.js'
import { dataFileName, openDataFile, unfinishedDataFileName, type DataFile } from './data-file.js'
import { lockFolder } from './folder-lock.js'

/**
 * Opens the data file in a folder. Creates it if it does not exist, or converts the file of earlier versions.
 * @param report receives the progress of a conversion
 * @throws Error if another process, or this one, has the folder open
 */
export async function openDataFolder(
  folder: string,
  report: (message: string) => void = () => undefined,
): Promise<DataFile> {
  // The folder contains personal data.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  await assertDiskSpace(path)
  const unlock = await lockFolder(path)
  try {
    // A process that was killed during its first start can have left it.
    await rm(join(path, unfinishedDataFileName), { force: true })
    await convertLmdb(path, report)
    return await openDataFile(path, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Larger than the files of an empty database. */
const minFreeSpace = 128 * KiB

// The system reports a full disk in more detail than SQLite.
async function assertDiskSpace(folder: string): Promise<void> {
  if (await pathExists(join(folder, dataFileName))) return
  const trial = join(folder, 'space-check')
  try {
    await writeFile(trial, Buffer.alloc(minFreeSpace), { flush: true })
  } finally {
    await rm(trial, { force: true })
  }
}
