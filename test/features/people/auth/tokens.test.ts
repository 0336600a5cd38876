import { verify } from 'node:crypto'
import t from 'tap'
import { queryGraphQL, build, keys, logIn, signUp } from '../../../helper.js'
import { claimsOf, headerOf, thumbprint } from '../../../tokens.js'
import { getProfile, manualClock, post, assertError } from './requests.js'
import { minutes } from '../../../../src/lib/quantities.js'

const kid = thumbprint(keys.publicKey)

const isSigned = (token: string) => {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify('sha256', Buffer.from(token.slice(0, end)), keys.publicKey, signature)
}

t.test('issues access tokens with exactly the specified claims', async t => {
  const app = await build(t)
  const { id, email, token } = await signUp(app)
  const { sid, ...header } = headerOf(token)
  t.same(header, { alg: 'RS256', typ: 'at+jwt', kid })
  t.match(sid, /^[0-9a-f]{24}$/, 'the header contains the session')
  const { iat, exp, ...claims } = claimsOf(token)
  t.same(claims, {
    id,
    email,
    role: 'USER',
    iss: 'fitness-training-service',
    aud: 'fitness-training-app',
  })
  t.ok(Number.isInteger(iat) && Math.abs(Number(iat) - Date.now() / 1000) < 5)
  t.equal(Number(exp) - Number(iat), 15 * 60)
  t.ok(isSigned(token))
})

t.test('issues refresh tokens with exactly the specified claims', async t => {
  const app = await build(t)
  const { id, refreshToken, email, password } = await signUp(app)
  t.same(headerOf(refreshToken), { alg: 'RS256', typ: 'rt+jwt', kid })
  const { iat, exp, jti, ...claims } = claimsOf(refreshToken)
  t.same(claims, { id, iss: 'fitness-training-service', aud: 'fitness-training-app' })
  t.equal(Number(exp) - Number(iat), 7 * 24 * 3600)
  t.ok(isSigned(refreshToken))
  const second = await logIn(app, email, password)
  t.not(claimsOf(second.refreshToken).jti, jti, 'every token has a unique jti')
})

t.test('uses the configured lifetimes, issuer and audience', async t => {
  const settings = {
    JWT_ACCESS_TOKEN_EXPIRES_IN: '90s',
    JWT_REFRESH_TOKEN_EXPIRES_IN: '1h',
    JWT_ISSUER: 'https://fitness.example',
    JWT_AUDIENCE: 'an app',
  }
  const app = await build(t, { settings })
  const { token, refreshToken } = await signUp(app)
  for (const [one, lifetime] of [[token, 90] as const, [refreshToken, 3600] as const]) {
    const { iss, aud, iat, exp } = claimsOf(one)
    t.same({ iss, aud }, { iss: 'https://fitness.example', aud: 'an app' })
    t.equal(Number(exp) - Number(iat), lifetime)
  }
  t.equal((await getProfile(app, token)).statusCode, 200)
})

t.test('reports an access token as expired after fifteen minutes', async t => {
  const { clock, advance } = manualClock(new Date(Math.floor(Date.now() / 1000) * 1000))
  const app = await build(t, { clock })
  const user = await signUp(app)
  advance(15 * minutes - 1)
  t.equal((await getProfile(app, user.token)).statusCode, 200)
  advance(1)
  assertError(t, await getProfile(app, user.token), 401, 'TOKEN_EXPIRED')
  for (const query of ['{ me { id } }', '{ exercises(first: 1) { totalCount } }']) {
    const response = await queryGraphQL(app, query, {}, user)
    t.match(response.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'TOKEN_EXPIRED' })
  }
  const { accessToken } = (await post(app, 'refresh', { refreshToken: user.refreshToken })).json()
  t.equal((await getProfile(app, accessToken)).statusCode, 200)
})

t.test('reports a revoked and expired token as revoked', async t => {
  const app = await build(t)
  const { id, token, refreshToken } = await signUp(app)
  await app.features.services.sessions.signOutEverywhere(id)
  assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})
