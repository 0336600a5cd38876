import { execFile } from 'node:child_process'
import { access, constants, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from '../../../errors.js'

const checker = fileURLToPath(new URL('./check-data.js', import.meta.url))

/**
 * Looks at what is about to be opened.
 * @param filesFolder where files lie that the database knows
 * @throws ConfigError where the data file is damaged, or is not there although files are
 */
export async function checkDataFile(folder: string, filesFolder: string | undefined): Promise<void> {
  const file = join(folder, 'data.mdb')
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  )
  if (size > 0) await demandReadable(folder, file)
  else if (filesFolder !== undefined && (await holdsFiles(filesFolder)))
    throw new ConfigError([
      `${file} is ${await missingOrEmpty(file)}, but ${filesFolder} holds files of people. ` +
        'Bring the database back from a backup; to begin anew, move those files away.',
    ])
}

async function demandReadable(folder: string, file: string): Promise<void> {
  // What may not be written is not damaged.
  for (const path of [folder, file]) await access(path, constants.R_OK | constants.W_OK)
  try {
    await promisify(execFile)(process.execPath, [checker, folder])
  } catch (error) {
    const { signal, stderr } = error as { signal?: string | null; stderr?: string }
    throw unreadable(
      file,
      (stderr ?? '').trim().replace(/\s+/g, ' ') || (signal ?? 'it ends whoever reads it'),
    )
  }
}

/** Why a start ends where documents on disk are none. */
export const unreadableDocuments = (folder: string, error: unknown): ConfigError =>
  unreadable(join(folder, 'data.mdb'), error instanceof Error ? error.message : String(error))

const unreadable = (file: string, reason: string) =>
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
