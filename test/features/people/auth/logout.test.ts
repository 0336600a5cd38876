import t from 'tap'
import { build, logIn, signUp } from '../../../helper.js'
import { claimsOf, headerOf, makeToken } from '../../../tokens.js'
import { days, minutes } from '../../../../src/lib/quantities.js'
import { getProfile, manualClock, post, assertError } from './requests.js'

t.test('rejects refreshes after a sign-out, and allows repeating the sign-out', async t => {
  const app = await build(t)
  const { refreshToken } = await signUp(app)
  for (let time = 1; time <= 2; time++) {
    const response = await post(app, 'logout', { refreshToken })
    t.equal(response.statusCode, 204)
    t.equal(response.body, '')
  }
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})

t.test('revokes only the access tokens of the session at logout, also refreshed ones', async t => {
  const { clock } = manualClock()
  const app = await build(t, { clock })
  const phone = await signUp(app)
  // Both logins are in the same second, so that the tokens differ only in their session.
  const tablet = await logIn(app, phone.email, phone.password)
  const refreshed = async (refreshToken: string) =>
    (await post(app, 'refresh', { refreshToken })).json<{ accessToken: string }>().accessToken
  const ended = [phone.token, await refreshed(phone.refreshToken)]
  const going = [tablet.accessToken, await refreshed(tablet.refreshToken)]
  for (const token of [...ended, ...going]) t.equal((await getProfile(app, token)).statusCode, 200)

  await post(app, 'logout', { refreshToken: phone.refreshToken })
  for (const token of ended) assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  for (const token of going) t.equal((await getProfile(app, token)).statusCode, 200)
})

t.test('accepts an access token until it expires, also after its session has expired', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const { refreshToken } = await signUp(app)
  advance(7 * days - 1 * minutes)
  const { accessToken } = (await post(app, 'refresh', { refreshToken })).json<{ accessToken: string }>()
  advance(14 * minutes)
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
  t.equal((await getProfile(app, accessToken)).statusCode, 200)
})

t.test('keeps other devices signed in', async t => {
  const app = await build(t)
  const phone = await signUp(app)
  const tablet = await logIn(app, phone.email, phone.password)
  await post(app, 'logout', { refreshToken: phone.refreshToken })
  t.equal((await post(app, 'refresh', { refreshToken: tablet.refreshToken })).statusCode, 200)
  t.equal((await getProfile(app, tablet.accessToken)).statusCode, 200)
})

t.test('rejects malformed tokens', async t => {
  const app = await build(t)
  for (const body of [{}, [], { refreshToken: '' }, { refreshToken: null }, { refreshToken: 'x', all: true }])
    assertError(t, await post(app, 'logout', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))
})

t.test('ends no session with an invalid token', async t => {
  const app = await build(t)
  const { token, refreshToken } = await signUp(app)
  const [head, body] = refreshToken.split('.')
  for (const bad of ['garbage', token, `${head}.${body}.`, `${head}.${body}.AAAA`])
    t.equal((await post(app, 'logout', { refreshToken: bad })).statusCode, 204, bad)
  t.equal((await post(app, 'refresh', { refreshToken })).statusCode, 200)
})

t.test('ends no session of another user', async t => {
  const app = await build(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const { jti } = claimsOf(mine.refreshToken)
  const mixed = makeToken(headerOf(mine.refreshToken), { ...claimsOf(stranger.refreshToken), jti })
  for (const refreshToken of [stranger.refreshToken, mixed])
    t.equal((await post(app, 'logout', { refreshToken }, mine.headers)).statusCode, 204)
  t.equal((await post(app, 'refresh', { refreshToken: mine.refreshToken })).statusCode, 200)
  t.equal((await getProfile(app, mine.token)).statusCode, 200)
})
