import { fork } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { openService } from '../one-machine/template-people.js'
import { start } from '../service.js'
import { askOnce, requestOf } from './load.js'
import { nameCollation } from './name-collation.js'

/** Cleanup functions, called in reverse order. */
export type Teardowns = (() => unknown)[]

export async function throwawayFolder(teardowns: Teardowns): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fitness-rivals-'))
  teardowns.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Connection string of a new database on the server. */
export async function throwawayDatabase(teardowns: Teardowns): Promise<string> {
  const server = process.env.TEST_MONGODB_URI
  if (server === undefined) throw new Error('Set TEST_MONGODB_URI.')
  const uri = new URL(server)
  uri.pathname = `/bench-${randomBytes(6).toString('hex')}`
  const client = await new MongoClient(uri.href).connect()
  teardowns.push(async () => {
    await client.db().dropDatabase()
    await client.close()
  })
  // A handwritten service that sorts by name would have this index.
  await client.db().collection('exercises').createIndex({ name: 1 }, { collation: nameCollation }, {})
  return uri.href
}

/** Files of the JWT keys. */
export async function keyPair(folder: string) {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const paths = { privateKey: join(folder, 'private.pem'), publicKey: join(folder, 'public.pem') }
  await writeFile(paths.privateKey, pair.privateKey)
  await writeFile(paths.publicKey, pair.publicKey)
  return paths
}

/** Starts the service on MongoDB, or on the embedded database in a folder. */
export async function startService(database: { uri: string } | { folder: string }, privateKey: string) {
  const settings = {
    // As in production, except for signed requests.
    NODE_ENV: 'test',
    DEMO_ACCOUNTS: 'true',
    JWT_PRIVATE_KEY_PATH: privateKey,
    JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000000',
    RATE_LIMIT_PUBLIC_PER_HOUR: '1000000000',
  }
  if ('uri' in database) return start({ ...settings, MONGODB_URI: database.uri })
  return start(settings, { folder: database.folder })
}

/** Writes the users and exercises of a folder's embedded database to a file of JSON. */
export async function exportDocuments(folder: string, file: string): Promise<void> {
  const { app, database } = await openService(folder)
  const documentsOf = (name: string) => database.administration.existing(name).find({})
  await writeFile(
    file,
    JSON.stringify({ users: await documentsOf('users'), exercises: await documentsOf('exercises') }),
  )
  await app.close()
}

/** Starts a script of this folder, which reports its port when it listens. */
export async function startRival(
  teardowns: Teardowns,
  file: string,
  { args = [], settings }: { args?: string[]; settings: Record<string, string> },
) {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  })
  teardowns.push(() => child.kill())
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ${args.join(' ')} did not start`))),
  ])) as [number]
  return { pid: child.pid ?? 0, port }
}

/** A complete profile, so that responses have a realistic size. */
export async function fillProfile(port: number, token: string): Promise<void> {
  const input = `{
    firstName: "Demo", lastName: "Person", country: "Norway", city: "Bergen", bio: "Lifts on Mondays, rows on Sundays."
    profile: {
      onboardingStatus: COMPLETED, age: 34, gender: OTHER, goal: build_muscle, height: 180, heightUnit: CM, weight: 81.5,
      weightUnit: KG, muscleFocus: [LATS, GLUTES], frequency: 4, workoutSplit: push_pull_legs, experience: intermediate
    }
  }`
  const query = `mutation { updateProfile(input: ${input}) { user { id } } }`
  const body = await askOnce({
    port,
    request: requestOf('POST', '/graphql', token, JSON.stringify({ query })),
  })
  if (JSON.parse(body.toString()).errors) throw new Error(body.toString())
}
