import t from 'tap'
import type { App } from '../../../src/app.js'
import { queryGraphQL, logIn, signUp, type TestUser } from '../../helper.js'
import { claimsOf, headerOf, makeToken } from '../../tokens.js'
import {
  accountChanged,
  responseOf,
  follow,
  inbox,
  startListening,
  rawSocket,
  refusedUpgrade,
  socketClient,
} from './live.js'

const me = { query: '{ me { id } }' }

/** Returns a token of a user with other claims. */
const altered = ({ token }: TestUser, claims: object) =>
  makeToken(headerOf(token), { ...claimsOf(token), ...claims })
const nowInSeconds = () => Math.floor(Date.now() / 1000)

t.test('reads the token from connection_init or from the upgrade request', async t => {
  const { app, socketUrl } = await startListening(t)
  const { id, headers } = await signUp(app)
  for (const key of ['authorization', 'Authorization', 'AUTHORIZATION']) {
    const client = socketClient(t, socketUrl, { connectionParams: { [key]: headers.authorization } })
    t.same(await responseOf(client, me), { data: { me: { id } } }, key)
  }
  for (const payload of [undefined, {}, { authorization: null }]) {
    const raw = await rawSocket(t, socketUrl, { headers })
    await raw.init(payload)
    raw.subscribe('1', me)
    t.same(await raw.receive(), { id: '1', type: 'next', payload: { data: { me: { id } } } })
  }
})

t.test('prefers the token of connection_init', async t => {
  const { app, socketUrl } = await startListening(t)
  const [first, second] = [await signUp(app), await signUp(app)]
  const raw = await rawSocket(t, socketUrl, { headers: first.headers })
  await raw.init(second.headers)
  raw.subscribe('1', me)
  t.match(await raw.receive(), { payload: { data: { me: { id: second.id } } } })
})

t.test('allows only public queries without a token', async t => {
  const { app, socketUrl } = await startListening(t)
  const client = socketClient(t, socketUrl)
  t.same(await responseOf(client, { query: '{ exercises { totalCount } }' }), {
    data: { exercises: { totalCount: 0 } },
  })
  t.match(await responseOf(client, me), {
    data: { me: null },
    errors: [{ path: ['me'], extensions: { code: 'UNAUTHENTICATED' } }],
  })
  for (const query of [accountChanged, 'subscription { profilePhotoUploaded { id } }'])
    t.match(await responseOf(client, { query }), {
      errors: [{ message: /Sign in/, locations: [{}], extensions: { code: 'UNAUTHENTICATED' } }],
    })
  const { id } = await signUp(app)
  t.match(await responseOf(client, { query: `{ user(id: "${id}") { id } }` }), {
    errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
  })
})

t.test('closes the socket with 4403 for an invalid token in connection_init', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const disabled = await signUp(app)
  await app.features.services.accountAccess.setEnabled(disabled.id, false)
  const tokens = {
    garbled: 'Bearer abc',
    'no scheme': user.token,
    empty: '',
    'not a text': 7,
    'an object': { token: user.token },
    'a refresh token': `Bearer ${user.refreshToken}`,
    expired: `Bearer ${altered(user, { exp: nowInSeconds() - 1 })}`,
    revoked: disabled.headers.authorization,
    forged: `${user.headers.authorization.slice(0, -4)}AAAA`,
  }
  for (const [what, authorization] of Object.entries(tokens)) {
    const { send, closed, arrived } = await rawSocket(t, socketUrl)
    send({ type: 'connection_init', payload: { authorization } })
    t.equal((await closed()).code, 4403, what)
    t.same(arrived, [], 'the socket is not acknowledged')
  }
})

t.test('rejects an invalid token in the upgrade request with 401', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  for (const authorization of ['Bearer abc', `Bearer ${altered(user, { exp: nowInSeconds() - 1 })}`])
    t.equal(await refusedUpgrade(socketUrl, { authorization }), 401)
})

t.test('closes the socket with 4403 when its token expires', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const authorization = `Bearer ${altered(user, { exp: nowInSeconds() + 2 })}`
  const inInit = await rawSocket(t, socketUrl)
  await inInit.init({ authorization })
  inInit.subscribe('1', { query: accountChanged })
  const inUpgrade = await rawSocket(t, socketUrl, { headers: { authorization } })
  await inUpgrade.init()
  for (const { closed } of [inInit, inUpgrade]) {
    const { code, reason } = await closed()
    t.equal(code, 4403)
    t.match(reason, /expired/)
  }
})

t.test('accepts a token that outlives the maximum timer delay', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const { init, handled } = await rawSocket(t, socketUrl)
  await init({ authorization: `Bearer ${altered(user, { exp: nowInSeconds() + 90 * 24 * 3600 })}` })
  await handled()
})

const revocations: Record<string, (app: App, user: TestUser) => Promise<unknown>> = {
  'signing out everywhere': (app, user) =>
    queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, user),
  'signing out its only device': (app, { refreshToken }) =>
    app.features.services.sessions.logout(refreshToken),
  'disabling the account': (app, { id }) => app.features.services.accountAccess.setEnabled(id, false),
  'a new password': (app, { id }) => app.features.services.accountAccess.setPassword(id, 'hash'),
}

for (const [what, revoke] of Object.entries(revocations))
  t.test(`${what} closes only the open sockets of the account, immediately`, async t => {
    const { app, socketUrl } = await startListening(t)
    const [mine, stranger] = [await signUp(app), await signUp(app)]
    const [first, second, other] = [
      await rawSocket(t, socketUrl),
      await rawSocket(t, socketUrl, { headers: mine.headers }),
      await rawSocket(t, socketUrl),
    ]
    await first.init(mine.headers)
    await second.init()
    await other.init(stranger.headers)
    await revoke(app, mine)
    t.equal((await first.closed()).code, 4403)
    t.equal((await second.closed()).code, 4403)
    await other.handled()
  })

t.test('closes the sockets and event streams of a device that signs out, and of no other', async t => {
  const { app, socketUrl, httpUrl } = await startListening(t)
  const phone = await signUp(app)
  const tablet = await logIn(app, phone.email, phone.password)
  const [mine, other] = [await rawSocket(t, socketUrl), await rawSocket(t, socketUrl)]
  await mine.init(phone.headers)
  await other.init({ authorization: `Bearer ${tablet.accessToken}` })
  const headers = { ...phone.headers, accept: 'text/event-stream', 'content-type': 'application/json' }
  const body = JSON.stringify({ query: accountChanged })
  const stream = await fetch(httpUrl, { method: 'POST', headers, body })

  const { refreshToken } = phone
  await app.inject({ method: 'POST', url: '/auth/logout', payload: { refreshToken } })
  t.equal((await mine.closed()).code, 4403)
  t.match(await stream.text(), /revoked/, 'the stream ends with the reason')
  await other.handled()
})

t.test('sends the response of a sign-out before closing the socket', async t => {
  const { app, socketUrl } = await startListening(t)
  const { headers } = await signUp(app)
  const { init, subscribe, receive, closed } = await rawSocket(t, socketUrl)
  await init(headers)
  subscribe('1', { query: 'mutation { signOutEverywhere { signedOut } }' })
  t.same(await receive(), {
    id: '1',
    type: 'next',
    payload: { data: { signOutEverywhere: { signedOut: true } } },
  })
  t.same(await receive(), { id: '1', type: 'complete' })
  t.equal((await closed()).code, 4403)
})

t.test('ignores messages after a revocation', async t => {
  const { app, socketUrl } = await startListening(t)
  const user = await signUp(app)
  const raw = await rawSocket(t, socketUrl)
  await raw.init(user.headers)
  await app.features.services.sessions.signOutEverywhere(user.id)
  raw.subscribe('1', { query: 'mutation { updateProfile(input: { firstName: "late" }) { user { id } } }' })
  t.equal((await raw.closed()).code, 4403)
  t.equal((await app.features.services.profile.get(user.id)).firstName, null)
})

t.test('lets the client reconnect with a new token after 4403', async t => {
  const { app, socketUrl } = await startListening(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const params = [user.headers, other.headers]
  const client = socketClient(t, socketUrl, {
    connectionParams: () => params.shift() ?? {},
    retryAttempts: 5,
    retryWait: async () => undefined,
  })
  const codes = inbox<number>()
  client.on('closed', event => codes.put((event as { code: number }).code))
  follow(client, { query: accountChanged })
  t.same(await responseOf(client, me), { data: { me: { id: user.id } } })
  await app.features.services.sessions.signOutEverywhere(user.id)
  t.equal(await codes.take(), 4403)
  t.same(await responseOf(client, me), { data: { me: { id: other.id } } })
})
