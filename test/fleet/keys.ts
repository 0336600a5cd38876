import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeys } from '../keys.js'
import type { Settings } from './instances.js'

/** Keys of tokens, and the settings of each step of their rotation, as README tells it. */
export function createRotation(folder: string) {
  let count = 0
  function make() {
    const name = join(folder, `key-${++count}`)
    const { privateKey, publicKey } = generateKeys()
    writeFileSync(`${name}.pem`, privateKey, { mode: 0o600 })
    writeFileSync(`${name}-public.pem`, publicKey)
    return { secret: `${name}.pem`, open: `${name}-public.pem` }
  }
  let current = make()
  const settings = (secret: string, ...open: string[]): Settings => ({
    JWT_PRIVATE_KEY_PATH: secret,
    JWT_PUBLIC_KEY_PATH: open.join(','),
  })
  return {
    settings: () => settings(current.secret, current.open),
    /** The settings of three restarts. */
    rotate(): [Settings, Settings, Settings] {
      const [old, next] = [current, (current = make())]
      return [
        settings(old.secret, old.open, next.open),
        settings(next.secret, old.open, next.open),
        settings(next.secret, next.open),
      ]
    },
  }
}
