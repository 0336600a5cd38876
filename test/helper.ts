import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { Piscina } from 'piscina'
import tap, { type Test } from 'tap'
import { buildApp, type App } from '../src/app.js'
import { loadConfig } from '../src/config.js'
import * as passwordWorker from '../src/features/people/auth/passwords/password-worker.js'
import { withDeadline } from '../src/lib/deadline.js'
import { seconds } from '../src/lib/quantities.js'
import type { PlatformOptions } from '../src/platform/platform.js'
import type { Role } from '../src/viewer.js'
import { generateKeys, type KeyPair } from './keys.js'
import { memoryFolder } from './memory-folder.js'

export type Settings = Record<string, string>

interface BuildOptions extends Partial<PlatformOptions> {
  settings?: Settings
}

const mongo = process.env.TEST_MONGODB_URI
const temporaryFolder = mkdtempSync(join(memoryFolder, 'fitness-test-'))
process.on('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }))

/** One key pair for all apps of a test file, or from the environment, because generating one takes long. */
export const keys = process.env.TEST_KEYS ? (JSON.parse(process.env.TEST_KEYS) as KeyPair) : generateKeys()
const privateKeyPath = join(temporaryFolder, 'private.pem')
writeFileSync(privateKeyPath, keys.privateKey)

/** The default bcrypt rounds of tests: the minimum of bcrypt. */
const fewestRounds = 4

// Hashes with the minimum rounds are computed in this thread, because starting another takes ten times as long.
const { run } = Piscina.prototype
Piscina.prototype.run = async function (this: Piscina, task: passwordWorker.Comparison, options) {
  const work =
    options?.name === 'hash' || options?.name === 'compare' ? passwordWorker[options.name] : undefined
  return work !== undefined && task.rounds <= fewestRounds ? work(task) : run.call(this, task, options)
}

/**
 * Returns the path of a folder that does not exist yet, and is deleted when the process ends. The folders of `testdir` are
 * deleted before the teardown of a test, which closes its apps.
 */
export const temporaryPath = (): string => join(temporaryFolder, randomUUID())

/** Returns the settings of an app with its own data folder and database, which are removed after the test. */
export function isolatedSettings(t: Pick<Test, 'teardown'>, settings: Settings = {}): Settings {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    // The overload protection must not fail tests on a busy machine.
    MAX_EVENT_LOOP_DELAY: '30s',
    DATA_PATH: temporaryPath(),
    PUBLIC_URL: 'http://fitness.test',
    // Tests read the mails there.
    OUTBOX_ENABLED: String(settings['NODE_ENV'] !== 'production'),
    BCRYPT_SALT_ROUNDS: String(fewestRounds),
    // The resizer needs its own process: tests of it enable it.
    SMALLER_PHOTOS_ENABLED: 'false',
    JWT_PRIVATE_KEY_PATH: privateKeyPath,
    ...(mongo === undefined ? {} : { MONGODB_URI: isolatedMongo(t, mongo) }),
    ...settings,
  }
}

/** Databases of this process that no test uses now. They are emptied, which is faster than creating new ones. */
const freeDatabases: string[] = []
const databaseNames = new Set<string>()
let client: MongoClient | undefined

function isolatedMongo(t: Pick<Test, 'teardown'>, server: string): string {
  const own = (client ??= connectForFile(server))
  const name = freeDatabases.pop() ?? `test-${randomBytes(6).toString('hex')}`
  databaseNames.add(name)
  t.teardown(async () => {
    const emptyAll = async () => {
      const collections = await own.db(name).collections()
      await Promise.all(collections.map(collection => collection.deleteMany({})))
      freeDatabases.push(name)
    }
    await unlessLocked(emptyAll())
  })
  const uri = new URL(server)
  uri.pathname = `/${name}`
  return uri.href
}

/** Ignores locks: the server can keep the locks of a test for minutes, and the cleanup is optional. */
async function unlessLocked(tidied: Promise<void>): Promise<void> {
  await withDeadline(tidied, 10 * seconds).catch(() => undefined)
}

/** Opens a connection that is closed after the test file, together with its databases. */
function connectForFile(server: string): MongoClient {
  const own = new MongoClient(server)
  tap.teardown(async () => {
    client = undefined
    const names = [...databaseNames]
    databaseNames.clear()
    freeDatabases.length = 0
    const dropAll = async () => {
      for (const name of names) await own.db(name).dropDatabase()
    }
    await unlessLocked(dropAll())
    await own.close(true)
  })
  return own
}

/** Starts an app on a temporary database, and closes it after the test. */
export async function build(
  t: Pick<Test, 'teardown'>,
  { settings, ...options }: BuildOptions = {},
): Promise<App> {
  const config = loadConfig(isolatedSettings(t, settings))
  const app = await buildApp(config, options)
  t.teardown(() => app.close())
  await app.ready()
  return app
}

export interface TestUser {
  id: string
  email: string
  username: string
  password: string
  token: string
  refreshToken: string
  /** The headers of a request of this user. */
  headers: { authorization: string }
}

/** Creates a confirmed account, and signs in by the API. */
export async function signUp(app: App, { role = 'USER' }: { role?: Role } = {}): Promise<TestUser> {
  const username = `user-${randomBytes(4).toString('hex')}`
  const email = `${username}@example.com`
  const password = 'correct horse battery'
  await app.features.services.registration.createVerifiedAccount({ email, username, password, role })
  const { accessToken, refreshToken, user } = await logIn(app, email, password)
  const headers = { authorization: `Bearer ${accessToken}` }
  return { id: user.id, email, username, password, token: accessToken, refreshToken, headers }
}

export async function logIn(app: App, email: string, password: string) {
  const response = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })
  if (response.statusCode !== 200) throw new Error(`login failed: ${response.body}`)
  return response.json<{ accessToken: string; refreshToken: string; user: { id: string } }>()
}

export interface GraphQLResponse<Data = Record<string, unknown>> {
  data?: Data
  errors?: {
    message: string
    path: (string | number)[]
    locations: object[]
    extensions: Record<string, unknown>
  }[]
}

/** Sends a query by POST, with the token of a user if one is given. */
export async function queryGraphQL<Data = Record<string, unknown>>(
  app: App,
  query: string,
  variables: object = {},
  account?: Pick<TestUser, 'headers'>,
) {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...account?.headers },
    payload: { query, variables },
  })
  return response.json<GraphQLResponse<Data>>()
}

/** Returns the code of the only error of a response, or the number of errors. */
export const errorCodeOf = ({ errors }: GraphQLResponse<unknown>) =>
  errors?.length === 1 ? errors[0]!.extensions.code : `${errors?.length ?? 0} errors`
