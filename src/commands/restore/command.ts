import { opendir, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadConfig, readEnvironment } from '../../config.js'
import { ConfigError } from '../../errors.js'
import { counted, grouped } from '../../lib/counts.js'
import { explain } from '../../lib/explain.js'
import { checkData } from '../../platform/database/embedded/data-file.js'
import { makeFolder } from '../../platform/files/folder.js'
import { foldersOf, placesOf, type Places } from '../backup/places.js'
import { onlyArgument, run } from '../run.js'
import { unpack, type Targets } from './unpack.js'

const usage = `Usage: npm run restore -- FILE
Brings back what \`npm run backup\` wrote, into a DATA_PATH that holds nothing yet.`

async function restore(args: string[]): Promise<string> {
  const archive = resolve(onlyArgument(args, usage))
  const config = loadConfig(readEnvironment())
  const places = placesOf(config)
  // The database comes to its place last: what was cut off is not taken for the whole.
  const arriving = `${places.database}.arriving`
  const folders = foldersOf(places)
  for (const folder of [places.database, arriving, ...folders.map(([, folder]) => folder)])
    await demandEmpty(folder)

  await makeFolder(resolve(config.DATA_PATH))
  const targets: Targets = [...folders, ['database', arriving]]
  let files = 0
  try {
    const manifest = await unpack(archive, targets, () => {
      files++
      if (files % 1000 === 0) process.stderr.write(`files ${grouped(files)}\n`)
    })
    await checkData({ folder: arriving })
    await settle(places, arriving)
    return `${resolve(config.DATA_PATH)} is as it was on ${manifest.madeAt}, with ${counted(manifest.files, 'file')} beside the database. Start the service.`
  } catch (error) {
    for (const [, folder] of targets) await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function settle({ database }: Places, arriving: string): Promise<void> {
  // An empty folder may be there.
  await rm(database, { recursive: true, force: true })
  await rename(arriving, database)
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

run(restore, error => explain('Nothing was restored', error))
