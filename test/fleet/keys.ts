import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeys } from '../keys.js'
import type { Settings } from './instances.js'

/** JWT keys, and the settings of each step of their rotation as described in docs/production.md. */
export function createRotation(folder: string) {
  let count = 0
  function createKeys() {
    const name = join(folder, `key-${++count}`)
    const { privateKey, publicKey } = generateKeys()
    writeFileSync(`${name}.pem`, privateKey, { mode: 0o600 })
    writeFileSync(`${name}-public.pem`, publicKey)
    return { privateKeyPath: `${name}.pem`, publicKeyPath: `${name}-public.pem` }
  }
  let current = createKeys()
  const settings = (privateKeyPath: string, ...publicKeyPath: string[]): Settings => ({
    JWT_PRIVATE_KEY_PATH: privateKeyPath,
    JWT_PUBLIC_KEY_PATH: publicKeyPath.join(','),
  })
  return {
    settings: () => settings(current.privateKeyPath, current.publicKeyPath),
    /** Creates a new key. @returns the settings of the three restarts that replace the current key */
    rotate(): [Settings, Settings, Settings] {
      const [old, next] = [current, (current = createKeys())]
      return [
        settings(old.privateKeyPath, old.publicKeyPath, next.publicKeyPath),
        settings(next.privateKeyPath, old.publicKeyPath, next.publicKeyPath),
        settings(next.privateKeyPath, next.publicKeyPath),
      ]
    },
  }
}
