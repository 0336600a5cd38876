import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { isolatedSettings } from '../helper.js'
import { startService } from '../service-process.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const started = ['package.json', 'Dockerfile', 'docs/command-line.md']

t.test('contains every program that is started from it', async t => {
  const programs = new Set(started.flatMap(file => read(file).match(/dist\/bundle\/[\w-]+\.js/g) ?? []))
  t.ok(programs.has('dist/bundle/cli.js'))
  for (const program of programs) t.ok(existsSync(join(root, program)), program)
})

t.test('loads packages on first use: the list of common passwords and the client of Redis', async t => {
  // No server listens at this address: the service counts in memory.
  const service = await startService(t, { ...isolatedSettings(t), REDIS_URL: 'redis://127.0.0.1:1' })
  const response = await fetch(`${service.url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', username: 'ada', password: 'password123' }),
  })
  t.match(await response.json(), { code: 'WEAK_PASSWORD' })
})

t.test('loads packages on first use: the client of S3', async t => {
  // No storage listens at this address: the service starts but is not ready.
  const { url } = await startService(t, {
    ...isolatedSettings(t),
    OBJECT_STORAGE_PROVIDER: 'S3',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret of the key',
    S3_BUCKET_USER_ASSETS: 'user-assets',
    S3_BUCKET_APP_ASSETS: 'app-assets',
  })
  t.equal((await fetch(`${url}/health/live`)).status, 200)
})

t.test('loads packages on first use: WebAuthn', async t => {
  const { url } = await startService(t, isolatedSettings(t))
  const response = await fetch(`${url}/auth/passkeys/authentication/options`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  t.match(await response.json(), { options: { userVerification: 'required' } })
})

t.test('loads the clients of MongoDB, S3 and Redis and WebAuthn only if they are used', async t => {
  const files = readdirSync(join(root, 'dist/bundle')).filter(file => file.endsWith('.js'))
  const loaded = new Set(files.filter(file => file.startsWith('app-')))
  for (const file of loaded)
    for (const [, imported = ''] of read(`dist/bundle/${file}`).matchAll(/\b(?:from|import)"\.\/([^"]+)"/g))
      loaded.add(imported)
  t.ok(loaded.size > 10)
  // Only the code of each package contains its text.
  const texts = [
    'ServerSelectionStartedEvent',
    'AwsRestXmlProtocol',
    'ClusterAllFailedError',
    'android-safetynet',
  ]
  for (const text of texts) {
    const containing = files.filter(file => read(`dist/bundle/${file}`).includes(text))
    t.ok(containing.length > 0, `the bundle contains the package with ${text}`)
    for (const file of containing) t.notOk(loaded.has(file), `a start does not load ${file}`)
  }
})

t.test('contains one copy of the BSON types, because the driver of MongoDB recognizes no other', async t => {
  const files = readdirSync(join(root, 'dist/bundle')).filter(file => file.endsWith('.js'))
  const modules = files.flatMap(
    file => read(`dist/bundle/${file}`).match(/(?<=")node_modules\/bson\/[^"]+(?=")/g) ?? [],
  )
  t.same(modules, ['node_modules/bson/lib/bson.cjs'])
})

t.test('maps its files only to the sources of the service', async t => {
  const maps = readdirSync(join(root, 'dist/bundle')).filter(file => file.endsWith('.js.map'))
  const sizes = maps.map(
    file => (JSON.parse(read(`dist/bundle/${file}`)) as { mappings: string }).mappings.length,
  )
  t.ok(Math.max(...sizes) < 1_500_000, `${Math.max(...sizes)} characters`)
})

t.test('contains only ASCII characters, so that V8 keeps its text in one byte per character', async t => {
  const files = readdirSync(join(root, 'dist/bundle')).filter(file => file.endsWith('.js'))
  t.ok(files.includes('server.js'))
  for (const file of files) t.match(read(`dist/bundle/${file}`), /^[\x00-\x7f]*$/, file)
})
