import t from 'tap'
import type { App } from '../../src/app.js'
import { build } from '../helper.js'
import { post } from '../graphql/requests.js'
import { signedApp } from './signing-client.js'

const origin = 'https://app.example.com'
const expected = [
  'authorization',
  'content-type',
  'x-user-id',
  'x-timestamp',
  'x-signature',
  'apollographql-client-name',
  'apollographql-client-version',
].join(', ')

const preflight = (app: App, from = origin, url = '/graphql') =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': expected,
    },
  })
const query = (app: App, from: string = origin) =>
  post(app, { body: { query: '{ __typename }' }, headers: { origin: from } })
const corsHeaders = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter(name => name.startsWith('access-control-'))

t.test('allows no other origins by default', async t => {
  const app = await build(t)
  const response = await query(app)
  t.equal(response.statusCode, 200, 'responds, but without headers that allow the page to read it')
  t.same(corsHeaders(response.headers), [])
  t.equal(response.headers.vary, undefined)
  const preflightResponse = await preflight(app)
  t.equal(preflightResponse.statusCode, 204)
  t.same(corsHeaders(preflightResponse.headers), [])
})

t.test('allows the configured origins', async t => {
  const app = await build(t, { settings: { CORS_ORIGINS: ` ${origin} , https://admin.example.com` } })
  for (const from of [origin, 'https://admin.example.com']) {
    const { headers } = await query(app, from)
    t.equal(headers['access-control-allow-origin'], from)
    t.match(headers.vary, /origin/i)
    const exposed = String(headers['access-control-expose-headers']).split(', ')
    for (const name of [
      'date',
      'etag',
      'retry-after',
      'x-request-id',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ])
      t.ok(exposed.includes(name), name)
    t.equal(headers['access-control-allow-credentials'], undefined, 'does not allow credentials')
  }
  const others = ['https://evil.example', `${origin}.evil.example`, 'http://app.example.com', 'null', '*']
  for (const from of others) {
    t.equal((await query(app, from)).headers['access-control-allow-origin'], undefined, from)
    t.equal((await preflight(app, from)).headers['access-control-allow-origin'], undefined, from)
  }
})

t.test('allows localhost origins only in development', async t => {
  const local = [
    'http://localhost:5173',
    'https://localhost',
    'http://app.localhost:8080',
    'http://127.0.0.1:3001',
  ]
  const remote = [
    'https://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://192.168.1.2:3000',
    origin,
  ]
  const allowed = async (app: App, from: string) =>
    (await preflight(app, from)).headers['access-control-allow-origin']
  const development = await build(t, { settings: { NODE_ENV: 'development' } })
  for (const from of [...local, 'http://[::1]:4000']) t.equal(await allowed(development, from), from)
  for (const from of remote) t.equal(await allowed(development, from), undefined, from)
  const elsewhere = await build(t, { settings: { CORS_ORIGINS: origin } })
  for (const from of local) t.equal(await allowed(elsewhere, from), undefined, from)
})

t.test('allows all origins with *', async t => {
  const app = await build(t, { settings: { CORS_ORIGINS: '*' } })
  t.equal((await query(app, 'https://anyone.example')).headers['access-control-allow-origin'], '*')
  t.equal((await preflight(app, 'null')).headers['access-control-allow-origin'], '*')
})

t.test('responds to a preflight with the allowed methods and headers', async t => {
  const app = await build(t, { settings: { CORS_ORIGINS: origin } })
  for (const url of ['/graphql', '/auth/login', '/api/storage/profile-photo/upload']) {
    const { statusCode, headers, body } = await preflight(app, origin, url)
    t.equal(statusCode, 204, url)
    t.equal(body, '')
    t.equal(headers['access-control-allow-origin'], origin)
    t.equal(headers['access-control-allow-headers'], expected)
    t.match(headers['access-control-allow-methods'], /\bPOST\b/)
    t.ok(Number(headers['access-control-max-age']) > 0)
  }
})

t.test('counts preflights separately and requires no signature', async t => {
  const { app } = await signedApp(t, { CORS_ORIGINS: origin, RATE_LIMIT_PUBLIC_PER_HOUR: '2' })
  for (let count = 0; count < 5; count++) {
    const { statusCode, headers } = await preflight(app)
    t.equal(statusCode, 204)
    t.equal(headers['x-ratelimit-remaining'], String(999 - count))
  }
})

t.test('lets pages read errors', async t => {
  const settings = { CORS_ORIGINS: origin, RATE_LIMIT_PUBLIC_PER_HOUR: '2' }
  const app = await build(t, { settings })
  const bad = await post(app, {
    body: { query: '{ __typename }' },
    headers: { origin, authorization: 'Bearer x' },
  })
  t.equal(bad.statusCode, 401)
  t.equal(bad.headers['access-control-allow-origin'], origin)
  await query(app)
  const limited = await query(app)
  t.equal(limited.statusCode, 429)
  t.equal(limited.headers['access-control-allow-origin'], origin)
})

t.test('rejects forms of other sites on GraphQL regardless of the setting', async t => {
  for (const settings of [{}, { CORS_ORIGINS: '*' }]) {
    const app = await build(t, { settings: settings as Record<string, string> })
    const json = JSON.stringify({ query: 'mutation { signOutEverywhere { signedOut } }' })
    const forms: [type: string, body: string][] = [
      ['text/plain', json],
      ['text/plain; charset=utf-8', json],
      ['text/plain; application/json', json],
      [
        'application/x-www-form-urlencoded',
        'query=mutation%20%7B%20signOutEverywhere%20%7B%20signedOut%20%7D%20%7D',
      ],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n{}\r\n--x--\r\n',
      ],
      ['', json],
    ]
    for (const [type, body] of forms) {
      const response = await post(app, {
        body,
        headers: { 'content-type': type, origin: 'https://evil.example' },
      })
      t.equal(response.statusCode, 415, type)
      t.match(response.json(), { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] })
    }
  }
})
