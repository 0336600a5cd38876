import { createHash, createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import type { App } from '../../../../../src/app.js'
import type { Collection, Database, Entity, Index } from '../../../../../src/platform/database/database.js'
import { days, minutes, seconds } from '../../../../../src/lib/quantities.js'
import { createLatch } from '../../../../latch.js'
import { build, queryGraphQL, type Settings } from '../../../../helper.js'
import { assertError, manualClock, post, unlimitedLogins } from '../requests.js'
import { clientId, newKey, nonce, otherClientId, startIssuer } from './issuer.js'

async function start(t: Test, settings: Settings = {}, wrapDatabase = (database: Database) => database) {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const app = await build(t, {
    settings: { ...unlimitedLogins, ...issuer.settings, ...settings },
    clock: hand.clock,
    wrapDatabase,
  })
  return { app, issuer, ...hand }
}

let nonceCount = 0
const newNonce = () => `${nonce}-${++nonceCount}`

const signIn = (app: App, idToken: string, usedNonce = nonce) =>
  post(app, 'oidc/test', { idToken, nonce: usedNonce })

t.test('creates an account for a new identity, and signs in to it again', async t => {
  const { app, issuer } = await start(t)
  const claims = {
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
  }
  const first = await signIn(app, await issuer.sign(claims))
  t.equal(first.statusCode, 200, first.body)
  const { accessToken, user } = first.json<{ accessToken: string; user: { id: string } }>()
  t.match(user, { email: 'ada@example.com', username: /^user-[a-z0-9]{10}$/, verified: true, role: 'USER' })
  const { data } = await queryGraphQL(
    app,
    '{ me { firstName lastName hasPassword } sessions { signInMethod } identities { provider providerEmail isPrivateRelay } }',
    {},
    { headers: { authorization: `Bearer ${accessToken}` } },
  )
  t.same(data, {
    me: { firstName: 'Ada', lastName: 'Lovelace', hasPassword: false },
    sessions: [{ signInMethod: 'IDENTITY' }],
    identities: [{ provider: 'TEST', providerEmail: 'ada@example.com', isPrivateRelay: false }],
  })
  const other = newNonce()
  const again = await signIn(app, await issuer.sign({ nonce: other }), other)
  t.equal(again.json<{ user: { id: string } }>().user.id, user.id)
})

t.test('gives an account without a confirmed address a placeholder that cannot be used', async t => {
  const { app, issuer } = await start(t)
  const claims = { email: 'ada@example.com', email_verified: false }
  const { user } = (await signIn(app, await issuer.sign(claims))).json<{ user: Record<string, unknown> }>()
  t.match(user, { email: `${String(user['id'])}@guest.invalid`, verified: false })
  assertError(t, await post(app, 'code', { email: user['email'] }), 400, 'VALIDATION_ERROR')
  const registration = { username: 'ada', password: 'three blue bicycles', email: 'ada@guest.INVALID' }
  assertError(t, await post(app, 'register', registration), 400, 'VALIDATION_ERROR')
})

t.test('accepts every documented algorithm', async t => {
  const { app, issuer } = await start(t)
  issuer.state.keys = await Promise.all(['RS256', 'PS256', 'ES256', 'EdDSA'].map(newKey))
  for (const key of issuer.state.keys) {
    const own = newNonce()
    const response = await signIn(app, await issuer.sign({ nonce: own, sub: key.alg }, key), own)
    t.equal(response.statusCode, 200, key.alg)
  }
})

t.test('accepts the nonce as its SHA-256, several own audiences, and verified as a text', async t => {
  const { app, issuer } = await start(t)
  const hashed = createHash('sha256').update(nonce).digest('hex')
  const claims = {
    nonce: hashed,
    aud: [clientId, otherClientId],
    azp: otherClientId,
    email: 'ada@example.com',
    email_verified: 'true',
    is_private_email: 'true',
  }
  const response = await signIn(app, await issuer.sign(claims))
  t.match(response.json(), { user: { email: 'ada@example.com', verified: true } })
})

t.test('refuses every invalid token with the same error', async t => {
  const { app, issuer, clock } = await start(t)
  const now = Math.floor(clock().getTime() / seconds)
  const stranger = await newKey()
  const [key] = issuer.state.keys
  const unsigned = (header: object, claims: object) =>
    [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const claims = { iss: issuer.issuer, aud: clientId, sub: 'a', iat: now, exp: now + 300, nonce }
  const macInput = unsigned({ alg: 'HS256', kid: key!.kid }, claims)
  const publicKeyAsSecret = createHmac('sha256', JSON.stringify(key!.jwk))
    .update(macInput)
    .digest('base64url')
  const tokens: Record<string, string> = {
    'another issuer': await issuer.sign({ iss: 'https://accounts.google.com' }),
    'an issuer with a trailing slash': await issuer.sign({ iss: `${issuer.issuer}/` }),
    'another audience': await issuer.sign({ aud: 'com.example.other' }),
    'an audience besides ours': await issuer.sign({ aud: [clientId, 'com.example.other'], azp: clientId }),
    'several audiences without azp': await issuer.sign({ aud: [clientId, otherClientId] }),
    'a foreign azp': await issuer.sign({ azp: 'com.example.other' }),
    'no audience': await issuer.sign({ aud: [] }),
    'another nonce': await issuer.sign({ nonce: 'another nonce of 16 characters' }),
    'no nonce': await issuer.sign({ nonce: undefined }),
    'an expired token': await issuer.sign({ exp: now - 31 }),
    'no expiry': await issuer.sign({ exp: undefined }),
    'no time of issue': await issuer.sign({ iat: undefined }),
    'a time of issue in the future': await issuer.sign({ iat: now + 31 }),
    'not valid yet': await issuer.sign({ nbf: now + 31 }),
    'no subject': await issuer.sign({ sub: undefined }),
    'an empty subject': await issuer.sign({ sub: '' }),
    'a list as the subject': await issuer.sign({ sub: ['a'] }),
    'a query as the subject': await issuer.sign({ sub: { $ne: null, length: 1 } }),
    'an object as the audience': await issuer.sign({ aud: { [clientId]: true } }),
    'an expiry after the last date': await issuer.sign({ exp: 1e15 }),
    'a subject of 256 characters': await issuer.sign({ sub: 'a'.repeat(256) }),
    'an unknown key': await issuer.sign({}, stranger),
    'the key id of another key': await issuer.sign({}, { ...stranger, kid: key!.kid }),
    'a key in the header': await issuer.sign({}, { ...stranger, kid: 'own' }, { jwk: stranger.jwk }),
    'a URL of keys in the header': await issuer.sign({}, stranger, { jku: `${issuer.issuer}/keys` }),
    'no signature': `${unsigned({ alg: 'none' }, claims)}.`,
    'a signature with the public key as a secret': `${macInput}.${publicKeyAsSecret}`,
    'a critical extension': await issuer.sign({}, key, { crit: ['exp'], exp: 1 }).catch(() => 'a.b.c'),
    'no token': 'a',
    'an encrypted token': 'a.b.c.d.e',
  }
  const bodies = new Set<string>()
  for (const [name, token] of Object.entries(tokens)) {
    const response = await signIn(app, token)
    t.equal(response.statusCode, 401, `${name}: ${response.body}`)
    t.equal(response.json<{ code: string }>().code, 'INVALID_ID_TOKEN', name)
    bodies.add(response.body)
  }
  t.equal(bodies.size, 1)
  t.equal((await signIn(app, await issuer.sign())).statusCode, 200)
})

t.test('accepts clocks that differ by up to 30 seconds', async t => {
  const { app, issuer, clock } = await start(t)
  const now = Math.floor(clock().getTime() / seconds)
  for (const claims of [{ exp: now - 29 }, { iat: now + 30 }]) {
    const own = newNonce()
    t.equal((await signIn(app, await issuer.sign({ ...claims, nonce: own }), own)).statusCode, 200)
  }
})

t.test('accepts a token and a nonce once, also concurrently', async t => {
  const { app, issuer } = await start(t)
  const token = await issuer.sign()
  const responses = await Promise.all(Array.from({ length: 5 }, () => signIn(app, token)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401, 401])
  assertError(t, await signIn(app, await issuer.sign({ jti: 'another' })), 401, 'INVALID_ID_TOKEN')
})

t.test('accepts neither a nonce nor the claim of a nonce twice', async t => {
  const { app, issuer, advance } = await start(t)
  const hashed = createHash('sha256').update(nonce).digest('hex')
  t.equal((await signIn(app, await issuer.sign({ nonce: hashed }))).statusCode, 200)
  assertError(
    t,
    await signIn(app, await issuer.sign({ nonce: hashed, jti: '2' }), hashed),
    401,
    'INVALID_ID_TOKEN',
  )
  assertError(t, await signIn(app, await issuer.sign({ jti: '3' })), 401, 'INVALID_ID_TOKEN')
  advance(60 * minutes)
  assertError(t, await signIn(app, await issuer.sign({ jti: '4' })), 401, 'INVALID_ID_TOKEN')
})

t.test('accepts issuers whose names end with a slash', async t => {
  const { clock } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, clock, '/')
  const app = await build(t, { settings: { ...unlimitedLogins, ...issuer.settings }, clock })
  t.equal((await signIn(app, await issuer.sign())).statusCode, 200)
})

t.test('creates one account for concurrent first sign-ins of an identity', async t => {
  const { app, issuer } = await start(t)
  const email = { email: 'ada@example.com', email_verified: true }
  const responses = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const own = newNonce()
      return signIn(app, await issuer.sign({ ...email, nonce: own }), own)
    }),
  )
  const ids = new Set(responses.map(response => response.json<{ user: { id: string } }>().user.id))
  t.same([...new Set(responses.map(({ statusCode }) => statusCode))], [200])
  t.equal(ids.size, 1)
})

t.test('signs in to the account that a concurrent sign-in creates after the lookup', async t => {
  const [lookedUp, created] = [createLatch(), createLatch()]
  let holdsNext = true
  const holdingFirstLookup = <T extends Entity>(collection: Collection<T>): Collection<T> => ({
    ...collection,
    async findOne(filter, options) {
      const holds = holdsNext
      holdsNext = false
      const found = await collection.findOne(filter, options)
      if (holds) {
        lookedUp.open()
        await created.passed
      }
      return found
    },
  })
  const { app, issuer } = await start(t, {}, database => ({
    ...database,
    collection: <T extends Entity>(name: string, indexes?: Index[]) => {
      const collection = database.collection<T>(name, indexes)
      return name === 'identities' ? holdingFirstLookup(collection) : collection
    },
  }))
  const email = { email: 'ada@example.com', email_verified: true }
  const signInAsAda = async () => {
    const own = newNonce()
    return signIn(app, await issuer.sign({ ...email, nonce: own }), own)
  }
  const held = signInAsAda()
  await lookedUp.passed
  const other = await signInAsAda()
  created.open()
  t.equal(other.statusCode, 200, other.body)
  const users = [await held, other].map(response => response.json<{ user?: { id: string } }>().user?.id)
  t.equal(users[0], users[1])
})

t.test('counts invalid tokens as failed logins of the address', async t => {
  const { app, issuer } = await start(t, { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3' })
  for (let attempt = 1; attempt <= 3; attempt++)
    assertError(t, await signIn(app, 'invalid'), 401, 'INVALID_ID_TOKEN')
  assertError(t, await signIn(app, await issuer.sign()), 429, 'TOO_MANY_REQUESTS')
})

t.test('reads the keys once for many tokens, and again after ten minutes', async t => {
  const { app, issuer, advance } = await start(t)
  const signInOften = () =>
    Promise.all(
      Array.from({ length: 10 }, async () => {
        const own = newNonce()
        return (await signIn(app, await issuer.sign({ nonce: own }), own)).statusCode
      }),
    )
  t.same(new Set(await signInOften()), new Set([200]))
  t.equal(issuer.state.keyRequests, 1)
  advance(10 * minutes)
  t.same(new Set(await signInOften()), new Set([200]))
  t.equal(issuer.state.keyRequests, 2)
})

t.test('follows a rotation of keys under load, and reads unknown keys at most once a minute', async t => {
  const { app, issuer, advance } = await start(t)
  t.equal((await signIn(app, await issuer.sign())).statusCode, 200)
  advance(61 * seconds)
  const [old] = issuer.state.keys
  const next = await newKey()
  issuer.state.keys = [next, old!]
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const own = newNonce()
      const key = index % 2 === 0 ? next : old!
      return (await signIn(app, await issuer.sign({ nonce: own }, key), own)).statusCode
    }),
  )
  t.same(new Set(statuses), new Set([200]))
  t.equal(issuer.state.keyRequests, 2)
  const stranger = await newKey()
  for (let attempt = 1; attempt <= 5; attempt++)
    assertError(t, await signIn(app, await issuer.sign({}, stranger)), 401, 'INVALID_ID_TOKEN')
  t.equal(issuer.state.keyRequests, 2)
  advance(60 * seconds)
  assertError(t, await signIn(app, await issuer.sign({}, stranger)), 401, 'INVALID_ID_TOKEN')
  t.equal(issuer.state.keyRequests, 3)
})

t.test('uses old keys for a day while the provider is away', async t => {
  const { app, issuer, advance } = await start(t)
  const signInAgain = async () => {
    const own = newNonce()
    return signIn(app, await issuer.sign({ nonce: own }), own)
  }
  t.equal((await signInAgain()).statusCode, 200)
  issuer.state.respond = response => response.destroy()
  advance(23 * 60 * minutes)
  t.equal((await signInAgain()).statusCode, 200)
  t.equal((await signInAgain()).statusCode, 200)
  t.equal(issuer.state.keyRequests, 2, 'the second sign-in does not wait for the provider again')
  advance(1 * days)
  const refused = await signInAgain()
  assertError(t, refused, 503, 'SERVICE_UNAVAILABLE')
  t.ok(Number(refused.headers['retry-after']) > 0)
  issuer.state.respond = null
  t.equal((await signInAgain()).statusCode, 200)
})

t.test('refuses unusable responses of the provider, and does not use up the token', async t => {
  const { app, issuer } = await start(t)
  const token = await issuer.sign()
  const responses = {
    'a redirect': response => response.writeHead(302, { location: `${issuer.issuer}/keys` }).end(),
    'more than 256 KiB': response => response.end(`{"keys":[],"padding":"${'a'.repeat(256 * 1024)}"}`),
    'no JSON': response => response.end('<html>'),
    'no keys': response => response.end('{}'),
    'an error': response => response.writeHead(500).end('{"keys":[]}'),
  } satisfies Record<string, NonNullable<typeof issuer.state.respond>>
  for (const [name, respond] of Object.entries(responses)) {
    issuer.state.respond = respond
    const response = await signIn(app, token)
    t.equal(response.statusCode, 503, `${name}: ${response.body}`)
  }
  issuer.state.respond = null
  t.equal((await signIn(app, token)).statusCode, 200)
})

t.test('validates requests before it verifies anything', async t => {
  const { app, issuer } = await start(t)
  assertError(t, await post(app, 'oidc/other', { idToken: 'a', nonce }), 404, 'NOT_FOUND')
  assertError(t, await post(app, 'oidc/test', { idToken: 'a', nonce: 'short' }), 400, 'VALIDATION_ERROR')
  assertError(
    t,
    await post(app, 'oidc/test', { idToken: 'a'.repeat(16_385), nonce }),
    400,
    'VALIDATION_ERROR',
  )
  const token = await issuer.sign()
  const name = { firstName: 'a\u0000' }
  assertError(t, await post(app, 'oidc/test', { idToken: token, nonce, name }), 400, 'VALIDATION_ERROR')
  t.equal((await signIn(app, token)).statusCode, 200, 'the token is still valid')
  t.same((await app.inject('/auth/sign-in-methods')).json(), {
    providers: ['test'],
    registration: true,
    guests: false,
  })
})

t.test('has no sign-in services by default', async t => {
  const app = await build(t)
  t.same((await app.inject('/auth/sign-in-methods')).json(), {
    providers: [],
    registration: true,
    guests: false,
  })
  assertError(t, await post(app, 'oidc/google', { idToken: 'a', nonce }), 404, 'NOT_FOUND')
})
