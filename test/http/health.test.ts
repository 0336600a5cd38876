import { readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startTcpProxy } from '../tcp-proxy.js'
import { build, signUp, isolatedSettings, temporaryPath } from '../helper.js'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }

t.test('reports that the service is alive, with its version', async t => {
  const app = await build(t)
  for (const [url, body] of [
    ['/health/live', `{"status":"ok","version":"${version}"}`],
    ['/health/accepting', '{"status":"ok"}'],
    ['/health/ready', '{"status":"ok"}'],
  ] as const) {
    const response = await app.inject(url)
    t.equal(response.statusCode, 200)
    t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    t.equal(response.body, body)
    t.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)
    t.equal((await app.inject({ method: 'POST', url })).statusCode, 404)
  }
})

const unavailable = (what: string) => ({
  statusCode: 503,
  code: 'SERVICE_UNAVAILABLE',
  error: 'Service Unavailable',
  message: `Cannot reach: ${what}.`,
})

t.test('reports alive but not ready while the folder of the storage is missing', async t => {
  const folder = temporaryPath()
  const app = await build(t, { settings: { DATA_PATH: folder } })
  await rename(join(folder, 'storage'), join(folder, 'elsewhere'))
  const response = await app.inject('/health/ready')
  t.equal(response.statusCode, 503)
  t.strictSame(response.json(), unavailable('storage'))
  t.match(response.headers['retry-after'], /^[1-9]\d*$/)
  for (const url of ['/health/live', '/health/accepting']) t.equal((await app.inject(url)).statusCode, 200)
  await rename(join(folder, 'elsewhere'), join(folder, 'storage'))
  t.equal((await app.inject('/health/ready')).statusCode, 200)
})

// The embedded database cannot become unavailable.
const { MONGODB_URI } = isolatedSettings(t)
if (MONGODB_URI !== undefined)
  t.test('recovers after the database was unavailable', async t => {
    const { url, cut } = await startTcpProxy(t, MONGODB_URI, 27017)
    url.searchParams.delete('replicaSet')
    url.searchParams.set('directConnection', 'true')
    const app = await build(t, { settings: { MONGODB_URI: url.href } })
    const { headers, email, password } = await signUp(app)
    t.equal((await app.inject('/health/ready')).statusCode, 200)
    cut()

    const graphQL = { method: 'POST', url: '/graphql', headers, payload: { query: '{ me { id } }' } } as const
    const login = { method: 'POST', url: '/auth/login', payload: { email, password } } as const
    const [accepting, ready, me, again, live] = await Promise.all([
      app.inject('/health/accepting'),
      app.inject('/health/ready'),
      app.inject(graphQL),
      app.inject(login),
      app.inject('/health/live'),
    ])
    t.equal(live.statusCode, 200)
    t.equal(accepting.statusCode, 200)
    t.equal(ready.statusCode, 503)
    t.strictSame(ready.json(), unavailable('database'))
    t.match(me.json(), { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] })
    t.equal(again.statusCode, 503)
    t.match(again.json(), { statusCode: 503, code: 'SERVICE_UNAVAILABLE' })
  })
