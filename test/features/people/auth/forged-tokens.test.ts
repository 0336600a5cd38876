import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { build, signUp } from '../../../helper.js'
import { claimsOf, headerOf, makeToken, rs256, signers } from '../../../tokens.js'
import { unlimitedLogins, getProfile, assertError } from './requests.js'

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const askWith = (app: App, token: string, query: string) =>
  app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}` },
    payload: { query },
  })

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

type Assertions = Parameters<typeof assertError>[0]

/** Asserts that the token is rejected by all operations, also public ones. */
async function refusedEverywhere(t: Assertions, app: App, token: string, code: string, what: string) {
  assertError(t, await getProfile(app, token), 401, code, what)
  for (const query of ['{ me { id } }', '{ exercises(first: 1) { totalCount } }']) {
    const response = await askWith(app, token, query)
    t.equal(response.statusCode, 401, `${what}: ${query}`)
    t.match(response.json(), { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }, `${what}: ${query}`)
  }
}

/** Signs up a user. @returns the token with its decoded parts */
async function genuine(t: Parameters<typeof build>[0]) {
  const app = await build(t, { settings: unlimitedLogins })
  const user = await signUp(app)
  const header = headerOf(user.token)
  return { app, person: user, header, claims: claimsOf(user.token), kid: header.kid as string }
}

const omit = (object: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

t.test('accepts a correctly forged token, so that the other tests fail for the right reason', async t => {
  const { app, header, claims } = await genuine(t)
  t.equal((await getProfile(app, makeToken(header, claims))).statusCode, 200)
})

t.test('verifies every token that differs from an accepted one', async t => {
  const { app, person, header, claims } = await genuine(t)
  const other = await signUp(app)
  for (const token of [person.token, other.token]) t.equal((await getProfile(app, token)).statusCode, 200)
  const [head, payload, signature] = person.token.split('.') as [string, string, string]
  const [otherHead, otherPayload] = other.token.split('.') as [string, string]
  const forged = {
    'another header': [otherHead, payload, signature],
    'another payload': [head, otherPayload, signature],
    'another signature': makeToken(header, claims, rs256(stranger.privateKey)).split('.'),
    'another case': [head, payload, signature.toLowerCase()],
    'a shorter signature': [head, payload, signature.slice(0, -4)],
  }
  for (const [what, parts] of Object.entries(forged))
    assertError(t, await getProfile(app, parts.join('.')), 401, 'UNAUTHENTICATED', what)
  assertError(t, await getProfile(app, person.refreshToken), 401, 'UNAUTHENTICATED', 'a refresh token')
  t.equal((await getProfile(app, person.token)).statusCode, 200)
})

t.test('rejects tokens with another algorithm, key or header', async t => {
  const { app, header, claims } = await genuine(t)
  const bad: Record<string, string> = {
    'alg none': makeToken({ ...header, alg: 'none' }, claims, signers.none),
    'alg none, signed': makeToken({ ...header, alg: 'none' }, claims),
    'alg None': makeToken({ ...header, alg: 'None' }, claims, signers.none),
    'HS256 with the public key': makeToken({ ...header, alg: 'HS256' }, claims, signers.HS256),
    RS512: makeToken({ ...header, alg: 'RS512' }, claims, signers.RS512),
    PS256: makeToken({ ...header, alg: 'PS256' }, claims, signers.PS256),
    'no alg': makeToken(omit(header, 'alg'), claims),
    'alg of another type': makeToken({ ...header, alg: ['RS256'] }, claims),
    'signed otherwise than it says': makeToken(header, claims, signers.PS256),
    'another key': makeToken(header, claims, rs256(stranger.privateKey)),
    'another key that comes along': makeToken({ ...header, jwk: {} }, claims, rs256(stranger.privateKey)),
    'no signature': makeToken(header, claims, signers.none),
    'unknown kid': makeToken({ ...header, kid: 'unknown' }, claims),
    'kid of a prototype': makeToken({ ...header, kid: 'constructor' }, claims),
    'kid of another type': makeToken({ ...header, kid: { toString: 'x' } }, claims),
    'no kid': makeToken(omit(header, 'kid'), claims),
    'no typ': makeToken(omit(header, 'typ'), claims),
    'typ JWT': makeToken({ ...header, typ: 'JWT' }, claims),
    'typ of a refresh token': makeToken({ ...header, typ: 'rt+jwt' }, claims),
    'unknown crit': makeToken({ ...header, crit: ['x'], x: 1 }, claims),
    'crit that is no list': makeToken({ ...header, crit: 'x' }, claims),
    'empty crit': makeToken({ ...header, crit: [] }, claims),
    'crit null': makeToken({ ...header, crit: null }, claims),
    'crit false': makeToken({ ...header, crit: false }, claims),
    'crit of no text': makeToken({ ...header, crit: '' }, claims),
    'no session': makeToken(omit(header, 'sid'), claims),
    'unknown session': makeToken({ ...header, sid: '0123456789abcdef01234567' }, claims),
    'session of another type': makeToken({ ...header, sid: { $ne: null } }, claims),
    'invalid session id': makeToken({ ...header, sid: 'mine' }, claims),
    'session of another user': makeToken({ ...header, sid: headerOf((await signUp(app)).token).sid }, claims),
    'header null': makeToken(null, claims),
    'header a list': makeToken([header], claims),
  }
  for (const [what, token] of Object.entries(bad))
    await refusedEverywhere(t, app, token, 'UNAUTHENTICATED', what)
})

t.test('rejects tokens with missing or wrong claims', async t => {
  const { app, person, header, claims } = await genuine(t)
  const now = Math.floor(Date.now() / 1000)
  const wrong: Record<string, unknown> = {
    'another iss': { ...claims, iss: 'https://evil.example' },
    'another aud': { ...claims, aud: 'another app' },
    'iss of another type': { ...claims, iss: 1 },
    'iat 35 seconds ahead': { ...claims, iat: now + 35, exp: now + 900 },
    'iat of another type': { ...claims, iat: String(now) },
    'exp of another type': { ...claims, exp: String(now + 900) },
    'exp null': { ...claims, exp: null },
    'nbf in the future': { ...claims, nbf: now + 600 },
    'id of another type': { ...claims, id: { $ne: null } },
    'id that is none': { ...claims, id: 'me' },
    'unknown id': { ...claims, id: '0123456789abcdef01234567' },
    'claims null': null,
    'claims a list': [claims],
    'claims a text': 'claims',
  }
  for (const claim of ['id', 'iss', 'aud', 'exp', 'iat']) wrong[`no ${claim}`] = omit(claims, claim)
  for (const [what, body] of Object.entries(wrong))
    await refusedEverywhere(t, app, makeToken(header, body), 'UNAUTHENTICATED', what)
  await refusedEverywhere(t, app, person.refreshToken, 'UNAUTHENTICATED', 'a refresh token')
})

t.test('accepts tokens of clocks that are ten seconds ahead', async t => {
  const { app, header, claims } = await genuine(t)
  const now = Math.floor(Date.now() / 1000)
  const token = makeToken(header, { ...claims, iat: now + 10, exp: now + 910 })
  t.equal((await getProfile(app, token)).statusCode, 200)
  t.equal((await askWith(app, token, '{ me { id } }')).statusCode, 200)
})

t.test('reports a token as expired only if it is otherwise valid', async t => {
  const { app, header, claims } = await genuine(t)
  const past = { ...claims, iat: 1_600_000_000, exp: 1_600_000_900 }
  await refusedEverywhere(t, app, makeToken(header, past), 'TOKEN_EXPIRED', 'expired')
  const forged = makeToken(header, past, rs256(stranger.privateKey))
  await refusedEverywhere(t, app, forged, 'UNAUTHENTICATED', 'expired and forged')
})

t.test('rejects malformed tokens', async t => {
  const { app, person } = await genuine(t)
  const { token } = person
  const [head = '', body = '', signature = ''] = token.split('.')
  const bad = ['.', '..', 'a.b.c', head, `${head}.${body}`, `${token}.${signature}`, `.${body}.${signature}`]
  bad.push(`${head}..${signature}`, `${token}=`, `${token}AAAA`, `${head}.${body}.${signature.slice(1)}`)
  bad.push(`${head}.${body.slice(0, -3)}.${signature}`, Buffer.from(token).toString('base64'))
  for (const garbled of bad) await refusedEverywhere(t, app, garbled, 'UNAUTHENTICATED', garbled)
})

t.test('accepts only the canonical encoding of a token', async t => {
  const { app, person, header, claims } = await genuine(t)
  /**
   * Returns another encoding of the same bytes: decoding ignores some bits of the last character, unless the length is
   * a multiple of three bytes.
   */
  const reencode = (part: string) => {
    const bytes = Buffer.from(part, 'base64url')
    const twins = Array.from(alphabet, last => part.slice(0, -1) + last)
    return twins.find(text => text !== part && Buffer.from(text, 'base64url').equals(bytes))
  }
  const [head = '', body = '', signature = ''] = person.token.split('.')
  await refusedEverywhere(t, app, `${head}.${body}.${reencode(signature)}`, 'UNAUTHENTICATED', 'signature')

  // The signature covers header and claims as they are encoded, so only the owner of the key can encode them otherwise.
  for (const filler of ['', 'x', 'xx']) {
    const parts = [{ ...header, filler }, claims].map(part =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    ) as [string, string]
    const respelled = reencode(parts[0])
    if (respelled === undefined) continue
    const input = `${respelled}.${parts[1]}`
    const signed = `${input}.${signers.RS256(input).toString('base64url')}`
    await refusedEverywhere(t, app, signed, 'UNAUTHENTICATED', `header with ${filler}`)
  }
})

t.test('rejects randomly modified tokens without internal errors', async t => {
  const { app, person } = await genuine(t)
  const { token } = person
  const place = fc.nat(token.length - 1)
  await t.resolves(
    fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...Array.from(alphabet), '.'), async (index, character) => {
        const changed = token.slice(0, index) + character + token.slice(index + 1)
        const { statusCode } = await getProfile(app, changed)
        return statusCode === (changed === token ? 200 : 401)
      }),
      { numRuns: 300 },
    ),
  )
  await t.resolves(
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), async value => {
        const response = await app.inject({ url: '/auth/profile', headers: { authorization: value } })
        return response.statusCode === 401
      }),
      { numRuns: 300 },
    ),
  )
})
