import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../../errors.js'
import { pathExists } from '../../files/folders.js'
import type { DatabaseLocation } from '../database-location.js'
import { dataFileName } from './data-file.js'
import { isDamage } from './data-file-errors.js'

/**
 * Checks the data file of the embedded database before it is opened. It reads only the header: the content is checked when
 * it is read.
 * @throws ConfigError if the data file is damaged, or missing although its log or uploaded files exist
 */
export async function checkDataFile({ mongodbUri, folder, filesFolder }: DatabaseLocation): Promise<void> {
  if (mongodbUri) return
  const file = join(folder, dataFileName)
  // The service always creates the data file before its log. Look in this order, because another process may do so now.
  const hasLog = await pathExists(logOf(file))
  if (sizeOf(file) > 0) {
    assertReadable(folder, file)
    return
  }
  // SQLite would delete the log, which can contain the latest writes.
  if (hasLog)
    throw new ConfigError([
      `${file} is ${await missingOrEmpty(file)}, but its log ${logOf(file)} exists. ` +
        'Restore both files together, or restore a backup. ' +
        'To start with an empty database, move the log to another folder.',
    ])
  // The file of an earlier version is converted when the database is opened.
  if (await pathExists(join(folder, 'data.mdb'))) return
  if (filesFolder !== undefined && (await containsFiles(filesFolder)))
    throw new ConfigError([
      `${file} is ${await missingOrEmpty(file)}, but ${filesFolder} contains uploaded files. ` +
        'Restore the database from a backup. To start with an empty database, move these files to another folder.',
    ])
}

/** The path of the log that SQLite keeps next to a data file. */
const logOf = (file: string): string => `${file}-wal`

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

function assertReadable(folder: string, file: string): void {
  // Report missing permissions as such, not as damage.
  for (const path of [folder, file]) accessSync(path, constants.R_OK | constants.W_OK)
  const header = readHeader(file)
  if (header.toString('latin1', 0, magic.length) !== magic)
    throw unreadableFile(file, 'it is not a SQLite database')
  // Pages that are missing in the file can be in the log.
  if (sizeOf(logOf(file)) > 0) return
  const pages = header.readUInt32BE(28)
  const present = Math.floor(sizeOf(file) / pageSizeOf(header))
  if (present < pages) throw unreadableFile(file, `it is truncated: it has ${present} of ${pages} pages`)
}

const magic = 'SQLite format 3\0'
const headerLength = 100

/** Must not be called while the file is open in this process: closing it would release the locks of SQLite. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(headerLength)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, headerLength, 0)
  } finally {
    closeSync(descriptor)
  }
  return header
}

/** SQLite stores the largest page size, which does not fit into 16 bits, as 1. */
function pageSizeOf(header: Buffer): number {
  const stored = header.readUInt16BE(16)
  return stored === 1 ? 65_536 : stored
}

/** Converts an error of SQLite about a damaged data file to a ConfigError. Returns other errors unchanged. */
export function toDataFileError(folder: string, error: unknown): unknown {
  return isDamage(error) ? unreadableFile(join(folder, dataFileName), (error as Error).message) : error
}

const unreadableFile = (file: string, reason: string) =>
  new ConfigError([
    `${file} cannot be read (${reason}). ` +
      'If it is damaged, restore a backup. ' +
      `To start with an empty database, move the file and its log ${logOf(file)} to another folder.`,
  ])

async function missingOrEmpty(file: string): Promise<string> {
  return stat(file).then(
    () => 'empty',
    () => 'missing',
  )
}

/** Ignores hidden folders, which contain uploads in progress. */
async function containsFiles(folder: string): Promise<boolean> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return false
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isFile() || (await containsFiles(join(folder, entry.name)))) return true
  }
  return false
}
