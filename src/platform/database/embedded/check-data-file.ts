import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from '../../../errors.js'
import type { DatabaseLocation } from '../database-location.js'

const checkerPath = fileURLToPath(new URL('./check-data-process.js', import.meta.url))

/**
 * Checks the data file of the embedded database before it is opened. Most of the work happens in another process, which
 * is started synchronously.
 * @throws ConfigError if the data file is damaged, or missing although uploaded files exist
 */
export async function checkDataFile({ mongodbUri, folder, filesFolder }: DatabaseLocation): Promise<void> {
  if (mongodbUri) return
  const file = join(folder, 'data.mdb')
  if (sizeOf(file) > 0) await assertReadable(folder, file)
  else if (filesFolder !== undefined && (await containsFiles(filesFolder)))
    throw new ConfigError([
      `${file} is ${await missingOrEmpty(file)}, but ${filesFolder} contains uploaded files. ` +
        'Restore the database from a backup. To start with an empty database, move these files to another folder.',
    ])
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

async function assertReadable(folder: string, file: string): Promise<void> {
  // Report missing permissions as such, not as damage.
  for (const path of [folder, file]) accessSync(path, constants.R_OK | constants.W_OK)
  try {
    await promisify(execFile)(process.execPath, [checkerPath, folder])
  } catch (error) {
    const { signal, stderr } = error as { signal?: string | null; stderr?: string }
    throw unreadableFile(file, (stderr ?? '').trim().replace(/\s+/g, ' ') || describeSignal(signal))
  }
}

/** Signals that reading a damaged memory-mapped file can cause. */
const faultSignals = ['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE']

const describeSignal = (signal: string | null | undefined): string =>
  signal && !faultSignals.includes(signal)
    ? `the process that checked it was killed by ${signal}`
    : 'parts of it are missing or overwritten'

/** Returns the error for documents that cannot be decoded. */
export const unreadableDataFile = (folder: string, error: unknown): ConfigError =>
  unreadableFile(join(folder, 'data.mdb'), error instanceof Error ? error.message : String(error))

const unreadableFile = (file: string, reason: string) =>
  new ConfigError([
    `${file} cannot be read (${reason}). ` +
      'If it is damaged, restore a backup. To start with an empty database, move the file to another folder.',
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
