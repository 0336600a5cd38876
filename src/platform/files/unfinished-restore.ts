import { open, readFile, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { ConfigError } from '../../errors.js'
import { hasCode, undefinedIfMissing } from '../../lib/system-errors.js'
import { pathExists, syncFolder } from './folders.js'

/** The marker of a restore that is under way, or that was interrupted: a file in DATA_PATH. */
interface UnfinishedRestore {
  startedAt: string
  host: string
  pid: number
  /** The folders that the restore writes, relative to DATA_PATH, whose absolute path can differ in a container. */
  folders: string[]
}

const markerPath = (dataPath: string) => join(resolve(dataPath), 'unfinished-restore')

/** @throws ConfigError if this folder is the incomplete result of a restore */
export async function assertNoUnfinishedRestore(dataPath: string): Promise<void> {
  if (!(await pathExists(markerPath(dataPath)))) return
  throw new ConfigError([
    `${resolve(dataPath)} is incomplete: \`fitness-training-service restore\` wrote to it and has not finished (${markerPath(dataPath)} exists). Run \`fitness-training-service restore FILE\` again, which replaces what it wrote.`,
  ])
}

/** Writes the marker durably. Call this before the restore writes anything. @param folders absolute paths */
export async function beginRestore(dataPath: string, folders: readonly string[]): Promise<void> {
  const marker: UnfinishedRestore = {
    startedAt: new Date().toISOString(),
    host: hostname(),
    pid: process.pid,
    folders: folders.map(folder => relative(resolve(dataPath), folder)),
  }
  const written = `${markerPath(dataPath)}.new`
  const file = await open(written, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(marker))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, markerPath(dataPath))
  await syncFolder(dataPath)
}

/** Removes the marker. The restored files must be complete and flushed, or deleted. */
export async function endRestore(dataPath: string): Promise<void> {
  // Flush the folder first, so that the marker is not removed before the restored files are on disk.
  await syncFolder(dataPath)
  await rm(markerPath(dataPath))
  await syncFolder(dataPath)
}

/**
 * Deletes the files of an interrupted restore, if there was one, but keeps the marker.
 * @throws ConfigError if that restore may still be running
 */
export async function discardUnfinishedRestore(dataPath: string): Promise<void> {
  const text = await readFile(markerPath(dataPath), 'utf8').catch(undefinedIfMissing)
  if (text === undefined) return
  const { host, pid, folders } = JSON.parse(text) as UnfinishedRestore
  if (isRunning(host, pid))
    throw new ConfigError([
      `Process ${pid} seems to be restoring into ${resolve(dataPath)}: wait for its end, or stop it. If it is another program, empty the folder yourself, and restore again.`,
    ])
  for (const folder of folders) await rm(resolve(dataPath, folder), { recursive: true, force: true })
}

function isRunning(host: string, pid: number): boolean {
  if (host !== hostname() || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    return hasCode(error, 'EPERM')
  }
}
