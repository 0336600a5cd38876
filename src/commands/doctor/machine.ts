import { once } from 'node:events'
import { access, constants, mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.js'
import { formatCount } from '../../lib/plural.js'
import { GiB, MiB } from '../../lib/quantities.js'
import { hasCode } from '../../lib/system-errors.js'
import { pathExists } from '../../platform/files/folders.js'
import { assertNoUnfinishedRestore } from '../../platform/files/unfinished-restore.js'
import { failed, ok, warning, type Check, type Finding } from './finding.js'

const [recommendedSpace, requiredSpace] = [1 * GiB, 16 * MiB]

/** The command line itself rejects versions that are too old. */
export function checkNode(): Finding[] {
  const { version, release } = process
  if (release.lts !== undefined) return [ok(`Node.js: ${version}`)]
  return [warning(`Node.js: ${version} has no long-term support. Install Node.js 22 or 24 for production.`)]
}

/** Checks that the folders of the service can be written, and the free space of their disks. */
export const checkDataFolders = (config: Config): Check => ({
  name: 'Data folder',
  async run() {
    await assertNoUnfinishedRestore(config.DATA_PATH)
    const findings = [await checkFolder('Data folder', 'DATA_PATH', config.DATA_PATH)]
    const isElsewhere = !resolve(config.LOCAL_STORAGE_BASE_PATH).startsWith(resolve(config.DATA_PATH))
    if (config.OBJECT_STORAGE_PROVIDER === 'LOCAL' && isElsewhere)
      findings.push(
        await checkFolder('Storage folder', 'LOCAL_STORAGE_BASE_PATH', config.LOCAL_STORAGE_BASE_PATH),
      )
    return findings
  },
})

async function checkFolder(name: string, setting: string, path: string): Promise<Finding> {
  const folder = resolve(path)
  const isThere = await pathExists(folder)
  const existing = isThere ? folder : await closestFolder(folder)
  if (isThere) await rmdir(await mkdtemp(join(folder, '.doctor-')))
  else await access(existing, constants.W_OK | constants.X_OK)
  const { bavail, bsize } = await statfs(existing)
  const free = bavail * bsize
  const subject = `${name}: ${folder} (${setting}) ${isThere ? 'is writable' : 'will be created at the first start'}`
  const space = `${formatCount(Math.floor(free / MiB))} MiB free`
  if (free < requiredSpace) return failed(`${subject}, but the disk is full: ${space}. Free some space.`)
  if (free < recommendedSpace) return warning(`${subject}, ${space}. Provide at least 1 GiB.`)
  return ok(`${subject}, ${space}`)
}

async function closestFolder(path: string): Promise<string> {
  return (await pathExists(path)) ? path : closestFolder(dirname(path))
}

/** Checks that the service can listen. A port in use is only a warning, because the service may be running. */
export const checkPort = ({ HOST, PORT }: Config): Check => ({
  name: 'Port',
  async run() {
    const server = createServer()
    try {
      server.listen({ host: HOST, port: PORT })
      await once(server, 'listening')
      return [ok(`Port: the service can listen on port ${PORT} of ${HOST}`)]
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE')) throw error
      return [
        warning(
          `Port: ${PORT} of ${HOST} is in use. If the service is not running, stop the other program or set PORT.`,
        ),
      ]
    } finally {
      server.close()
    }
  },
})
