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
import { onlyArgument, run } from '../run.js'
import { contentsOf } from './contents.js'
import { demandDatabase, placesOf, type Places } from './places.js'

const usage = `Usage: npm run backup -- FILE
Writes the embedded database, the files of the local storage and the keys into one zip archive. The service may run.`

async function backup(args: string[]): Promise<string> {
  const target = resolve(onlyArgument(args, usage))
  const config = loadConfig(readEnvironment())
  const places = placesOf(config)
  await assertNoUnfinishedRestore(config.DATA_PATH)
  await demandDatabase(places)
  if (await pathExists(target)) throw new ConfigError([`${target} is there already. Name a new file.`])
  await access(dirname(target), constants.W_OK)

  const begun = `${target}.part`
  let files = 0
  try {
    await write(places, begun, () => {
      files++
      if (files % 1000 === 0) process.stderr.write(`files ${formatCount(files)}\n`)
    })
    await rename(begun, target)
  } catch (error) {
    await rm(begun, { force: true })
    throw error
  }
  const megabytes = Math.ceil((await stat(target)).size / MiB)
  return [
    `${target} holds the database and ${pluralize(files, 'file')}, ${formatCount(megabytes)} MiB. It is readable to you only: keys and people's data are in it.`,
    ...notIncluded(config),
  ].join('\n')
}

/** @throws Error of the file system */
async function write(places: Places, path: string, onFile: () => void): Promise<void> {
  const about = { format: 1, version, madeAt: new Date().toISOString() } as const
  const contents = contentsOf(places, about, { scratch: `${path}.database`, onFile })
  await pipeline(createArchive(contents), createWriteStream(path, { mode: 0o600 }))
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** What a machine to which the backup is brought needs beside it. */
function notIncluded(config: Config): string[] {
  const settings = (['JWT_PRIVATE_KEY_PATH', 'LOCAL_STORAGE_SECRET', 'HMAC_SECRET'] as const).filter(
    name => config[name] !== undefined,
  )
  return [
    ...(settings.length > 0 ? [`Not in it, because they are settings: ${settings.join(', ')}.`] : []),
    ...(config.OBJECT_STORAGE_PROVIDER === 'S3' ? ['Not in it: the buckets of the S3 storage.'] : []),
  ]
}

run(backup, 'Backup failed')
