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
 * Looks at what is about to be opened, if it is the embedded database.
 * Most of it is the work of another process, which has begun when this returns.
 * @throws ConfigError where the data file is damaged, or is not there although files are
 */
export async function checkDataFile({ mongodbUri, folder, filesFolder }: DatabaseLocation): Promise<void> {
  if (mongodbUri) return
  const file = join(folder, 'data.mdb')
  if (sizeOf(file) > 0) await assertReadable(folder, file)
  else if (filesFolder !== undefined && (await holdsFiles(filesFolder)))
    throw new ConfigError([
      `${file} is ${await missingOrEmpty(file)}, but ${filesFolder} holds files of people. ` +
        'Bring the database back from a backup; to begin anew, move those files away.',
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
  // What may not be written is not damaged.
  for (const path of [folder, file]) accessSync(path, constants.R_OK | constants.W_OK)
  try {
    await promisify(execFile)(process.execPath, [checkerPath, folder])
  } catch (error) {
    const { signal, stderr } = error as { signal?: string | null; stderr?: string }
    throw unreadableFile(file, (stderr ?? '').trim().replace(/\s+/g, ' ') || describeSignal(signal))
  }
}

/** Signals of the processor's own: memory that a file is mapped to and that is not as the file says. */
const faultSignals = ['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE']

const describeSignal = (signal: string | null | undefined): string =>
  signal && !faultSignals.includes(signal)
    ? `the process that looked at it was ended by ${signal}`
    : 'parts of it are missing or overwritten'

/** Why a start ends where documents on disk are none. */
export const unreadableDataFile = (folder: string, error: unknown): ConfigError =>
  unreadableFile(join(folder, 'data.mdb'), error instanceof Error ? error.message : String(error))

const unreadableFile = (file: string, reason: string) =>
  new ConfigError([
    `${file} cannot be read (${reason}). ` +
      'If it is damaged, bring it back from a backup; to begin anew, move it away.',
  ])

async function missingOrEmpty(file: string): Promise<string> {
  return stat(file).then(
    () => 'empty',
    () => 'not there',
  )
}

/** Files that are still coming in, in folders with a dot, are nobody's yet. */
async function holdsFiles(folder: string): Promise<boolean> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return false
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isFile() || (await holdsFiles(join(folder, entry.name)))) return true
  }
  return false
}
