import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../../config.js'
import { pluralize } from '../../lib/plural.js'
import { pathExists } from '../../platform/files/folders.js'
import { generatedKeyPath, loadTokenKeys, tokenKeyPaths } from '../../platform/keys/token-keys.js'
import { ok, warning, type Check, type Finding } from './finding.js'

/** The permissions of users other than the owner and the group. Kubernetes mounts keys readable for the group. */
const permissionsOfOthers = 0o007

/** Checks the keys that sign tokens, and who can read the private one. */
export const checkTokenKeys = (config: Config): Check => ({
  name: 'Signing key',
  async run() {
    const paths = tokenKeyPaths(config)
    const path = resolve(paths.privateKey ?? generatedKeyPath(paths.folder))
    // Loading a missing key would generate one.
    if (!(await pathExists(path))) return [ok('Signing key: generated at the first start')]
    const { privateKey, kid, publicKeys } = await loadTokenKeys({ ...paths, privateKey: path })
    const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
    const accepted = pluralize(publicKeys.size, 'accepted public key')
    return [
      ok(`Signing key: RS256 with ${bits} bits, key id ${kid}, ${accepted}`),
      ...(await checkPermissions(path)),
    ]
  },
})

async function checkPermissions(path: string): Promise<Finding[]> {
  // Windows has no such permissions.
  if (process.platform === 'win32' || ((await stat(path)).mode & permissionsOfOthers) === 0) return []
  return [warning(`Signing key: all users of this machine can read ${path}. Run: chmod 600 ${path}`)]
}
