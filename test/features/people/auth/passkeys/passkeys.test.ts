import { generateKeyPairSync } from 'node:crypto'
import t, { type Test } from 'tap'
import type { App } from '../../../../../src/app.js'
import { minutes } from '../../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp, type Settings } from '../../../../helper.js'
import { mailbox } from '../../../../mailbox.js'
import { enableSecondFactor } from '../authenticator-app.js'
import { assertError, manualClock, post, unlimitedLogins, type Bearer } from '../requests.js'
import { createAuthenticator, publicOrigin, type Authenticator } from './authenticator.js'

async function start(t: Test, settings: Settings = {}) {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const all = { ...unlimitedLogins, JWT_ACCESS_TOKEN_EXPIRES_IN: '1d', ...settings }
  return { app: await build(t, { settings: all, clock: hand.clock }), ...hand }
}

interface Options {
  challengeId: string
  options: { challenge: string; user?: { id: string } }
}

async function registrationOptions(app: App, user: Bearer): Promise<Options> {
  const response = await post(app, 'passkeys/registration/options', {}, user.headers)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Options>()
}

const verifyRegistration = (app: App, user: Bearer, body: object) =>
  post(app, 'passkeys/registration/verify', body, user.headers)

async function addPasskey(app: App, user: Bearer, authenticator: Authenticator, name?: string) {
  const { challengeId, options } = await registrationOptions(app, user)
  const response = authenticator.register(options)
  const added = await verifyRegistration(app, user, { challengeId, response, ...(name && { name }) })
  if (added.statusCode !== 201) throw new Error(added.body)
  return added.json<{ id: string; name: string; createdAt: string; lastUsedAt: string | null }>()
}

const signInOptions = async (app: App) =>
  (await post(app, 'passkeys/authentication/options', {})).json<Options>()

async function signIn(app: App, authenticator: Authenticator, changes = {}) {
  const { challengeId, options } = await signInOptions(app)
  const response = authenticator.signIn(options, changes)
  return post(app, 'passkeys/authentication/verify', { challengeId, response })
}

const remove = (app: App, user: Bearer, id: string) =>
  app.inject({ method: 'DELETE', url: `/auth/passkeys/${id}`, headers: user.headers })

const passkeysOf = async (app: App, user: Bearer) =>
  (await app.inject({ url: '/auth/passkeys', headers: user.headers })).json<{ passkeys: { id: string }[] }>()
    .passkeys

t.test('adds a passkey, signs in with it, renames and removes it', async t => {
  const box = await mailbox(t)
  const { app } = await start(t, { SMTP_URL: box.url })
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  const { challengeId, options } = await registrationOptions(app, user)
  t.match(options, {
    rp: { id: 'fitness.test' },
    user: { name: user.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
  })
  t.notMatch(Buffer.from(options.user!.id, 'base64url').toString(), user.id)
  const response = authenticator.register(options)
  const added = await verifyRegistration(app, user, { challengeId, response, name: 'Phone' })
  t.equal(added.statusCode, 201)
  const { id } = added.json<{ id: string }>()
  t.match(added.json(), { name: 'Phone', createdAt: '2026-05-02T08:00:00.000Z', lastUsedAt: null })
  const mail = await box.next()
  t.match(mail, { to: [{ address: user.email }], text: /“Phone”/ })

  const signedIn = await signIn(app, authenticator)
  t.match(signedIn.json(), { user: { id: user.id } })
  const session = {
    headers: { authorization: `Bearer ${signedIn.json<{ accessToken: string }>().accessToken}` },
  }
  const { data } = await queryGraphQL(
    app,
    '{ passkeys { id name lastUsedAt } sessions { signInMethod } }',
    {},
    session,
  )
  t.match(data, {
    passkeys: [{ id, name: 'Phone', lastUsedAt: '2026-05-02T08:00:00.000Z' }],
    sessions: [{ signInMethod: 'PASSKEY' }, { signInMethod: 'PASSWORD' }],
  })
  const url = `/auth/passkeys/${id}`
  const renamed = await app.inject({
    method: 'PATCH',
    url,
    headers: user.headers,
    payload: { name: 'Old phone' },
  })
  t.match(renamed.json(), { id, name: 'Old phone' })
  const node = await queryGraphQL(app, `{ node(id: "${id}") { ... on Passkey { name } } }`, {}, user)
  t.same(node.data, { node: { name: 'Old phone' } })
  t.equal((await remove(app, user, id)).statusCode, 204)
  t.same(await passkeysOf(app, user), [])
  assertError(t, await signIn(app, authenticator), 401, 'INVALID_CREDENTIALS')
})

t.test('counts as a second factor', async t => {
  const { app, clock } = await start(t)
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  await addPasskey(app, user, authenticator)
  await enableSecondFactor(app, user, clock())
  const { email, password } = user
  assertCode(t, await post(app, 'login', { email, password }), 401, 'SECOND_FACTOR_REQUIRED')
  t.equal((await signIn(app, authenticator)).statusCode, 200)
})

t.test('refuses responses that do not fit the challenge, the domain or the key', async t => {
  const { app, advance } = await start(t)
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  await addPasskey(app, user, authenticator)
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const changes = {
    'another origin': { origin: 'https://evil.example' },
    'a port of the origin': { origin: `${publicOrigin}:8080` },
    'another domain': { rpId: 'evil.example' },
    'another challenge': { challenge: 'AAAA' },
    'the type of a registration': { type: 'webauthn.create' },
    'no verification of the user': { flags: 0x01 },
    'no presence of the user': { flags: 0x04 },
    'another key': { key: stranger },
    'another user': { userHandle: 'AAAA' },
  }
  for (const [name, change] of Object.entries(changes)) {
    const response = await signIn(app, authenticator, change)
    t.equal(response.statusCode, 401, name)
    t.equal(response.json<{ code: string }>().code, 'INVALID_CREDENTIALS', name)
  }
  assertError(t, await signIn(app, createAuthenticator()), 401, 'INVALID_CREDENTIALS', 'an unknown passkey')
  const { challengeId, options } = await signInOptions(app)
  advance(5 * minutes)
  const late = { challengeId, response: authenticator.signIn(options) }
  assertError(t, await post(app, 'passkeys/authentication/verify', late), 401, 'INVALID_CREDENTIALS')
  t.equal((await signIn(app, authenticator)).statusCode, 200)
})

t.test('refuses invalid registrations, each of which uses up its challenge', async t => {
  const { app } = await start(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const authenticator = createAuthenticator()
  const x5c = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(8)],
    ['x5c', [Buffer.alloc(100)]],
  ])
  const changes = {
    'another origin': { origin: 'https://evil.example' },
    'another domain': { rpId: 'evil.example' },
    'another challenge': { challenge: 'AAAA' },
    'the type of a sign-in': { type: 'webauthn.get' },
    'no verification of the user': { flags: 0x41 },
    'a certificate': { format: 'packed', statement: x5c },
    'an unknown format': { format: 'invented' },
  }
  for (const [name, change] of Object.entries(changes)) {
    const { challengeId, options } = await registrationOptions(app, user)
    const refused = await verifyRegistration(app, user, {
      challengeId,
      response: authenticator.register(options, change),
    })
    t.match(refused.json(), { statusCode: 400, code: 'INVALID_PASSKEY', field: 'response' }, name)
    const again = { challengeId, response: authenticator.register(options) }
    t.equal((await verifyRegistration(app, user, again)).statusCode, 400, `${name}: the challenge is used up`)
  }
  const otherId = createAuthenticator().id
  const renamed = await registrationOptions(app, user)
  const response = { ...authenticator.register(renamed.options), id: otherId, rawId: otherId }
  const refusedId = await verifyRegistration(app, user, { challengeId: renamed.challengeId, response })
  assertError(
    t,
    refusedId,
    400,
    'INVALID_PASSKEY',
    'another identifier than in the data of the authenticator',
  )
  const { challengeId, options } = await registrationOptions(app, user)
  const body = { challengeId, response: authenticator.register(options) }
  assertError(
    t,
    await verifyRegistration(app, other, body),
    400,
    'INVALID_PASSKEY',
    'the challenge of another',
  )
  const malformed = { ...authenticator.register(options) }
  for (const attestationObject of ['AAAA', 'o2Nmb', '_'.repeat(2000), 'gYGBgYGB'.repeat(4000)]) {
    const own = await registrationOptions(app, user)
    const response = { ...malformed, response: { clientDataJSON: 'e30', attestationObject } }
    const refused = await verifyRegistration(app, user, { challengeId: own.challengeId, response })
    assertError(t, refused, 400, 'INVALID_PASSKEY')
  }
  t.same(await passkeysOf(app, user), [])
})

t.test('accepts a challenge once, also concurrently', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  const { challengeId, options } = await registrationOptions(app, user)
  const registration = { challengeId, response: authenticator.register(options) }
  const added = await Promise.all([1, 2, 3].map(() => verifyRegistration(app, user, registration)))
  t.same(added.map(({ statusCode }) => statusCode).sort(), [201, 400, 400])
  const begun = await signInOptions(app)
  const body = { challengeId: begun.challengeId, response: authenticator.signIn(begun.options) }
  const responses = await Promise.all([1, 2, 3].map(() => post(app, 'passkeys/authentication/verify', body)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401, 401])
})

t.test('refuses a counter that has not grown, and records it', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  await addPasskey(app, user, authenticator)
  t.equal((await signIn(app, authenticator, { counter: 7 })).statusCode, 200)
  for (const counter of [7, 3, 0])
    assertError(t, await signIn(app, authenticator, { counter }), 401, 'INVALID_CREDENTIALS')
  const refused = await app.features.services.audit.list({ userId: user.id, action: 'PASSKEY_REFUSED' }, {})
  t.equal(refused.edges.length, 3)
  t.equal((await signIn(app, authenticator, { counter: 8 })).statusCode, 200)
  const other = await signUp(app)
  const uncounted = createAuthenticator({ counts: false })
  await addPasskey(app, other, uncounted)
  for (let count = 1; count <= 2; count++) t.equal((await signIn(app, uncounted)).statusCode, 200)
})

t.test('accepts the keys of every offered algorithm', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  for (const algorithm of ['EdDSA', 'ES256', 'RS256'] as const) {
    const authenticator = createAuthenticator({ algorithm })
    await addPasskey(app, user, authenticator)
    t.equal((await signIn(app, authenticator)).statusCode, 200, algorithm)
  }
})

t.test('does not register an authenticator for two accounts', async t => {
  const { app } = await start(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const authenticator = createAuthenticator()
  await addPasskey(app, user, authenticator)
  const { challengeId, options } = await registrationOptions(app, other)
  const taken = await verifyRegistration(app, other, {
    challengeId,
    response: authenticator.register(options),
  })
  assertError(t, taken, 409, 'PASSKEY_TAKEN')
})

t.test('limits the passkeys of a user, also if they are added at once', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  for (let count = 1; count <= 18; count++) await addPasskey(app, user, createAuthenticator())
  const registrations = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { challengeId, options } = await registrationOptions(app, user)
      return { challengeId, response: createAuthenticator().register(options) }
    }),
  )
  const added = await Promise.all(registrations.map(body => verifyRegistration(app, user, body)))
  t.same(added.map(({ statusCode }) => statusCode).sort(), [201, 201, 409, 409])
  assertError(t, await post(app, 'passkeys/registration/options', {}, user.headers), 409, 'LIMIT_REACHED')
})

t.test('creates options for requests with and without a body', async t => {
  const { app } = await start(t)
  const { headers } = await signUp(app)
  for (const path of ['registration/options', 'authentication/options']) {
    const url = `/auth/passkeys/${path}`
    for (const payload of [{}, undefined])
      t.match(
        (await app.inject({ method: 'POST', url, headers, payload })).json(),
        { challengeId: /./ },
        path,
      )
    assertError(t, await post(app, `passkeys/${path}`, { user: 'me' }, headers), 400, 'VALIDATION_ERROR')
  }
})

t.test('requires a recent sign-in to add and to remove a passkey', async t => {
  const { app, advance } = await start(t)
  const user = await signUp(app)
  const { id } = await addPasskey(app, user, createAuthenticator())
  advance(10 * minutes)
  assertError(t, await post(app, 'passkeys/registration/options', {}, user.headers), 403, 'STEP_UP_REQUIRED')
  assertError(t, await remove(app, user, id), 403, 'STEP_UP_REQUIRED')
  await post(app, 'step-up', { password: user.password }, user.headers)
  t.equal((await remove(app, user, id)).statusCode, 204)
})

t.test('makes a guest permanent, and keeps its last way in', async t => {
  const { app } = await start(t, { GUESTS_ENABLED: 'true' })
  const { accessToken, guestToken, user } = (await post(app, 'guest', {})).json<{
    accessToken: string
    guestToken: string
    user: { id: string }
  }>()
  const guest = { headers: { authorization: `Bearer ${accessToken}` } }
  const authenticator = createAuthenticator()
  const { id } = await addPasskey(app, guest, authenticator)
  assertError(t, await post(app, 'guest', { guestToken }), 401, 'INVALID_CREDENTIALS')
  t.match((await signIn(app, authenticator)).json(), { user: { id: user.id } })
  assertError(t, await remove(app, guest, id), 409, 'LAST_WAY_IN')
  const second = await addPasskey(app, guest, createAuthenticator())
  const removals = await Promise.all([id, second.id].map(each => remove(app, guest, each)))
  t.same(removals.map(({ statusCode }) => statusCode).sort(), [204, 409])
})

t.test('hides the passkeys of others', async t => {
  const { app } = await start(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const { id } = await addPasskey(app, user, createAuthenticator())
  assertError(t, await remove(app, other, id), 404, 'NOT_FOUND')
  const url = `/auth/passkeys/${id}`
  const payload = { name: 'Mine' }
  assertError(
    t,
    await app.inject({ method: 'PATCH', url, headers: other.headers, payload }),
    404,
    'NOT_FOUND',
  )
  assertError(
    t,
    await app.inject({ method: 'DELETE', url: '/auth/passkeys/x', headers: user.headers }),
    400,
    'VALIDATION_ERROR',
  )
  t.same(await passkeysOf(app, other), [])
})

t.test('refuses disabled accounts', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  const authenticator = createAuthenticator()
  await addPasskey(app, user, authenticator)
  await app.features.services.accountAccess.setEnabled(user.id, false)
  assertError(t, await signIn(app, authenticator), 403, 'ACCOUNT_DISABLED')
})

t.test('counts failures as failed logins of the address', async t => {
  const { app } = await start(t, { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '2' })
  const authenticator = createAuthenticator()
  for (let count = 1; count <= 2; count++)
    assertError(t, await signIn(app, authenticator), 401, 'INVALID_CREDENTIALS')
  assertError(t, await signIn(app, authenticator), 429, 'TOO_MANY_REQUESTS')
})

t.test('accepts the pages and apps of the settings', async t => {
  const fingerprint = Array(32).fill('AB').join(':')
  const { app } = await start(t, {
    WEBAUTHN_ORIGINS: 'https://app.fitness.test',
    ANDROID_APPS: `com.example.fit=${fingerprint}`,
  })
  const user = await signUp(app)
  const hash = Buffer.alloc(32, 0xab).toString('base64url')
  for (const origin of ['https://app.fitness.test', `android:apk-key-hash:${hash}`]) {
    const authenticator = createAuthenticator()
    const { challengeId, options } = await registrationOptions(app, user)
    const body = { challengeId, response: authenticator.register(options, { origin }) }
    t.equal((await verifyRegistration(app, user, body)).statusCode, 201, origin)
    t.equal((await signIn(app, authenticator, { origin })).statusCode, 200, origin)
  }
  assertError(t, await signIn(app, createAuthenticator()), 401, 'INVALID_CREDENTIALS')
})

/** Also for errors with further keys. */
function assertCode(
  t: Pick<Test, 'match'>,
  response: Awaited<ReturnType<typeof post>>,
  statusCode: number,
  code: string,
) {
  t.match(response.json(), { statusCode, code })
}
