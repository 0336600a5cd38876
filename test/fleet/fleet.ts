import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { mailbox } from '../mailbox.js'
import { addCleanup } from './cleanups.js'
import { addressOf, createInstances, type Settings } from './instances.js'
import { createRotation } from './keys.js'
import { startMongo } from './mongodb.js'
import { startRedis, startStore } from './components.js'
import { freePort } from '../free-port.js'
import { startProxy } from './proxy.js'

const moduleAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const secret = 'a secret of the fleet, of 32 bytes and more'
const unlimited = '1000000000'

interface FleetOptions {
  /** Path of a program that starts, kills and restarts MongoDB nodes. */
  launcher: string
  mongoPort: number
  /** Workers of each instance. */
  workers: number
}

/** Starts a production deployment on this machine, each component in its own process. */
export async function startFleet({ launcher, mongoPort, workers }: FleetOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'fitness-fleet-'))
  addCleanup(() => {
    if (!process.exitCode) rmSync(folder, { recursive: true, force: true })
    else console.error(`Logs of the processes: ${folder}`)
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
  /** Number of additional migrations in the version that is started next. */
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
    // Short, so that tokens are refreshed in every scenario.
    JWT_ACCESS_TOKEN_EXPIRES_IN: '20s',
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: unlimited,
    RATE_LIMIT_PUBLIC_PER_HOUR: unlimited,
    RATE_LIMIT_UPLOAD_PER_MINUTE: unlimited,
    RATE_LIMIT_UPLOAD_PER_HOUR: unlimited,
    ...redis.settings,
    ...store.settings,
    S3_PUBLIC_ENDPOINT: proxy.filesUrl,
    ...rotation.settings(),
    ...version(),
    ...changes,
  })

  for (const address of instances.addresses) await instances.begin(address, settings())
  return {
    ...{ mongo, redis, store, instances, rotation, settings, mails, workers },
    connection: { url: proxy.url, authority: proxy.authority, secret },
    /** Adds a migration to the version that is started next. */
    release(): void {
      migrations++
    },
    /** Runs `npm run migrate` of the next version. */
    async migrate(): Promise<void> {
      const args = [...preload(), moduleAt('../../src/cli.js'), 'migrate']
      const env = { PATH: process.env.PATH, ...settings() }
      await promisify(execFile)(process.execPath, args, { env })
    },
  }
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>
