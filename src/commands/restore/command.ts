import { opendir, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadConfig, readEnvironment } from '../../config.js'
import { ConfigError } from '../../errors.js'
import { pluralize, formatCount } from '../../lib/plural.js'
import { checkDataFile } from '../../platform/database/embedded/check-data-file.js'
import { createFolder } from '../../platform/files/folders.js'
import {
  beginRestore,
  discardUnfinishedRestore,
  endRestore,
} from '../../platform/files/unfinished-restore.js'
import { dataFolders, locateData, type DataLocations } from '../backup/data-locations.js'
import { unpack, type Targets } from './unpack.js'

/** Restores an archive of the command `backup` to an empty DATA_PATH, or to one with an interrupted restore. */
export async function restore(file: string): Promise<string> {
  const archive = resolve(file)
  const config = loadConfig(readEnvironment())
  const dataPath = resolve(config.DATA_PATH)
  const locations = locateData(config)
  // The database is moved to its final folder last.
  const stagingFolder = `${locations.database}.arriving`
  const targets: Targets = [...dataFolders(locations), ['database', stagingFolder]]
  const createdFolders = [locations.database, ...targets.map(([, folder]) => folder)]

  await discardUnfinishedRestore(dataPath)
  for (const folder of createdFolders) await assertEmpty(folder)
  await createFolder(dataPath)
  await beginRestore(dataPath, createdFolders)
  let files = 0
  try {
    const manifest = await unpack(archive, targets, () => {
      files++
      if (files % 1000 === 0) process.stderr.write(`files ${formatCount(files)}\n`)
    })
    await checkDataFile({ folder: stagingFolder })
    await installDatabase(locations, stagingFolder)
    await endRestore(dataPath)
    return `${dataPath} was restored to its state of ${manifest.createdAt}: the database and ${pluralize(manifest.files, 'file')}. Start the service.`
  } catch (error) {
    // If this fails as well, the marker stays, and the next restore deletes what is left.
    await discard(dataPath, createdFolders).catch(() => undefined)
    throw error
  }
}

async function installDatabase({ database }: DataLocations, stagingFolder: string): Promise<void> {
  // The folder may exist and be empty.
  await rm(database, { recursive: true, force: true })
  await rename(stagingFolder, database)
}

async function discard(dataPath: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await endRestore(dataPath)
}

/** @throws ConfigError if the folder contains files */
async function assertEmpty(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const { name } of entries)
    throw new ConfigError([
      `${folder} is not empty (${name}), and a restore overwrites nothing. Move the folder, or set DATA_PATH to a new one.`,
    ])
}
