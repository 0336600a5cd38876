import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFile = new URL('../../../../test/bench/rivals/package.json', import.meta.url)
const rivalsFolder = fileURLToPath(new URL('.', packageFile))

/** Loads a package of the rivals, which the service does not depend on. Its types are not installed here. */
export const requireRival = createRequire(packageFile)

/** Installs the packages of the rivals in their own folder, unless they are installed. */
export async function installRivals(): Promise<void> {
  if (existsSync(join(rivalsFolder, 'node_modules'))) return
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: rivalsFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  if (exitCode !== 0) throw new Error(`npm ci in ${rivalsFolder} ended with ${exitCode}`)
}
