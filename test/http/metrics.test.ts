import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import parsePrometheus from 'parse-prometheus-text-format'
import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import { counters, gauges, histograms } from '../../src/platform/telemetry/metric-definitions.js'
import { newRegistration, post as postAuth } from '../features/people/auth/requests.js'
import { post, unlimited } from '../graphql/requests.js'
import { addressesOf, follow, accountChanged, socketClient } from '../graphql/subscriptions/live.js'
import { build, signUp } from '../helper.js'
import { png } from '../images.js'
import { closedPort } from '../redis.js'

interface Series {
  labels?: Record<string, string>
  value?: string
}

interface Family {
  name: string
  help: string
  type: string
  metrics: Series[]
}

async function scrape(app: App) {
  const response = await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const text = await response.text()
  const families = parsePrometheus(text) as Family[]
  // The parser keeps one series of a histogram with labels. Without the comments on types, it reads each part as a
  // separate metric.
  const parts = parsePrometheus(text.replace(/^#.*\n/gm, '')) as Family[]
  const series = (name: string) => parts.flatMap(family => (family.name === name ? family.metrics : []))
  const isLike = (labels: Record<string, string>, expected: Record<string, string>) =>
    Object.entries(expected).every(([label, value]) => labels[label] === value)
  return {
    families,
    parts,
    /** Returns the sum over all series with these labels. */
    total: (name: string, expected: Record<string, string> = {}) =>
      series(name)
        .filter(({ labels = {} }) => isLike(labels, expected))
        .reduce((sum, { value }) => sum + Number(value), 0),
  }
}

async function startApp(t: Test) {
  const app = await build(t, { settings: { ...unlimited, METRICS_PORT: '0' } })
  return { app, person: await signUp(app) }
}

t.test('reports the number of unavailable Redis connections', async t => {
  const disconnected = async (settings: Record<string, string>) => {
    const app = await build(t, { settings: { METRICS_PORT: '0', ...settings } })
    return (await scrape(app)).total('fitness_redis_connections_down')
  }
  t.equal(await disconnected({}), 0, 'reports 0 without Redis')
  t.equal(
    await disconnected({ REDIS_URL: closedPort }),
    3,
    'reports one connection for counters and two for events',
  )
})

t.test('serves metrics on a separate port', async t => {
  const { app, person } = await startApp(t)

  await t.test('counts requests by route and errors by code', async t => {
    await postAuth(app, 'login', { email: person.email, password: 'wrong' })
    await app.inject({ url: '/auth/profile', headers: person.headers })
    const { total } = await scrape(app)
    const login = { method: 'POST', route: '/auth/login' }
    t.equal(total('fitness_http_requests_total', { ...login, status: '401' }), 1)
    t.equal(total('fitness_http_requests_total', { ...login, status: '200' }), 1)
    t.equal(total('fitness_http_request_duration_seconds_count', login), 2)
    t.equal(total('fitness_errors_total', { code: 'INVALID_CREDENTIALS' }), 1)
    t.ok(total('fitness_password_hash_duration_seconds_count', { outcome: 'ok' }) >= 2)
  })

  await t.test('counts registered operations by name and all others together', async t => {
    for (const body of [
      { documentId: 'example/1.0.0/UserProfile' },
      { documentId: 'example/1.0.0/UserProfile' },
      { query: 'query Mine { me { id } }' },
      { query: 'query Mine { me { id } }' },
      { query: 'query UserProfile { me { id } }' },
    ])
      await post(app, { body, person })
    await post(app, { body: { query: '{ me { id } }' } })
    const { total } = await scrape(app)
    const name = 'fitness_graphql_operations_total'
    t.equal(total(name, { operation: 'UserProfile', kind: 'query', outcome: 'ok' }), 2)
    t.equal(total(name, { operation: 'other', outcome: 'ok' }), 3)
    t.equal(total(name, { operation: 'other', outcome: 'error' }), 1)
    t.equal(total('fitness_graphql_operation_duration_seconds_count', { operation: 'UserProfile' }), 2)
    // Registered operations are prepared after the service listens, which it does not in this test.
    t.ok(total('fitness_cache_requests_total', { cache: 'documents', result: 'hit' }) >= 2)
    t.equal(total('fitness_cache_requests_total', { cache: 'documents', result: 'miss' }), 4)
    t.ok(total('fitness_cache_requests_total', { cache: 'sessions', result: 'hit' }) >= 3)
  })

  await t.test('reports lookups and sizes of caches', async t => {
    const query = 'query Often { exercises(search: "bench press", first: 1) { totalCount } }'
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    await post(app, { body: { extensions } })
    for (let time = 0; time < 12; time++) await post(app, { body: { query, extensions } })
    await post(app, { body: { extensions } })
    const { total } = await scrape(app)
    const looks = (cache: string, result: string) => total('fitness_cache_requests_total', { cache, result })
    t.strictSame([looks('persisted', 'miss'), looks('persisted', 'hit')], [1, 1])
    t.strictSame([looks('searches', 'miss'), looks('searches', 'hit')], [1, 12])
    const held = (cache: string) => total('fitness_cache_entries', { cache })
    t.strictSame([held('persisted'), held('searches')], [1, 1])
    t.ok(held('documents') >= 4)
  })

  await t.test('reports the database, mails, uploads and the storage', async t => {
    await postAuth(app, 'register', newRegistration())
    const form = new FormData()
    form.set('file', new File([png()], 'me.png', { type: 'image/png' }))
    const url = '/api/storage/profile-photo/upload'
    const { statusCode } = await app.inject({ method: 'POST', url, headers: person.headers, payload: form })
    t.equal(statusCode, 201)
    const { total } = await scrape(app)
    t.ok(total('fitness_database_commands_total', { command: 'insertOne', outcome: 'ok' }) >= 2)
    t.ok(total('fitness_database_commands_total', { collection: 'none', command: 'commit' }) >= 1)
    const commands = total('fitness_database_commands_total', { command: 'insertOne' })
    t.equal(total('fitness_database_command_duration_seconds_count', { command: 'insertOne' }), commands)
    t.equal(total('fitness_uploads_total', { outcome: 'stored' }), 1)
    t.equal(total('fitness_upload_bytes_total'), png().length)
    t.equal(total('fitness_storage_requests_total', { operation: 'put', outcome: 'ok' }), 1)
  })

  await t.test('reports open connections and requests in flight', async t => {
    await app.listen({ port: 0 })
    const connectionParams = { authorization: `Bearer ${person.token}` }
    const client = socketClient(t, addressesOf(app).socketUrl, { connectionParams })
    const events = follow(client, { query: accountChanged })
    while ((await scrape(app)).total('fitness_subscriptions_open') === 0);
    t.equal((await scrape(app)).total('fitness_sockets_open'), 1)
    events.stop()
    while ((await scrape(app)).total('fitness_subscriptions_open') > 0);
  })

  await t.test('counts requests that are rejected before routing', async t => {
    const { port } = app.server.address() as AddressInfo
    const answerTo = async (bytes: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.end(bytes)
      return (await text(socket)).slice(0, 12)
    }
    t.equal(await answerTo('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), 'HTTP/1.1 400')
    t.equal(await answerTo('\x16\x03\x01\x02\r\n\r\n'), 'HTTP/1.1 400')
    t.equal(await answerTo(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`), 'HTTP/1.1 431')
    const { total } = await scrape(app)
    const count = (method: string, status: string) =>
      total('fitness_http_requests_total', { method, route: 'unmatched', status })
    t.strictSame([count('GET', '400'), count('other', '400'), count('other', '431')], [1, 1, 1])
    t.equal(total('fitness_errors_total', { code: 'HEADERS_TOO_LARGE' }), 1)
    t.ok(total('fitness_errors_total', { code: 'BAD_REQUEST' }) >= 1)
  })

  await t.test('reports the process', async t => {
    const { total } = await scrape(app)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_cpu_seconds_total',
    ])
      t.ok(total(name) > 0, name)
  })

  await t.test('limits the number of time series regardless of what clients send', async t => {
    const count = async () => {
      const { parts } = await scrape(app)
      // The metrics of Node itself have a series for each kind of garbage collection so far.
      const own = parts.filter(({ name }) => !name.startsWith('nodejs_'))
      return own.reduce((sum, { metrics }) => sum + metrics.length, 0)
    }
    const hostile = async (number: number) => {
      await post(app, { body: { query: `query Name${number} { me { id } }` }, person })
      await post(app, { body: { query: `query UserProfile { a${number}: me { id } }` }, person })
      await post(app, { body: { query: `{ nothing${number} }` }, person })
      await app.inject({ url: `/nowhere/${number}` })
      await app.inject({ url: `/%zz${number}` })
      await app.inject({ url: `/api/storage/signed/user-assets/${number}?token=${number}` })
      await app.inject({ method: ['PROPFIND', 'REPORT', 'MKCOL'][number % 3] as 'PUT', url: '/graphql' })
    }
    for (let number = 0; number < 3; number++) await hostile(number)
    const before = await count()
    for (let number = 3; number < 20; number++) await hostile(number)
    t.equal(await count(), before)
  })

  await t.test('documents every metric and follows the naming conventions', async t => {
    const { families } = await scrape(app)
    const docs = await readFile(new URL('../../../docs/observability.md', import.meta.url), 'utf8')
    const ours = Object.entries({ ...counters, ...histograms, ...gauges })
    t.same(
      families
        .map(({ name }) => name)
        .filter(name => name.startsWith('fitness_'))
        .sort(),
      ours.map(([name]) => name).sort(),
    )
    for (const [name, { help, labels }] of ours) {
      t.ok(docs.includes(`\`${name}\``), `${name} is in the docs`)
      t.equal(families.find(family => family.name === name)?.help, help)
      t.match(name, /^[a-z_]+$/)
      for (const label of labels) t.match(label, /^[a-z]+$/)
    }
    for (const { name, help } of families) t.ok(help, name)
    for (const name of Object.keys(counters)) t.match(name, /_total$/)
    for (const name of Object.keys(histograms)) t.match(name, /_seconds$/)
  })

  await t.test('serves metrics on no other port', async t => {
    t.equal((await app.inject({ url: '/metrics' })).statusCode, 404)
    t.equal((await fetch(`http://127.0.0.1:${app.metricsPort}/`)).status, 404)
  })
})

t.test('opens no metrics port by default', async t => {
  const app = await build(t)
  t.equal(app.metricsPort, undefined)
})
