import t from 'tap'
import { build, logIn, signUp } from '../../helper.js'
import { claimsOf, headerOf, makeToken } from '../../tokens.js'
import { getProfile, post, refused } from './requests.js'

t.test('a device that signs out cannot refresh any more; signing out again is fine', async t => {
  const app = await build(t)
  const { refreshToken } = await signUp(app)
  for (let time = 1; time <= 2; time++) {
    const answer = await post(app, 'logout', { refreshToken })
    t.equal(answer.statusCode, 204)
    t.equal(answer.body, '')
  }
  refused(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})

t.test('the other devices stay signed in', async t => {
  const app = await build(t)
  const phone = await signUp(app)
  const tablet = await logIn(app, phone.email, phone.password)
  await post(app, 'logout', { refreshToken: phone.refreshToken })
  t.equal((await post(app, 'refresh', { refreshToken: tablet.refreshToken })).statusCode, 200)
  t.equal((await getProfile(app, tablet.accessToken)).statusCode, 200)
})

t.test('what is not a token is refused', async t => {
  const app = await build(t)
  for (const body of [{}, [], { refreshToken: '' }, { refreshToken: null }, { refreshToken: 'x', all: true }])
    refused(t, await post(app, 'logout', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))
})

t.test('a token that is not good ends nothing', async t => {
  const app = await build(t)
  const { token, refreshToken } = await signUp(app)
  const [head, body] = refreshToken.split('.')
  for (const bad of ['garbage', token, `${head}.${body}.`, `${head}.${body}.AAAA`])
    t.equal((await post(app, 'logout', { refreshToken: bad })).statusCode, 204, bad)
  t.equal((await post(app, 'refresh', { refreshToken })).statusCode, 200)
})

t.test('a stranger cannot end my session', async t => {
  const app = await build(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const { jti } = claimsOf(mine.refreshToken)
  const mixed = makeToken(headerOf(mine.refreshToken), { ...claimsOf(stranger.refreshToken), jti })
  for (const refreshToken of [stranger.refreshToken, mixed])
    t.equal((await post(app, 'logout', { refreshToken }, mine.headers)).statusCode, 204)
  t.equal((await post(app, 'refresh', { refreshToken: mine.refreshToken })).statusCode, 200)
  t.equal((await getProfile(app, mine.token)).statusCode, 200)
})
