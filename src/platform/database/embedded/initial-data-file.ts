import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { undefinedIfMissing } from '../../../lib/system-errors.js'
import { createFolder, pathExists, syncFolder } from '../../files/folders.js'
import type { DatabaseLocation } from '../database-location.js'
import { dataFileName, unfinishedDataFileName } from './data-file.js'
import { lockFolder } from './folder-lock.js'

const defaultFile = fileURLToPath(new URL('../../../../bundle/initial-data.sqlite.gz', import.meta.url))

/** Stores the data file in a folder for first starts. Part of `npm run build`. */
export async function storeInitialDataFile(folder: string, file = defaultFile): Promise<void> {
  await writeFile(file, await promisify(gzip)(await readFile(join(folder, dataFileName))))
}

/**
 * Creates the data file of a first start from the stored one, so that the catalogue and the built-in programs need not be
 * written, which would take 0.3 s. Does nothing if `dataPath` contains anything.
 */
export async function createInitialDataFile(
  { mongodbUri, folder }: DatabaseLocation,
  dataPath: string,
  file = defaultFile,
): Promise<void> {
  if (mongodbUri || !(await isEmpty(dataPath))) return
  const stored = await readFile(file).catch(undefinedIfMissing)
  if (stored === undefined) return
  const content = await promisify(gunzip)(stored)
  await createFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    // Another process may have created it in the meantime.
    if (!(await pathExists(join(folder, dataFileName)))) await createDataFile(folder, content)
  } finally {
    unlock()
  }
}

/** A crash leaves either the whole data file or none. The next start removes an unfinished one. */
async function createDataFile(folder: string, content: Buffer): Promise<void> {
  const unfinished = join(folder, unfinishedDataFileName)
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true })
    await rename(unfinished, join(folder, dataFileName))
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(undefinedIfMissing)
  return names === undefined || names.length === 0
}
