import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { SMTPServer } from 'smtp-server'
import t, { type Test } from 'tap'
import { isolatedSettings, keys, temporaryPath, type Settings } from '../../helper.js'
import { s3Server } from '../../platform/files/s3-server.js'
import { runCommand } from '../run-command.js'

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env
const secret = 'do-not-print-this'

/** Runs the checks on the embedded database, in a folder that does not exist yet. */
async function doctor(settings: Settings = {}) {
  const { code, output, errors } = await runCommand('doctor', {
    DATA_PATH: temporaryPath(),
    PORT: '0',
    ...settings,
  })
  return { code, output, errors }
}

t.test('succeeds with the default settings, and leaves nothing behind', async t => {
  const folder = t.testdir({ data: {} })
  const DATA_PATH = join(folder, 'data')
  const { code, output, errors } = await doctor({ DATA_PATH })
  t.equal(code, 0, output + errors)
  for (const line of [
    /^ok {7}Node\.js: v\d+/m,
    /^ok {7}Settings: valid, NODE_ENV is development$/m,
    /^ok {7}Data folder: .*data \(DATA_PATH\) is writable, [\d,]+ MiB free$/m,
    /^ok {7}Database: embedded, created at the first start$/m,
    /^ok {7}Signing key: generated at the first start$/m,
    /^ok {7}Public URL: http:\/\/127\.0\.0\.1:0 is reachable only from this machine$/m,
    /^ok {7}Proxy: none, clients connect directly$/m,
    /^The service can start\.$/m,
  ])
    t.match(output, line)
  t.notMatch(output, /Redis|MongoDB|Storage|Mail/, 'shows only what is configured')
  t.strictSame(readdirSync(DATA_PATH), [])
  const missing = join(folder, 'a/b')
  t.match(await doctor({ DATA_PATH: missing }), { code: 0, output: /b \(DATA_PATH\) will be created/ })
  t.notOk(existsSync(join(folder, 'a')))
})

t.test('names servers that cannot be reached, without secrets', async t => {
  const { code, output, errors } = await doctor({
    REDIS_URL: `redis://user:${secret}@127.0.0.1:1`,
    MONGODB_URI: `mongodb://user:${secret}@127.0.0.1:1/fitness`,
    SMTP_URL: `smtp://user:${secret}@127.0.0.1:1`,
    OBJECT_STORAGE_PROVIDER: 'S3',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: secret,
    S3_BUCKET_USER_ASSETS: 'user-assets',
    S3_BUCKET_APP_ASSETS: 'app-assets',
  })
  t.equal(code, 1)
  for (const line of [
    /^failed {3}MongoDB: MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\) cannot be reached: .*Start MongoDB there/m,
    /^failed {3}Redis: 127\.0\.0\.1:1 \(REDIS_URL\) cannot be reached: connect ECONNREFUSED/m,
    /^failed {3}Storage: http:\/\/127\.0\.0\.1:1 \(S3_ENDPOINT\) does not respond\./m,
    /^failed {3}Mail: 127\.0\.0\.1:1 \(SMTP_URL\) cannot be used: connect ECONNREFUSED/m,
    /^4 checks failed\. Correct the problems/m,
  ])
    t.match(output, line)
  t.notMatch(output + errors, secret)
  t.notMatch(output + errors, /^ +at /m)
  const malformed = await doctor({ MONGODB_URI: `mongodb://user:${secret}@a:b@c` })
  t.match(malformed, {
    code: 1,
    output: /^failed {3}MongoDB: MONGODB_URI is not a valid connection string\./m,
  })
  t.notMatch(malformed.output + malformed.errors, secret)
})

t.test('does not wait for servers that accept connections and do not respond', async t => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const { code, output } = await doctor({
    REDIS_URL: `redis://127.0.0.1:${port}`,
    MONGODB_URI: `mongodb://127.0.0.1:${port}/fitness`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  t.equal(code, 1)
  for (const name of ['MongoDB', 'Redis', 'Mail']) t.match(output, new RegExp(`^failed {3}${name}: `, 'm'))
})

t.test('reports invalid settings as a start does', async t => {
  const { code, output } = await doctor({ NODE_ENV: 'production', PORT: 'none' })
  t.equal(code, 1)
  t.match(output, /^failed {3}Settings: PORT must be a whole number, not none\.$/m)
  t.match(output, /^failed {3}Settings: MONGODB_URI must be set in production\.$/m)
})

t.test('reports a folder that cannot be written, and an unfinished restore', async t => {
  const folder = t.testdir({ file: '', data: { 'unfinished-restore': '{}' } })
  t.match(await doctor({ DATA_PATH: join(folder, 'file/data') }), {
    code: 1,
    output: /^failed {3}Data folder: .*file.*\((ENOTDIR|EACCES)\)\.$/m,
  })
  t.match(await doctor({ DATA_PATH: join(folder, 'data') }), {
    code: 1,
    output: /^failed {3}Data folder: .* is incomplete: `fitness-training-service restore` wrote to it/m,
  })
})

t.test('warns of a port in use', async t => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const { code, output } = await doctor({ PORT: String(port) })
  t.equal(code, 0)
  t.match(output, new RegExp(`^warning {2}Port: ${port} of 127\\.0\\.0\\.1 is in use\\.`, 'm'))
  t.match(output, /^1 warning\. The service can start\.$/m)
})

t.test('describes the signing key, and warns if all users of the machine can read it', async t => {
  const path = join(t.testdir({}), 'private.pem')
  writeFileSync(path, keys.privateKey, { mode: 0o600 })
  const settings = { JWT_PRIVATE_KEY_PATH: path }
  const { code, output } = await doctor(settings)
  t.equal(code, 0)
  t.match(output, /^ok {7}Signing key: RS256 with 2048 bits, key id [\w-]{43}, 1 accepted public key$/m)
  chmodSync(path, 0o644)
  t.match(await doctor(settings), {
    code: 0,
    output: new RegExp(`^warning {2}Signing key: all users .* Run: chmod 600 ${path}$`, 'm'),
  })
})

t.test('compares the settings of the proxy with the addresses', async t => {
  const address = { PUBLIC_URL: 'https://127.0.0.1' }
  for (const [settings, line] of [
    [address, /^warning {2}Proxy: .* TRUST_PROXY is empty: all clients would share one rate limit\./m],
    [{ ...address, TRUST_PROXY: '0.0.0.0/0' }, /^warning {2}Proxy: TRUST_PROXY contains all addresses/m],
    [{ ...address, TRUST_PROXY: '10.0.0.0/8' }, /^warning {2}Proxy: HOST is 127\.0\.0\.1, so only programs/m],
    [{ ...address, TRUST_PROXY: '127.0.0.1,::1' }, /^ok {7}Proxy: 127\.0\.0\.1, ::1 \(TRUST_PROXY\)$/m],
    [{ HOST: '0.0.0.0' }, /^warning {2}Public URL: http:\/\/0\.0\.0\.0:0 is not an address that clients/m],
    [
      { PUBLIC_URL: 'https://nowhere.invalid' },
      /^warning {2}Public URL: .* cannot resolve, so links in mails/m,
    ],
  ] as const)
    t.match(await doctor(settings), { code: 0, output: line })
})

const bucketSettings = { S3_BUCKET_USER_ASSETS: 'users', S3_BUCKET_APP_ASSETS: 'apps' }

/** Starts a storage with both buckets. */
async function storage(t: Test, clock?: () => Date) {
  const server = await s3Server(t, Object.values(bucketSettings), { ...(clock && { clock }) })
  const { accessKeyId, secretAccessKey } = server.credentials
  const settings = {
    OBJECT_STORAGE_PROVIDER: 'S3',
    S3_ENDPOINT: server.endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    ...bucketSettings,
  }
  return { ...server, settings }
}

t.test('stores, reads and deletes an object in each bucket', async t => {
  const { settings, objects, seen } = await storage(t)
  const { code, output } = await doctor(settings)
  t.equal(code, 0, output)
  for (const bucket of ['users', 'apps'])
    t.match(output, `ok       Storage: the bucket ${bucket} stores, returns and deletes objects\n`)
  t.equal(objects.size, 0)
  t.ok(seen.includes('PUT'))
})

t.test('reports wrong keys, missing buckets and missing permissions of the storage', async t => {
  const { settings, interfere } = await storage(t)
  t.match(await doctor({ ...settings, S3_SECRET_ACCESS_KEY: secret }), {
    code: 1,
    output: /^failed {3}Storage: S3_SECRET_ACCESS_KEY does not match S3_ACCESS_KEY_ID/m,
  })
  t.match(await doctor({ ...settings, S3_BUCKET_APP_ASSETS: 'none' }), {
    code: 1,
    output: /^failed {3}Storage: S3_BUCKET_APP_ASSETS names none, a bucket that does not exist\./m,
  })
  interfere(({ method }, response) => {
    if (method !== 'PUT') return false
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
    return true
  })
  t.match(await doctor(settings), {
    code: 1,
    output:
      /^failed {3}Storage: the bucket users does not allow the service to store an object: Access Denied\./m,
  })
})

t.test('warns if the clock of the storage differs', async t => {
  const { settings } = await storage(t, () => new Date(Date.now() + 3 * 60 * 60 * 1000))
  t.match(await doctor(settings), {
    code: 0,
    output: /^warning {2}Clock: the clock of this machine is 3\.0 hours behind the clock of the storage/m,
  })
})

t.test('signs in to the mail server without sending a mail', async t => {
  const commands: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('535 wrong')),
    onMailFrom(_address, _session, callback) {
      commands.push('MAIL FROM')
      callback()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.teardown(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  t.match(await doctor({ SMTP_URL: `smtp://ada:right@127.0.0.1:${port}` }), {
    code: 0,
    output: /^ok {7}Mail: 127\.0\.0\.1 accepts the login; no mail was sent$/m,
  })
  const refused = await doctor({ SMTP_URL: `smtp://ada:${secret}@127.0.0.1:${port}` })
  t.match(refused, {
    code: 1,
    output: /^failed {3}Mail: .* rejected the user or the password in SMTP_URL\./m,
  })
  t.notMatch(refused.output + refused.errors, secret)
  t.strictSame(commands, [])
})

t.test(
  'reads the version of Redis',
  { skip: TEST_REDIS_URL === undefined && 'there is no Redis' },
  async t => {
    t.match(await doctor({ REDIS_URL: TEST_REDIS_URL! }), { code: 0, output: /^ok {7}Redis: version \d+\./m })
    const url = Object.assign(new URL(TEST_REDIS_URL!), { username: 'stranger', password: secret }).href
    const refused = await doctor({ REDIS_URL: url })
    t.match(refused, { code: 1, output: /^failed {3}Redis: the server rejected the user or the password/m })
    t.notMatch(refused.output + refused.errors, secret)
  },
)

t.test(
  'reads version, clock, schema version and indexes of MongoDB',
  { skip: TEST_MONGODB_URI === undefined && 'there is no MongoDB' },
  async t => {
    const settings = isolatedSettings(t)
    const empty = await doctor(settings)
    t.equal(empty.code, 0, empty.output)
    t.match(empty.output, /^ok {7}MongoDB: version \d+\.\S+, replica set \w+, database test-/m)
    t.match(empty.output, /^ok {7}Clock: differs from MongoDB by \d\.\d s$/m)

    t.equal((await runCommand('migrate', settings)).code, 0)
    const migrated = await doctor(settings)
    t.match(migrated.output, /^ok {7}Schema: version \d+, all indexes exist$/m)

    const client = new MongoClient(settings.MONGODB_URI!)
    t.teardown(() => client.close())
    const db = client.db()
    await db.collection('personalRecords').dropIndexes()
    t.match(await doctor(settings), {
      code: 0,
      output: /^warning {2}Schema: 1 collection missing or without all indexes: personalRecords\./m,
    })
    await db.collection('schemaVersions').updateOne({}, { $set: { version: 3 } })
    t.match((await doctor(settings)).output, /^warning {2}Schema: the database has version 3 of \d+\./m)
    await db.collection('schemaVersions').updateOne({}, { $set: { version: 1000 } })
    t.match(await doctor(settings), { code: 1, output: /^failed {3}Schema: the database has version 1000/m })
    await db.dropDatabase()

    const wrong = Object.assign(new URL(settings.MONGODB_URI!), { username: 'stranger', password: secret })
    const refused = await doctor({ MONGODB_URI: wrong.href })
    t.match(refused, { code: 1, output: /^failed {3}MongoDB: the server rejected the user or the password/m })
    t.notMatch(refused.output + refused.errors, secret)
  },
)
