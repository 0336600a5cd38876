import { constants, createWriteStream } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { loadConfig, readEnvironment, type Config } from '../../config.js'
import { ConfigError } from '../../errors.js'
import { createArchive } from '../../lib/archive.js'
import { pluralize, formatCount } from '../../lib/plural.js'
import { MiB } from '../../lib/quantities.js'
import { pathExists } from '../../platform/files/folders.js'
import { assertNoUnfinishedRestore } from '../../platform/files/unfinished-restore.js'
import { version } from '../../version.js'
import { contentsOf } from './contents.js'
import { assertDatabaseExists, locateData, type DataLocations } from './data-locations.js'

/** Writes the embedded database, the files of the local storage and the keys to a zip archive. The service can keep running. */
export async function backup(file: string): Promise<string> {
  const target = resolve(file)
  const config = loadConfig(readEnvironment())
  const locations = locateData(config)
  await assertNoUnfinishedRestore(config.DATA_PATH)
  await assertDatabaseExists(locations)
  if (await pathExists(target)) throw new ConfigError([`${target} already exists. Choose a new file.`])
  await access(dirname(target), constants.W_OK)

  const partialFile = `${target}.part`
  let files = 0
  try {
    await write(locations, partialFile, () => {
      files++
      if (files % 1000 === 0) process.stderr.write(`files ${formatCount(files)}\n`)
    })
    await rename(partialFile, target)
  } catch (error) {
    await rm(partialFile, { force: true })
    throw error
  }
  const megabytes = Math.ceil((await stat(target)).size / MiB)
  return [
    `${target} contains the database and ${pluralize(files, 'file')}, ${formatCount(megabytes)} MiB. Only you can read it, because it contains keys and personal data.`,
    ...listExcludedData(config),
  ].join('\n')
}

/** @throws Error of the file system */
async function write(locations: DataLocations, path: string, onFile: () => void): Promise<void> {
  const header = { format: 1, version, createdAt: new Date().toISOString() } as const
  const contents = contentsOf(locations, header, { scratch: `${path}.database`, onFile })
  await pipeline(createArchive(contents), createWriteStream(path, { mode: 0o600 }))
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Lists what a restore needs in addition to the backup. */
function listExcludedData(config: Config): string[] {
  const settings = (['JWT_PRIVATE_KEY_PATH', 'LOCAL_STORAGE_SECRET', 'HMAC_SECRET'] as const).filter(
    name => config[name] !== undefined,
  )
  return [
    ...(settings.length > 0 ? [`Not included, because they are settings: ${settings.join(', ')}.`] : []),
    ...(config.OBJECT_STORAGE_PROVIDER === 'S3' ? ['Not included: the buckets of the S3 storage.'] : []),
  ]
}
