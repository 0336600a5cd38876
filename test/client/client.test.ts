import t, { type Test } from 'tap'
import {
  createClient,
  createSigner,
  memoryStorage,
  NetworkError,
  newId,
  ServiceError,
  type Fetch,
  type TypedText,
} from '../../src/client/index.js'
import { days, hours, minutes } from '../../src/lib/quantities.js'
import { build, queryGraphQL, signUp } from '../helper.js'
import { codeIn, mailbox } from '../mailbox.js'
import { createAuthenticator } from '../features/people/auth/passkeys/authenticator.js'
import { manualClock, newRegistration } from '../features/people/auth/requests.js'
import { appFetch } from './app-fetch.js'

const app = { name: 'test', version: '1.0.0' }

async function setUp(t: Test) {
  const { clock, advance } = manualClock(new Date('2026-06-01T12:00:00.000Z'))
  const service = await build(t, { clock })
  const account = await signUp(service)
  const sent: { path: string; body: string; headers: Headers }[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push({
      path: new URL(url).pathname,
      body: typeof init.body === 'string' ? init.body : '',
      headers: new Headers(init.headers),
    })
    return appFetch(service)(url, init)
  }
  const create = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
    createClient({ baseUrl: 'http://service.example/', app, fetch, ...more })
  return { service, account, sent, create, advance }
}

const me: TypedText<{ me: { id: string } }, object> = '{ me { id } }'

t.test('signs in, and sends requests as the user', async t => {
  const { account, create, sent } = await setUp(t)
  const client = create()
  t.equal(await client.userId(), null)
  t.equal(await client.signIn(account.email, account.password), account.id)
  t.equal(await client.userId(), account.id)
  t.same(await client.request(me, {}), { me: { id: account.id } })
  t.match(Object.fromEntries(sent.at(-1)!.headers), {
    'apollographql-client-name': 'test',
    'apollographql-client-version': '1.0.0',
  })
})

t.test('reads the session again after the storage has failed', async t => {
  const { account, create } = await setUp(t)
  const storage = memoryStorage()
  await create({ storage }).signIn(account.email, account.password)
  let failures = 1
  const failing = {
    ...storage,
    get: async (key: string) => {
      if (failures-- > 0) throw new Error('The database is closed.')
      return storage.get(key)
    },
  }
  const restarted = create({ storage: failing })
  await t.rejects(restarted.userId(), { message: 'The database is closed.' })
  t.equal(await restarted.userId(), account.id)
})

t.test('keeps the session in the storage, and ends it on the device and on the service', async t => {
  const { account, create, service } = await setUp(t)
  const storage = memoryStorage()
  await create({ storage }).signIn(account.email, account.password)
  const restarted = create({ storage })
  t.same(await restarted.request(me, {}), { me: { id: account.id } })
  const sessions = async () =>
    (await queryGraphQL<{ sessions: object[] }>(service, '{ sessions { id } }', {}, account)).data?.sessions
      .length ?? 0
  const before = await sessions()
  await restarted.signOut()
  t.equal(await sessions(), before - 1)
  t.equal(await create({ storage }).userId(), null)
  await t.rejects(restarted.request(me, {}), { name: 'ServiceError', code: 'UNAUTHENTICATED' })
})

t.test('exchanges an expired token once for all requests', async t => {
  const { account, create, sent, advance } = await setUp(t)
  const client = create()
  await client.signIn(account.email, account.password)
  advance(20 * minutes)
  sent.length = 0
  const results = await Promise.all(Array.from({ length: 5 }, () => client.request(me, {})))
  t.same(results, Array(5).fill({ me: { id: account.id } }))
  t.equal(sent.filter(({ path }) => path === '/auth/refresh').length, 1)
})

t.test('reports the end of a session', async t => {
  const { account, create, service, advance } = await setUp(t)
  let ends = 0
  const client = create({ onSignedOut: () => ends++ })
  await client.signIn(account.email, account.password)
  await service.features.services.sessions.signOutEverywhere(account.id)
  advance(20 * minutes)
  await t.rejects(client.request(me, {}), { code: 'INVALID_REFRESH_TOKEN' })
  t.equal(ends, 1)
  t.equal(await client.userId(), null)
})

t.test('signs requests where the service requires it', async t => {
  const secret = 'a secret of at least 32 characters'
  const service = await build(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret } })
  const account = { email: 'anna@example.com', username: 'anna-1', password: 'correct horse battery' }
  await service.features.services.registration.createVerifiedAccount({ ...account, role: 'USER' })
  const options = { baseUrl: 'http://service.example', app, fetch: appFetch(service) }
  const client = createClient({ ...options, sign: createSigner(secret) })
  const id = await client.signIn(account.email, account.password)
  t.same(await client.request(me, {}), { me: { id } })
  const unsigned = createClient(options).signIn(account.email, account.password)
  await t.rejects(unsigned, { code: 'INVALID_SIGNATURE' })
})

t.test('signs requests with the time of the service if the clock of the device is wrong', async t => {
  const secret = 'a secret of at least 32 characters'
  const service = await build(t, { settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret } })
  const account = { email: 'anna@example.com', username: 'anna-1', password: 'correct horse battery' }
  await service.features.services.registration.createVerifiedAccount({ ...account, role: 'USER' })
  for (const skew of [-7 * hours, 7 * hours]) {
    const paths: string[] = []
    const client = createClient({
      ...{ baseUrl: 'http://service.example', app, sign: createSigner(secret) },
      fetch: async (url, init) => {
        paths.push(new URL(url).pathname)
        return appFetch(service)(url, init)
      },
      now: () => Date.now() + skew,
    })
    const id = await client.signIn(account.email, account.password)
    t.same(await client.request('{ me { id } }', {}), { me: { id } })
    t.same(paths.slice(0, 3), ['/auth/login', '/auth/login', '/graphql'])
  }
})

t.test('sends the text of an operation only once', async t => {
  const { account, create, sent } = await setUp(t)
  const client = create()
  await client.signIn(account.email, account.password)
  sent.length = 0
  for (let count = 0; count < 3; count++) await client.request(me, {})
  t.same(
    sent.map(({ body }) => 'query' in (JSON.parse(body) as object)),
    [false, true, false, false],
  )
})

t.test('reports errors by code and field', async t => {
  const { account, create } = await setUp(t)
  const client = create()
  await t.rejects(client.signIn(account.email, 'a wrong password'), {
    name: 'ServiceError',
    code: 'INVALID_CREDENTIALS',
  })
  await t.rejects(client.signUp({ email: 'x', username: 'x', password: 'x' }), {
    code: 'VALIDATION_ERROR',
    field: 'email',
  })
  await client.signIn(account.email, account.password)
  const invalid = await client.execute('{ workouts(first: -1) { edges { cursor } } me { id } }', {})
  t.same(invalid.data, { workouts: null, me: { id: account.id } })
  t.match(invalid.errors, [{ code: 'BAD_USER_INPUT', field: 'first' }])
  const measurement = `id: "${newId()}", date: "2026-05-01", weight: { value: 80, unit: KG }`
  const consent = `mutation { saveMeasurement(input: { ${measurement} }) { conflict } }`
  await t.rejects(client.request(consent, {}), { code: 'CONSENT_REQUIRED' })
})

t.test('reports a service that cannot be reached, or a proxy that answers for it', async t => {
  const { create } = await setUp(t)
  const offline = create({ fetch: async () => Promise.reject(new TypeError('fetch failed')) })
  await t.rejects(offline.signIn('a@example.com', 'a password'), NetworkError)
  const proxy = create({ fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await t.rejects(proxy.request(me, {}), NetworkError)
  await t.rejects(proxy.signIn('a@example.com', 'a password'), NetworkError)
  const busy = create({
    fetch: async () =>
      Response.json(
        { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Try again.' },
        { status: 503, headers: { 'retry-after': '7' } },
      ),
  })
  const error: unknown = await busy.request(me, {}).catch((reason: unknown) => reason)
  t.ok(error instanceof ServiceError)
  t.match(error, { code: 'SERVICE_UNAVAILABLE', message: 'Try again.', retryAfter: 7 })
})

t.test('reports that the session was ended on another device, at the next request', async t => {
  const { account, create, service } = await setUp(t)
  let ends = 0
  const client = create({ onSignedOut: () => ends++ })
  await client.signIn(account.email, account.password)
  await service.features.services.sessions.signOutEverywhere(account.id)
  await t.rejects(client.request(me, {}), { code: 'INVALID_REFRESH_TOKEN' })
  t.equal(ends, 1)
  t.equal(await client.userId(), null)
})

t.test('registers, confirms the address and signs in with mailed codes', async t => {
  const box = await mailbox(t)
  const service = await build(t, { settings: { SMTP_URL: box.url } })
  const client = createClient({ baseUrl: 'http://service.example', app, fetch: appFetch(service) })
  const { email, username, password } = newRegistration()
  const challenge = await client.signUp({ email, username, password })
  const id = await client.signInWithCode(challenge, codeIn(await box.next())!)
  t.same(await client.request(me, {}), { me: { id } })
  await client.signOut()
  t.equal(await client.signInWithCode(await client.requestCode(email), codeIn(await box.next())!), id)
  await t.rejects(client.signInWithCode(challenge, '000000'), { code: 'INVALID_CODE' })
})

async function setUpGuests(t: Test) {
  const box = await mailbox(t)
  const { clock, advance } = manualClock(new Date('2026-06-01T12:00:00.000Z'))
  const service = await build(t, { settings: { GUESTS_ENABLED: 'true', SMTP_URL: box.url }, clock })
  let ends = 0
  /** The path that cannot be reached; null if there is none. */
  const network: { unreachable: string | null } = { unreachable: null }
  const fetch: Fetch = async (url, init) => {
    if (new URL(url).pathname === network.unreachable) throw new TypeError('The network has failed.')
    return appFetch(service)(url, init)
  }
  const options = { baseUrl: 'http://service.example', app, fetch }
  const client = createClient({ ...options, onSignedOut: () => ends++ })
  return { box, service, client, advance, network, ends: () => ends }
}

const account: TypedText<{ me: { id: string; email: string; isGuest: boolean } }, object> =
  '{ me { id email isGuest } }'

t.test('reports whether the service has guests', async t => {
  const { client } = await setUpGuests(t)
  t.same(await client.signInMethods(), { providers: [], registration: true, guests: true })
  const { create } = await setUp(t)
  t.same(await create().signInMethods(), { providers: [], registration: true, guests: false })
  await t.rejects(create().signInAsGuest(), { code: 'GUESTS_DISABLED' })
})

t.test('renews the ended session of a guest once for all requests', async t => {
  const { service, client, advance, ends } = await setUpGuests(t)
  const id = await client.signInAsGuest()
  advance(8 * days)
  const results = await Promise.all(Array.from({ length: 3 }, () => client.request(me, {})))
  t.same(results, Array(3).fill({ me: { id } }))
  await service.features.services.sessions.signOutEverywhere(id)
  t.same(await client.request(me, {}), { me: { id } })
  t.equal(ends(), 0)
})

t.test('makes a guest permanent with a mailed code, also after the access token has expired', async t => {
  const { box, client, advance, ends } = await setUpGuests(t)
  const email = 'ada@example.com'
  const id = await client.signInAsGuest()
  t.match(await client.request(account, {}), { me: { id, isGuest: true } })
  advance(20 * minutes)
  const challenge = await client.requestGuestCode(email)
  await client.confirmGuest(challenge, codeIn(await box.next())!)
  t.same(await client.request(account, {}), { me: { id, email, isGuest: false } })
  advance(8 * days)
  await t.rejects(client.request(me, {}), { code: 'INVALID_REFRESH_TOKEN' }, 'the token of the guest ends')
  t.equal(ends(), 1)
})

t.test('keeps the token of a guest whose ended session cannot be renewed', async t => {
  const { client, advance, network, ends } = await setUpGuests(t)
  const id = await client.signInAsGuest()
  advance(8 * days)
  network.unreachable = '/auth/guest'
  await t.rejects(client.request(me, {}), { name: 'NetworkError' })
  network.unreachable = null
  t.same(await client.request(me, {}), { me: { id } })
  t.equal(ends(), 0)
})

t.test('keeps the token of a guest who is disabled, and ends the session of one who is erased', async t => {
  const { service, client, ends } = await setUpGuests(t)
  const { accountAccess, deletion } = service.features.services
  const id = await client.signInAsGuest()
  await accountAccess.setEnabled(id, false)
  await t.rejects(client.request(me, {}), { code: 'ACCOUNT_DISABLED' })
  await accountAccess.setEnabled(id, true)
  t.same(await client.request(me, {}), { me: { id } })
  await client.request('mutation { deleteAccount(input: { immediately: true }) { user { id } } }', {})
  await deletion.runDeletions()
  await t.rejects(client.request(me, {}), { code: 'INVALID_CREDENTIALS' })
  t.equal(ends(), 1)
  t.equal(await client.userId(), null)
})

t.test('adds a passkey and signs in with it', async t => {
  const { account, create } = await setUp(t)
  const authenticator = createAuthenticator()
  const client = create()
  await client.signIn(account.email, account.password)
  const registration = await client.startPasskeyRegistration()
  await client.addPasskey(registration.challengeId, authenticator.register(registration.options), 'Phone')
  t.same(await client.request('{ passkeys { name } }', {}), { passkeys: [{ name: 'Phone' }] })
  await client.signOut()

  const { challengeId, options } = await client.startPasskeySignIn()
  t.equal(await client.signInWithPasskey(challengeId, authenticator.signIn(options)), account.id)
  t.same(await client.request(me, {}), { me: { id: account.id } })
})
