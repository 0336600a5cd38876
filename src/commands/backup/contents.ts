import { open, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ArchiveFile } from '../../lib/archive.js'
import { undefinedIfMissing } from '../../lib/system-errors.js'
import { dataFileName } from '../../platform/database/embedded/data-file.js'
import { copySnapshot } from '../../platform/database/embedded/copy-snapshot.js'
import {
  databaseName,
  dataFolders,
  manifestName,
  type Manifest,
  type DataLocations,
} from './data-locations.js'

/**
 * Yields the contents of the archive while the service is running: the files, then a snapshot of the database, then the
 * files that were added in the meantime. In this order, the archive contains all files that the database refers to.
 * @param scratch a folder for the snapshot of the database, which is deleted before and after
 */
export async function* contentsOf(
  locations: DataLocations,
  header: Pick<Manifest, 'format' | 'version' | 'createdAt'>,
  { scratch, onFile }: { scratch: string; onFile: () => void },
): AsyncGenerator<ArchiveFile> {
  const modifiedAt = new Date(header.createdAt)
  const seen = new Set<string>()
  let files = 0

  async function* newFiles(): AsyncGenerator<ArchiveFile> {
    for (const [prefix, folder] of dataFolders(locations))
      for await (const name of listFiles(folder)) {
        const path = `${prefix}/${name}`
        if (seen.has(path)) continue
        seen.add(path)
        const openFile = async () => {
          const stream = await streamOf(join(folder, name))
          if (stream) files++
          onFile()
          return stream
        }
        yield { path, modifiedAt, isText: false, open: openFile }
      }
  }

  async function* snapshot(): AsyncGenerator<ArchiveFile> {
    await rm(scratch, { recursive: true, force: true })
    try {
      await copySnapshot(locations.database, scratch).catch((cause: unknown) => {
        throw new Error(
          `the database cannot be copied to ${scratch}, which needs as much free space as the database`,
          { cause },
        )
      })
      const open = () => streamOf(join(scratch, dataFileName))
      yield { path: databaseName, modifiedAt, isText: true, open }
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }

  const manifest = () => JSON.stringify({ ...header, files } satisfies Manifest)
  yield* newFiles()
  yield* snapshot()
  yield* newFiles()
  yield {
    path: manifestName,
    modifiedAt,
    isText: true,
    open: async () => Readable.from([Buffer.from(manifest())]),
  }
}

/** The files below a folder, except for incomplete ones. */
async function* listFiles(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(undefinedIfMissing)
  for await (const entry of entries ?? []) {
    if (entry.name.startsWith('.') || entry.name.endsWith('.new')) continue
    if (entry.isFile()) yield entry.name
    else for await (const name of listFiles(join(folder, entry.name))) yield `${entry.name}/${name}`
  }
}

/** Returns null if the file was deleted in the meantime. */
async function streamOf(path: string): Promise<Readable | null> {
  const handle = await open(path, 'r').catch(undefinedIfMissing)
  return handle?.createReadStream() ?? null
}
