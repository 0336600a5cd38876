import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { mailbox } from '../mailbox.js'
import { atEnd } from './ends.js'
import { addressOf, createInstances, type Settings } from './instances.js'
import { createRotation } from './keys.js'
import { startMongo } from './mongodb.js'
import { startRedis, startStore } from './parts.js'
import { freePort } from '../free-port.js'
import { startProxy } from './proxy.js'

const moduleAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const secret = 'a secret of the fleet, of 32 bytes and more'
const many = '1000000000'

interface Wanted {
  /** A program that starts, kills and revives nodes of MongoDB. */
  launcher: string
  mongoPort: number
  /** Of each instance. */
  workers: number
}

/** The whole production on this machine, every part a process of its own. */
export async function startFleet({ launcher, mongoPort, workers }: Wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'fitness-fleet-'))
  atEnd(() => {
    if (!process.exitCode) rmSync(folder, { recursive: true, force: true })
    else console.error(`What the processes wrote: ${folder}`)
  })
  const [mongo, redis, store, mails] = await Promise.all([
    startMongo(launcher, mongoPort),
    startRedis(folder),
    startStore(folder),
    mailbox({ teardown: () => undefined }),
  ])
  const port = await freePort()
  const proxy = await startProxy({
    folder,
    addressOf: number => `${addressOf(number)}:${port}`,
    storage: store.address,
  })
  const rotation = createRotation(folder)
  /** How many more migrations than now the version has that is started. */
  let migrations = 0
  const version = () => ({ FLEET_MIGRATIONS: String(migrations) })
  const preload = () => (migrations === 0 ? [] : ['--import', moduleAt('next-version.js')])
  const instances = createInstances({ logs: folder, port, preload })

  const settings = (changes: Settings = {}): Settings => ({
    NODE_ENV: 'production',
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    DATA_PATH: join(folder, 'data'),
    MONGODB_URI: mongo.uri,
    WORKERS: String(workers),
    HMAC_SECRET: secret,
    SMTP_URL: mails.url,
    BCRYPT_SALT_ROUNDS: '10',
    // So that tokens are renewed in every scene.
    JWT_ACCESS_TOKEN_EXPIRES_IN: '20s',
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: many,
    RATE_LIMIT_PUBLIC_PER_HOUR: many,
    RATE_LIMIT_UPLOAD_PER_MINUTE: many,
    RATE_LIMIT_UPLOAD_PER_HOUR: many,
    ...redis.settings,
    ...store.settings,
    S3_PUBLIC_ENDPOINT: proxy.filesUrl,
    ...rotation.settings(),
    ...version(),
    ...changes,
  })

  for (const address of instances.places) await instances.begin(address, settings())
  return {
    ...{ mongo, redis, store, instances, rotation, settings, mails, workers },
    way: { url: proxy.url, authority: proxy.authority, secret },
    /** From now on the version that is started has a migration more. */
    release(): void {
      migrations++
    },
    /** `npm run migrate` of the version that is to come. */
    async migrate(): Promise<void> {
      const args = [...preload(), moduleAt('../../src/commands/migrate/command.js')]
      const env = { PATH: process.env.PATH, ...settings() }
      await promisify(execFile)(process.execPath, args, { env })
    },
  }
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>
