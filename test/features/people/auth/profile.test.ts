import t from 'tap'
import { build, signUp } from '../../../helper.js'
import { unlimitedLogins, getProfile, assertError } from './requests.js'

t.test('returns exactly the specified user object', async t => {
  const app = await build(t)
  const { id, email, username, token } = await signUp(app)
  const response = await getProfile(app, token)
  t.equal(response.statusCode, 200)
  t.match(response.headers, { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' })
  const { createdAt, lastLogin, ...user } = response.json()
  t.same(user, {
    id,
    email,
    username,
    firstName: null,
    lastName: null,
    profileImageFileKey: null,
    country: null,
    city: null,
    bio: null,
    role: 'USER',
    enabled: true,
    verified: true,
    profile: {
      age: null,
      gender: null,
      goal: null,
      height: null,
      heightUnit: null,
      weight: null,
      weightUnit: null,
      muscleFocus: [],
      frequency: null,
      workoutSplit: null,
      experience: null,
    },
  })
  for (const moment of [createdAt, lastLogin]) t.match(moment, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

t.test('returns the profile of the caller regardless of other parameters', async t => {
  const app = await build(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const response = await app.inject({
    url: `/auth/profile?id=${mine.id}&userId=${mine.id}`,
    headers: { ...stranger.headers, 'x-user-id': mine.id },
  })
  t.match(response.json(), { id: stranger.id, email: stranger.email })
})

t.test('rejects requests without a bearer token', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const { email, password, token, refreshToken } = await signUp(app)
  assertError(t, await app.inject({ url: '/auth/profile' }), 401, 'UNAUTHENTICATED', 'no header')
  const basic = Buffer.from(`${email}:${password}`).toString('base64')
  const values = ['', 'Bearer', 'Bearer ', `Basic ${basic}`, token, `Token ${token}`, `Bearer ${token} x`]
  values.push(`Bearer "${token}"`, `Bearer ${token},`, 'Bearer null', `Bearer ${refreshToken}`, 'Bearer {}')
  for (const authorization of values) {
    const response = await app.inject({ url: '/auth/profile', headers: { authorization } })
    assertError(t, response, 401, 'UNAUTHENTICATED', authorization)
    t.equal(response.headers['www-authenticate'], 'Bearer')
  }
  for (const elsewhere of [`?token=${token}`, `?access_token=${token}`])
    assertError(t, await app.inject({ url: `/auth/profile${elsewhere}` }), 401, 'UNAUTHENTICATED', elsewhere)
})

t.test('ignores the case of the authorization scheme', async t => {
  const app = await build(t)
  const { token } = await signUp(app)
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const headers = { authorization: `${scheme} ${token}` }
    t.equal((await app.inject({ url: '/auth/profile', headers })).statusCode, 200, scheme)
  }
})

t.test('rejects tokens of a disabled account immediately', async t => {
  const app = await build(t)
  const { id, token } = await signUp(app)
  t.equal((await getProfile(app, token)).statusCode, 200)
  await app.features.services.accountAccess.setEnabled(id, false)
  assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  await app.features.services.accountAccess.setEnabled(id, true)
  assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED', 'being enabled again revives no token')
})
