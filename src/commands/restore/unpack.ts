import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { ConfigError } from '../../errors.js'
import { isSafeKey } from '../../lib/storage-key.js'
import { databaseName, earlierDatabaseName, manifestName, type Manifest } from '../backup/data-locations.js'

/** The target folders of an archive's files, by the prefix of their paths. */
export type Targets = readonly [prefix: string, folder: string][]

/**
 * Extracts the files of an archive.
 * @returns the manifest of the archive
 * @throws ConfigError if the archive is not a complete backup
 */
export async function unpack(archive: string, targets: Targets, onFile: () => void): Promise<Manifest> {
  const zip = await openArchive(archive)
  let manifest: Manifest | undefined
  let files = 0
  let hasDatabase = false
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      if (fileName === manifestName) {
        manifest = manifestOf(await text(await openVerified(zip, entry)))
        continue
      }
      const path = targetOf(fileName, targets)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(
        await openVerified(zip, entry),
        createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      )
      if (fileName === databaseName || fileName === earlierDatabaseName) hasDatabase = true
      else files++
      onFile()
    }
  } catch (error) {
    throw toUnpackError(error)
  } finally {
    zip.close()
  }
  if (!manifest || !hasDatabase || manifest.files !== files)
    throw new ConfigError([`${archive} is not a complete backup.`])
  return manifest
}

async function openArchive(archive: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false })
  } catch (error) {
    throw toUnpackError(error)
  }
}

/** Keeps errors of the file system. Other errors mean that the archive is damaged. */
const toUnpackError = (error: unknown) =>
  error instanceof ConfigError || (error instanceof Error && 'code' in error && 'syscall' in error)
    ? error
    : new ConfigError([
        `The file is not a backup, or it is damaged: ${error instanceof Error ? error.message : String(error)}.`,
      ])

function manifestOf(json: string): Manifest {
  const manifest = JSON.parse(json) as Omit<Manifest, 'format'> & { format: unknown }
  if (manifest.format === 1) return { ...manifest, format: 1 }
  throw new ConfigError([
    'The backup was created by a newer version of the service. Restore it with that version.',
  ])
}

function targetOf(fileName: string, targets: Targets): string {
  const target = targets.find(([prefix]) => fileName.startsWith(`${prefix}/`))
  const name = fileName.slice((target?.[0].length ?? 0) + 1)
  if (!target && fileName.startsWith('storage/'))
    throw new ConfigError([
      'The backup contains files of the local storage, but OBJECT_STORAGE_PROVIDER is S3.',
    ])
  if (!target || !isSafeKey(name))
    throw new ConfigError([`The archive contains the unexpected file ${fileName}.`])
  return join(target[1], name)
}

/** Opens the content of an entry. The stream fails at its end if the checksum is wrong. */
async function openVerified(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  let sum = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: done => done(sum === entry.crc32 ? null : new Error(`${entry.fileName} has a wrong checksum`)),
  })
  const stream = await zip.openReadStreamPromise(entry)
  stream.on('error', error => check.destroy(error))
  return stream.pipe(check)
}
