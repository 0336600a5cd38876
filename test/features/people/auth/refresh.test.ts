import t from 'tap'
import { build, signUp } from '../../../helper.js'
import { claimsOf, headerOf, makeToken } from '../../../tokens.js'
import { unlimitedLogins, getProfile, manualClock, post, assertError } from './requests.js'

const days = 24 * 3600_000

t.test('exchanges a refresh token repeatedly', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const { refreshToken } = await signUp(app)
  for (let time = 1; time <= 3; time++) {
    advance(2 * days)
    const response = await post(app, 'refresh', { refreshToken })
    t.equal(response.statusCode, 200)
    t.same(Object.keys(response.json()), ['accessToken'])
    t.equal((await getProfile(app, response.json().accessToken)).statusCode, 200)
  }
  advance(1 * days)
  assertError(
    t,
    await post(app, 'refresh', { refreshToken }),
    401,
    'INVALID_REFRESH_TOKEN',
    'after seven days',
  )
})

t.test('accepts concurrent refreshes', async t => {
  const app = await build(t)
  const { refreshToken } = await signUp(app)
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => post(app, 'refresh', { refreshToken })),
  )
  t.same(new Set(responses.map(response => response.statusCode)), new Set([200]))
})

t.test('rejects malformed tokens', async t => {
  const app = await build(t)
  const { refreshToken } = await signUp(app)
  const bodies: object[] = [
    {},
    { refreshToken: '' },
    { refreshToken: null },
    { refreshToken: 7 },
    { refreshToken: [refreshToken] },
    { refreshToken: { $gt: '' } },
    { refreshToken: 'x'.repeat(4097) },
    { refreshToken, scope: 'admin' },
    [],
  ]
  for (const body of bodies)
    assertError(t, await post(app, 'refresh', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))
})

t.test('rejects forged, malformed and unknown tokens', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const { id, token, refreshToken } = await signUp(app)
  const header = headerOf(refreshToken)
  const claims = claimsOf(refreshToken)
  const { jti, ...withoutJti } = claims
  const [head, body, signature = ''] = refreshToken.split('.')
  const bad: Record<string, string> = {
    'an access token': token,
    'another type': makeToken({ ...header, typ: 'JWT' }, claims),
    'no signature': `${head}.${body}.`,
    'another signature': `${head}.${body}.${signature.split('').reverse().join('')}`,
    'without jti': makeToken(header, withoutJti),
    'jti of another type': makeToken(header, { ...claims, jti: { $ne: null } }),
    'an unknown jti': makeToken(header, { ...claims, jti: '00000000-0000-4000-8000-000000000000' }),
    'the jti of another user': makeToken(header, { ...claims, id: (await signUp(app)).id }),
    'an unknown user': makeToken(header, { ...claims, id: '0123456789abcdef01234567' }),
    'an id that is none': makeToken(header, { ...claims, id: `${id}0` }),
    'expired by its own word': makeToken(header, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
    garbage: 'garbage',
    dots: '..',
    'a null byte': 'a.b.\u0000',
    'a lone surrogate': '\ud800',
  }
  for (const [what, refreshToken] of Object.entries(bad))
    assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN', what)
  t.type(jti, 'string')
})

t.test('rejects refreshes of a disabled account, also after it is enabled again', async t => {
  const app = await build(t)
  const { id, refreshToken } = await signUp(app)
  await app.features.services.accountAccess.setEnabled(id, false)
  assertError(t, await post(app, 'refresh', { refreshToken }), 403, 'ACCOUNT_DISABLED')
  await app.features.services.accountAccess.setEnabled(id, true)
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})

t.test('revokes all refresh tokens at a sign-out everywhere', async t => {
  const app = await build(t)
  const { id, refreshToken } = await signUp(app)
  await app.features.services.sessions.signOutEverywhere(id)
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})

t.test('issues access tokens with the current role', async t => {
  const app = await build(t)
  const { id, email, refreshToken } = await signUp(app)
  const { accessToken } = (await post(app, 'refresh', { refreshToken })).json()
  t.match(claimsOf(accessToken), { id, email, role: 'USER' })
})
