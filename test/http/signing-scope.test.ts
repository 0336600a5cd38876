import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config.js'
import { keys, isolatedSettings, type Settings } from '../helper.js'
import { signedApp } from './signing-client.js'

t.test('requires no signature for probes, public keys and pages of mails', async t => {
  const { app } = await signedApp(t)
  for (const url of ['/health/live', '/health/accepting', '/health/ready', '/.well-known/jwks.json'])
    t.equal((await app.inject(url)).statusCode, 200, url)
  t.equal((await app.inject({ method: 'HEAD', url: '/health/live' })).statusCode, 200)
  for (const page of ['verify-email', 'reset-password']) {
    const opened = await app.inject(`/auth/${page}?token=x`)
    t.equal(opened.statusCode, 400, page)
    t.match(opened.headers['content-type'], 'text/html')
    const confirmed = await app.inject({
      method: 'POST',
      url: `/auth/${page}/confirm`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'token=x&password=correct+horse',
    })
    t.equal(confirmed.statusCode, 400, `${page}: the form needs no signature`)
    t.match(confirmed.headers['content-type'], 'text/html')
    const renewed = await app.inject({
      method: 'POST',
      url: `/auth/${page}/new-link`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=nobody%40example.com',
    })
    t.equal(renewed.statusCode, 202, `${page}: a request for a new link needs no signature`)
  }
  const signedUrl = await app.inject('/api/storage/signed/user-assets/a.jpg?token=x')
  t.match(signedUrl.json(), { success: false, error: { code: 'FORBIDDEN' } })
})

t.test('sends browsers the 404 page without a signature', async t => {
  const { app } = await signedApp(t)
  const response = await app.inject({ url: '/nowhere', headers: { accept: 'text/html,*/*;q=0.8' } })
  t.equal(response.statusCode, 404)
  t.match(response.headers['content-type'], 'text/html')
})

t.test('rejects all other unsigned requests in the shape of their endpoint', async t => {
  const { app } = await signedApp(t)
  const rest = { statusCode: 401, code: 'INVALID_SIGNATURE', error: 'Unauthorized', message: String }
  const storage = { success: false, error: { code: 'INVALID_SIGNATURE', message: String } }
  const graphQL = { errors: [{ message: String, extensions: { code: 'INVALID_SIGNATURE' } }] }
  const body = { payload: {} }
  const refused = [
    [{ method: 'POST', url: '/auth/login', ...body }, rest],
    [{ method: 'POST', url: '/auth/register', ...body }, rest],
    [{ method: 'POST', url: '/auth/verify-email', ...body }, rest],
    [
      { method: 'POST', url: '/auth/login', payload: '{', headers: { 'content-type': 'application/json' } },
      rest,
    ],
    [{ method: 'POST', url: '/auth/login', payload: 'x', headers: { 'content-type': 'x/y' } }, rest],
    [{ method: 'GET', url: '/openapi.json' }, rest],
    [{ method: 'GET', url: '/auth/profile' }, rest],
    [{ method: 'POST', url: '/api/storage/profile-photo/upload', ...body }, storage],
    [{ method: 'PUT', url: '/graphql', ...body }, graphQL],
    [{ method: 'GET', url: '/nowhere' }, rest],
    [{ method: 'POST', url: '/nowhere', ...body }, rest],
    [{ method: 'OPTIONS', url: '/graphql' }, graphQL],
    [{ method: 'GET', url: '/api/storage/nowhere' }, storage],
    [{ method: 'POST', url: '/graphql', ...body }, graphQL],
    [{ method: 'GET', url: '/graphql?query={__typename}' }, graphQL],
  ] as const
  for (const [request, shape] of refused) {
    const response = await app.inject(request as never)
    t.equal(response.statusCode, 401, `${request.method} ${request.url}`)
    t.match(response.json(), shape, `${request.method} ${request.url}`)
    t.ok(response.headers['x-ratelimit-limit'], 'the rate limit counts the rejected request')
  }
})

t.test('rejects a body that is too large before it has been read completely', async t => {
  const { postJson } = await signedApp(t)
  const response = await postJson('/auth/login', { email: 'x'.repeat(300 * 1024) })
  t.equal(response.statusCode, 413)
  t.match(response.json(), { statusCode: 413, code: 'PAYLOAD_TOO_LARGE' })
})

t.test('signs binary bodies as bytes', async t => {
  const { send } = await signedApp(t)
  const url = '/auth/login'
  const headers = { 'content-type': 'application/json' }
  const payload = Buffer.from([0x7b, 0xff, 0x7d])
  const response = await send({ method: 'POST', url, headers, payload, signed: { payload: '{\ufffd}' } })
  t.equal(response.statusCode, 401, 'rejects an equivalent body with other bytes')
})

/** The settings that production requires. */
function productionSettings(t: Test, MONGODB_URI: string): Settings {
  const folder = t.testdir({ 'private.pem': keys.privateKey, 'public.pem': keys.publicKey })
  return {
    NODE_ENV: 'production',
    HMAC_ENABLED: 'false',
    HMAC_SECRET: 'x'.repeat(32),
    MONGODB_URI,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://fitness.test',
    JWT_PRIVATE_KEY_PATH: join(folder, 'private.pem'),
    JWT_PUBLIC_KEY_PATH: join(folder, 'public.pem'),
    LOCAL_STORAGE_SECRET: 'x'.repeat(32),
    BCRYPT_SALT_ROUNDS: '10',
  }
}

t.test('refuses to start in production with signing disabled', async t => {
  t.equal(loadConfig(productionSettings(t, 'mongodb://database.test')).HMAC_ENABLED, true)
})

// Production requires MongoDB.
const { MONGODB_URI } = isolatedSettings(t)
if (MONGODB_URI !== undefined)
  t.test('requires signatures in production', async t => {
    const { HMAC_SECRET: _own, ...settings } = productionSettings(t, MONGODB_URI)
    const { app, send } = await signedApp(t, settings)
    t.equal((await app.inject('/openapi.json')).json().code, 'INVALID_SIGNATURE')
    t.equal((await send({ url: '/openapi.json' })).statusCode, 200)
    t.equal((await app.inject('/health/ready')).statusCode, 200)
  })
