import { createHash } from 'node:crypto'
import { MongoClient } from 'mongodb'
import t from 'tap'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  logIn,
  signUp,
  isolatedSettings,
  type Settings,
} from '../../../helper.js'
import { claimsOf } from '../../../tokens.js'
import { unlimitedLogins, getProfile, manualClock, post, assertError } from './requests.js'
import { seconds } from '../../../../src/lib/quantities.js'

t.test('ends all sessions of the user, and no others', async t => {
  const app = await build(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const tablet = await logIn(app, mine.email, mine.password)
  t.same(await queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, mine), {
    data: { signOutEverywhere: { signedOut: true } },
  })

  for (const token of [mine.token, tablet.accessToken])
    assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  for (const refreshToken of [mine.refreshToken, tablet.refreshToken])
    assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
  t.equal((await getProfile(app, stranger.token)).statusCode, 200)
  t.equal((await post(app, 'refresh', { refreshToken: stranger.refreshToken })).statusCode, 200)
})

t.test('accepts a login after repeated sign-outs everywhere, with the current time', async t => {
  const { clock } = manualClock()
  const app = await build(t, { clock })
  const account = await signUp(app)
  for (let time = 1; time <= 200; time++) await app.features.services.sessions.signOutEverywhere(account.id)
  assertError(t, await getProfile(app, account.token), 401, 'UNAUTHENTICATED')

  const { accessToken, refreshToken } = await logIn(app, account.email, account.password)
  const now = Math.floor(clock().getTime() / seconds)
  for (const token of [accessToken, refreshToken]) t.equal(claimsOf(token).iat, now)
  t.equal((await getProfile(app, accessToken)).statusCode, 200)
  const refreshed = await post(app, 'refresh', { refreshToken })
  t.equal(claimsOf(refreshed.json().accessToken).iat, now)
  t.equal((await getProfile(app, refreshed.json().accessToken)).statusCode, 200)
})

t.test('only an administrator can disable an account', async t => {
  const app = await build(t)
  const [mine, stranger] = [await signUp(app), await signUp(app)]
  const disable =
    'mutation ($id: ID!) { setAccountEnabled(input: { id: $id, enabled: false }) { user { enabled } } }'
  t.equal(errorCodeOf(await queryGraphQL(app, disable, { id: mine.id }, stranger)), 'FORBIDDEN')
  t.equal((await getProfile(app, mine.token)).statusCode, 200)

  const admin = await signUp(app, { role: 'ADMIN' })
  t.match(await queryGraphQL(app, disable, { id: mine.id }, admin), {
    data: { setAccountEnabled: { user: { enabled: false } } },
  })
  assertError(t, await getProfile(app, mine.token), 401, 'UNAUTHENTICATED')
})

// Only one process can open the embedded database, so two instances require MongoDB.
if (process.env.TEST_MONGODB_URI !== undefined) {
  /** Starts two instances with one clock, and a user who has sent requests to both. */
  const twoInstances = async (t: Parameters<typeof build>[0], more: Settings = {}) => {
    const settings = isolatedSettings(t, more)
    const { clock, advance } = manualClock()
    const [one, other] = [await build(t, { settings, clock }), await build(t, { settings, clock })]
    const account = await signUp(one)
    return { one, other, advance, person: account }
  }

  t.test('rejects a refresh token on other instances immediately after its revocation', async t => {
    const { one, other, person } = await twoInstances(t)
    const { refreshToken, id } = person
    t.equal((await post(other, 'refresh', { refreshToken })).statusCode, 200)
    await post(one, 'logout', { refreshToken })
    assertError(t, await post(other, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')

    const second = await logIn(one, person.email, person.password)
    await one.features.services.sessions.signOutEverywhere(id)
    assertError(
      t,
      await post(other, 'refresh', { refreshToken: second.refreshToken }),
      401,
      'INVALID_REFRESH_TOKEN',
    )
  })

  t.test(
    'rejects a revoked access token at once on the instance, and within 30 seconds on others',
    async t => {
      const { one, other, advance, person } = await twoInstances(t)
      for (const app of [one, other]) t.equal((await getProfile(app, person.token)).statusCode, 200)
      await one.features.services.sessions.signOutEverywhere(person.id)
      assertError(t, await getProfile(one, person.token), 401, 'UNAUTHENTICATED')
      advance(29 * seconds)
      assertError(t, await getProfile(other, person.token), 401, 'UNAUTHENTICATED')
    },
  )

  t.test('rejects a signed-out device on other instances within 30 seconds', async t => {
    const { one, other, advance, person } = await twoInstances(t)
    t.equal((await getProfile(other, person.token)).statusCode, 200)
    await post(one, 'logout', { refreshToken: person.refreshToken })
    assertError(t, await getProfile(one, person.token), 401, 'UNAUTHENTICATED')
    advance(29 * seconds)
    assertError(t, await getProfile(other, person.token), 401, 'UNAUTHENTICATED')
  })

  t.test('lets an enabled account sign in on all instances immediately', async t => {
    const { one, other, person } = await twoInstances(t)
    const { accountAccess } = one.features.services
    await accountAccess.setEnabled(person.id, false)
    assertError(t, await getProfile(other, person.token), 401, 'UNAUTHENTICATED')
    await accountAccess.setEnabled(person.id, true)
    const { accessToken } = await logIn(one, person.email, person.password)
    for (const app of [one, other]) t.equal((await getProfile(app, accessToken)).statusCode, 200)
  })

  const { TEST_REDIS_URL } = process.env
  if (TEST_REDIS_URL !== undefined)
    t.test('propagates revocations through Redis immediately', async t => {
      // The clock stands still, so that no cache entry expires.
      const { one, other, person } = await twoInstances(t, { REDIS_URL: TEST_REDIS_URL, ...unlimitedLogins })
      const { accountAccess, sessions } = one.features.services
      const ends: [string, (refreshToken: string) => Promise<unknown>][] = [
        ['logout', refreshToken => post(one, 'logout', { refreshToken })],
        ['signing out everywhere', () => sessions.signOutEverywhere(person.id)],
        ['a disabled account', () => accountAccess.setEnabled(person.id, false)],
      ]
      for (const [what, end] of ends) {
        const { accessToken, refreshToken } = await logIn(other, person.email, person.password)
        t.equal((await getProfile(other, accessToken)).statusCode, 200)
        await end(refreshToken)
        let response = await getProfile(other, accessToken)
        for (let time = 1; time < 500 && response.statusCode === 200; time++)
          response = await getProfile(other, accessToken)
        assertError(t, response, 401, 'UNAUTHENTICATED', what)
      }
    })

  t.test('rejects a disabled account on other instances within 30 seconds', async t => {
    const { one, other, advance, person } = await twoInstances(t)
    t.equal((await getProfile(other, person.token)).statusCode, 200)
    await one.features.services.accountAccess.setEnabled(person.id, false)
    assertError(t, await getProfile(one, person.token), 401, 'UNAUTHENTICATED')
    const { email, password, refreshToken } = person
    assertError(t, await post(other, 'login', { email, password }), 403, 'ACCOUNT_DISABLED')
    assertError(t, await post(other, 'refresh', { refreshToken }), 403, 'ACCOUNT_DISABLED')
    advance(29 * seconds)
    assertError(t, await getProfile(other, person.token), 401, 'UNAUTHENTICATED')
  })

  t.test('rejects a revoked token after the clock is set back', async t => {
    const { other, one, advance, person } = await twoInstances(t)
    t.equal((await getProfile(other, person.token)).statusCode, 200)
    await one.features.services.sessions.signOutEverywhere(person.id)
    advance(-20 * seconds)
    assertError(t, await getProfile(other, person.token), 401, 'UNAUTHENTICATED')
  })

  t.test('stores only the hash of the jti of a refresh token, until it expires', async t => {
    const settings = isolatedSettings(t)
    const app = await build(t, { settings })
    const { id, refreshToken } = await signUp(app)
    const client = new MongoClient(settings.MONGODB_URI!)
    t.teardown(() => client.close())
    const sessions = client.db().collection('sessions')
    const [session, ...more] = await sessions.find().toArray()
    t.same(more, [])
    const { jti, exp } = claimsOf(refreshToken)
    const { _id, userId, createdAt, lastUsedAt, steppedUpAt, expiresAt, ...rest } = session!
    t.equal(String(userId), id)
    for (const time of [createdAt, lastUsedAt, steppedUpAt]) t.ok(time instanceof Date)
    t.same(rest, {
      jtiHash: createHash('sha256').update(String(jti)).digest('base64url'),
      device: 'lightMyRequest',
      signInMethod: 'PASSWORD',
      hasSecondFactor: false,
      address: '127.0.0.1',
    })
    t.equal(Math.floor(expiresAt.getTime() / seconds), exp)
    t.match(await sessions.indexes(), [{}, {}, {}, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }])
  })
}
