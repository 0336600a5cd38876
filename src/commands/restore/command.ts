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
import { foldersOf, placesOf, type Places } from '../backup/places.js'
import { onlyArgument, run } from '../run.js'
import { unpack, type Targets } from './unpack.js'

const usage = `Usage: npm run restore -- FILE
Brings back what \`npm run backup\` wrote, into a DATA_PATH that holds nothing yet, or an interrupted restore.`

async function restore(args: string[]): Promise<string> {
  const archive = resolve(onlyArgument(args, usage))
  const config = loadConfig(readEnvironment())
  const dataPath = resolve(config.DATA_PATH)
  const places = placesOf(config)
  // The database is moved to its place last.
  const arriving = `${places.database}.arriving`
  const targets: Targets = [...foldersOf(places), ['database', arriving]]
  const written = [places.database, ...targets.map(([, folder]) => folder)]

  await discardUnfinishedRestore(dataPath)
  for (const folder of written) await demandEmpty(folder)
  await createFolder(dataPath)
  await beginRestore(dataPath, written)
  let files = 0
  try {
    const manifest = await unpack(archive, targets, () => {
      files++
      if (files % 1000 === 0) process.stderr.write(`files ${formatCount(files)}\n`)
    })
    await checkDataFile({ folder: arriving })
    await settle(places, arriving)
    await endRestore(dataPath)
    return `${dataPath} is as it was on ${manifest.madeAt}, with ${pluralize(manifest.files, 'file')} beside the database. Start the service.`
  } catch (error) {
    // If this fails as well, the marker stays, and the next restore deletes what is left.
    await discard(dataPath, written).catch(() => undefined)
    throw error
  }
}

async function settle({ database }: Places, arriving: string): Promise<void> {
  // An empty folder may be there.
  await rm(database, { recursive: true, force: true })
  await rename(arriving, database)
}

async function discard(dataPath: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  await endRestore(dataPath)
}

/** @throws ConfigError where something is that might be lost */
async function demandEmpty(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const { name } of entries)
    throw new ConfigError([
      `${folder} is not empty (${name}), and nothing is overwritten. Move it away, or set DATA_PATH to a new folder.`,
    ])
}

run(restore, 'Restore failed')
