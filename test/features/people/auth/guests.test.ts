import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { days, minutes } from '../../../../src/lib/quantities.js'
import { build, errorCodeOf, queryGraphQL, signUp, type Settings } from '../../../helper.js'
import { codeIn, mailbox, tokenIn } from '../../../mailbox.js'
import { newId } from '../../training/workouts/workouts.js'
import { nonce, startIssuer } from './openid/issuer.js'
import {
  assertError,
  bearer,
  manualClock,
  newRegistration,
  post,
  unlimitedLogins,
  wrongCode,
  type Bearer,
} from './requests.js'

interface Guest extends Bearer {
  id: string
  guestToken: string
  refreshToken: string
}

async function start(t: Test, settings: Settings = {}) {
  const box = await mailbox(t)
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const defaults = { ...unlimitedLogins, GUESTS_ENABLED: 'true', RATE_LIMIT_GUESTS_PER_HOUR: '1000' }
  const all = { ...defaults, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', ...settings }
  const app = await build(t, { settings: all, clock: hand.clock })
  return { app, box, ...hand }
}

interface GuestBody {
  accessToken: string
  refreshToken: string
  guestToken: string
  user: { id: string; email: string; username: string }
}

async function newGuest(app: App): Promise<Guest> {
  const response = await post(app, 'guest', {})
  if (response.statusCode !== 201) throw new Error(response.body)
  const { accessToken, refreshToken, guestToken, user } = response.json<GuestBody>()
  return { id: user.id, guestToken, refreshToken, ...bearer(accessToken) }
}

const me = async (app: App, user: Bearer) =>
  (
    await queryGraphQL<{ me: Record<string, unknown> }>(
      app,
      '{ me { id email username verified isGuest hasPassword } }',
      {},
      user,
    )
  ).data!.me

async function saveWorkout(app: App, user: Bearer): Promise<string> {
  const id = newId()
  const input = { id, startedAt: '2026-05-02T07:00:00.000Z', timezone: 'Europe/Madrid' }
  const mutation = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
  const { errors } = await queryGraphQL(app, mutation, { input: { ...input, exercises: [] } }, user)
  if (errors) throw new Error(JSON.stringify(errors))
  return id
}

const workoutsOf = async (app: App, user: Bearer) =>
  (
    await queryGraphQL<{ workouts: { edges: { node: { id: string } }[] } }>(
      app,
      '{ workouts(first: 10) { edges { node { id } } } }',
      {},
      user,
    )
  ).data!.workouts.edges.map(({ node }) => node.id)

async function requestCode(app: App, email: string, user: Bearer) {
  const response = await post(app, 'code', { email }, user.headers)
  return response.json<{ challenge: string }>().challenge
}

const jobOf = (app: App) => {
  const job = app.features.modules
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'erase unused guests')!
  return () => job.run(new AbortController().signal)
}

t.test('creates a guest, who trains and signs in again with its token', async t => {
  const { app } = await start(t)
  const response = await post(app, 'guest', {})
  t.equal(response.statusCode, 201)
  const { user, guestToken, accessToken, refreshToken } = response.json<GuestBody>()
  t.match(user, { email: `${user.id}@guest.invalid`, username: /^guest-[a-z0-9]{10}$/, verified: false })
  t.ok(guestToken.length >= 43 && refreshToken)
  const guest = bearer(accessToken)
  t.match(await me(app, guest), { isGuest: true, hasPassword: false })
  const workout = await saveWorkout(app, guest)
  const again = await post(app, 'guest', { guestToken })
  t.equal(again.statusCode, 200)
  t.notOk('guestToken' in again.json<object>())
  const second = bearer(again.json<GuestBody>().accessToken)
  t.same(await workoutsOf(app, second), [workout])
  const sessions = await queryGraphQL(app, '{ sessions { signInMethod } }', {}, second)
  t.same(sessions.data, { sessions: [{ signInMethod: 'GUEST' }, { signInMethod: 'GUEST' }] })
})

t.test('refuses guests unless they are enabled, and limits them per address', async t => {
  const disabled = await start(t, { GUESTS_ENABLED: 'false' })
  assertError(t, await post(disabled.app, 'guest', {}), 403, 'GUESTS_DISABLED')
  const { app } = await start(t, { RATE_LIMIT_GUESTS_PER_HOUR: '2' })
  for (let count = 1; count <= 2; count++) await newGuest(app)
  assertError(t, await post(app, 'guest', {}), 429, 'TOO_MANY_REQUESTS')
})

t.test('refuses an expired access token of a guest who becomes permanent', async t => {
  const { app, advance } = await start(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '15m' })
  const guest = await newGuest(app)
  advance(15 * minutes)
  const { headers } = guest
  const email = 'ada@example.com'
  assertError(t, await post(app, 'code', { email }, headers), 401, 'TOKEN_EXPIRED')
  assertError(t, await post(app, 'register', newRegistration(), headers), 401, 'TOKEN_EXPIRED')
  const verification = { challenge: 'unknown', code: '123456' }
  assertError(t, await post(app, 'code/verify', verification, headers), 401, 'TOKEN_EXPIRED')
})

t.test('sends the account to the other devices once the guest is permanent', async t => {
  const { app, box } = await start(t)
  const guest = await newGuest(app)
  const read = async (since: string | null) => {
    const query = `query($since: String) { changes(since: $since) {
      cursor changes { record { ... on User { email isGuest } } }
    } }`
    type Page = { cursor: string; changes: object[] }
    const { data } = await queryGraphQL<{ changes: Page }>(app, query, { since }, guest)
    return data!.changes
  }
  const { cursor } = await read(null)
  const email = 'ada@example.com'
  const challenge = await requestCode(app, email, guest)
  const code = codeIn(await box.next())!
  t.equal((await post(app, 'code/verify', { challenge, code }, guest.headers)).statusCode, 200)
  t.same((await read(cursor)).changes, [{ record: { email, isGuest: false } }])
})

t.test('refuses unknown tokens and disabled guests', async t => {
  const { app } = await start(t)
  assertError(t, await post(app, 'guest', { guestToken: 'unknown' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'guest', { guestToken: '' }), 400, 'VALIDATION_ERROR')
  const { id, guestToken } = await newGuest(app)
  await app.features.services.accountAccess.setEnabled(id, false)
  assertError(t, await post(app, 'guest', { guestToken }), 403, 'ACCOUNT_DISABLED')
})

t.test('counts wrong tokens as failed logins of the address', async t => {
  const { app } = await start(t, { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '2' })
  const { guestToken } = await newGuest(app)
  for (let count = 1; count <= 2; count++)
    assertError(t, await post(app, 'guest', { guestToken: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'guest', { guestToken }), 429, 'TOO_MANY_REQUESTS')
})

t.test('refuses what guests cannot do, and needs no step-up for the rest', async t => {
  const { app, advance } = await start(t)
  const guest = await newGuest(app)
  advance(60 * minutes)
  const mutations = [
    'startSecondFactor { uri }',
    'confirmSecondFactor(input: { code: "1" }) { recoveryCodes }',
    'replaceRecoveryCodes { recoveryCodes }',
    'disableSecondFactor { secondFactor { isEnabled } }',
    'createPersonalAccessToken(input: { name: "x", scopes: ["profile:read"] }) { token }',
    `revokePersonalAccessToken(input: { id: "${newId()}" }) { personalAccessToken { id } }`,
    `saveWebhook(input: { id: "${newId()}", url: "https://example.com", events: [RECORD_SET] }) { secret }`,
    `deleteWebhook(input: { id: "${newId()}" }) { deletedId }`,
    `revokeShareLink(input: { id: "${newId()}" }) { revokedId }`,
    `createShareLink(input: { id: "${newId()}", subject: { routineId: "${newId()}" } }) { token }`,
    'changeEmail(input: { newEmail: "a@example.com" }) { user { id } }',
    'changePassword(input: { new: "seven blue herons" }) { user { id } }',
  ]
  for (const mutation of mutations) {
    const { errors } = await queryGraphQL(app, `mutation { ${mutation} }`, {}, guest)
    t.match(errors, [{ extensions: { code: 'FORBIDDEN', reason: 'GUEST_ACCOUNT' } }], mutation)
  }
  for (const proof of [{ password: 'seven blue herons' }, { code: '123456' }])
    assertError(t, await post(app, 'step-up', proof, guest.headers), 403, 'GUEST_ACCOUNT')
})

t.test('deletes a guest after the grace period, in which the guest can sign in and restore it', async t => {
  const { app, box, clock, advance } = await start(t)
  const guest = await newGuest(app)
  const workout = await saveWorkout(app, guest)
  const signIn = () => post(app, 'guest', { guestToken: guest.guestToken })
  const signInAgain = async () => bearer((await signIn()).json<GuestBody>().accessToken)
  const deletion = 'mutation { deleteAccount(input: {}) { user { deletesAt } } }'
  const deletesAt = new Date(clock().getTime() + 7 * days).toISOString()
  t.same((await queryGraphQL(app, deletion, {}, guest)).data, { deleteAccount: { user: { deletesAt } } })
  t.equal(errorCodeOf(await queryGraphQL(app, '{ me { id } }', {}, guest)), 'UNAUTHENTICATED')

  advance(7 * days - 1 * minutes)
  const restored = await signInAgain()
  t.match((await queryGraphQL(app, '{ workouts { totalCount } }', {}, restored)).errors, [
    { extensions: { reason: 'DELETION_PENDING' } },
  ])
  const restoration = 'mutation { restoreAccount { user { deletesAt } } }'
  t.same((await queryGraphQL(app, restoration, {}, restored)).data, {
    restoreAccount: { user: { deletesAt: null } },
  })
  t.same(await workoutsOf(app, restored), [workout])

  await queryGraphQL(app, deletion, {}, restored)
  advance(7 * days)
  await app.features.services.deletion.runDeletions()
  assertError(t, await signIn(), 401, 'INVALID_CREDENTIALS')
  t.equal(box.waiting(), 0)
})

t.test('makes a guest permanent with a mailed code, and keeps id, records and sessions', async t => {
  const { app, box } = await start(t)
  const guest = await newGuest(app)
  const workout = await saveWorkout(app, guest)
  const challenge = await requestCode(app, 'ada@example.com', guest)
  const mail = await box.next()
  t.match(mail, { to: [{ address: 'ada@example.com' }], subject: 'Your confirmation code' })
  const code = codeIn(mail)!
  assertError(
    t,
    await post(app, 'code/verify', { challenge, code }),
    401,
    'INVALID_CODE',
    'without the guest',
  )
  const other = await newGuest(app)
  const stolen = await post(app, 'code/verify', { challenge, code }, other.headers)
  t.not(stolen.statusCode, 200)
  const verified = await post(app, 'code/verify', { challenge, code }, guest.headers)
  t.match(verified.json(), { user: { id: guest.id, email: 'ada@example.com', verified: true } })
  t.match(await me(app, guest), { id: guest.id, isGuest: false, email: 'ada@example.com', verified: true })
  t.same(await workoutsOf(app, guest), [workout])
  assertError(t, await post(app, 'guest', { guestToken: guest.guestToken }), 401, 'INVALID_CREDENTIALS')
  const signIn = await requestCode(app, 'ada@example.com', { headers: {} as Bearer['headers'] })
  const signedIn = await post(app, 'code/verify', { challenge: signIn, code: codeIn(await box.next()) })
  t.match(signedIn.json(), { user: { id: guest.id } })
})

t.test('reveals only to the owner of an address that it has an account', async t => {
  const { app, box } = await start(t)
  const user = await signUp(app)
  const guest = await newGuest(app)
  const known = await post(app, 'code', { email: user.email }, guest.headers)
  const unknown = await post(app, 'code', { email: 'free@example.com' }, guest.headers)
  t.same(Object.keys(known.json<object>()), Object.keys(unknown.json<object>()))
  t.equal(known.statusCode, unknown.statusCode)
  const { challenge } = known.json<{ challenge: string }>()
  const mails = [await box.next(), await box.next()]
  const code = codeIn(mails.find(({ to }) => to?.[0]?.address === user.email)!)!
  assertError(
    t,
    await post(app, 'code/verify', { challenge, code: wrongCode(code) }, guest.headers),
    401,
    'INVALID_CODE',
  )
  assertError(t, await post(app, 'code/verify', { challenge, code }, guest.headers), 409, 'EMAIL_TAKEN')
  t.match(await me(app, guest), { isGuest: true })
  const signedIn = await post(app, 'code/verify', { challenge, code })
  t.match(signedIn.json(), { user: { id: user.id } }, 'the code still signs the owner in')
})

t.test('makes a guest permanent with a confirmed registration, by link and by code', async t => {
  const { app, box } = await start(t)
  for (const way of ['link', 'code'] as const) {
    const guest = await newGuest(app)
    const workout = await saveWorkout(app, guest)
    const registration = newRegistration()
    const registered = await post(app, 'register', registration, guest.headers)
    t.equal(registered.statusCode, 202, way)
    t.match(await me(app, guest), { isGuest: true })
    const mail = await box.next()
    const { challenge } = registered.json<{ challenge: string }>()
    const confirmed =
      way === 'link'
        ? await post(app, 'verify-email', { token: tokenIn(mail) })
        : await post(app, 'code/verify', { challenge, code: codeIn(mail) })
    t.equal(confirmed.statusCode, way === 'link' ? 204 : 200, confirmed.body)
    const { email, username, password } = registration
    const expected = { id: guest.id, email, username, isGuest: false, hasPassword: true, verified: true }
    t.match(await me(app, guest), expected)
    t.match((await post(app, 'login', { email, password })).json(), { user: { id: guest.id } })
    t.same(await workoutsOf(app, guest), [workout])
  }
})

t.test('keeps a guest apart from the owner of an address that the guest has registered', async t => {
  const { app, box } = await start(t)
  const guest = await newGuest(app)
  const registration = newRegistration()
  await post(app, 'register', registration, guest.headers)
  await box.next()
  const { email, password } = registration
  const challenge = await requestCode(app, email, { headers: {} as Bearer['headers'] })
  const signedIn = await post(app, 'code/verify', { challenge, code: codeIn(await box.next()) })
  t.match(signedIn.json(), { user: { email, verified: true } })
  const owner = signedIn.json<GuestBody>()
  t.not(owner.user.id, guest.id)
  t.match(await me(app, bearer(owner.accessToken)), { isGuest: false, hasPassword: false })
  t.match(await me(app, guest), { id: guest.id, isGuest: true })
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
})

t.test('confirms a registration as an own account if the guest is gone or permanent', async t => {
  const { app, box } = await start(t)
  const guest = await newGuest(app)
  const registration = newRegistration()
  await post(app, 'register', registration, guest.headers)
  const token = tokenIn(await box.next())
  const challenge = await requestCode(app, 'ada@example.com', guest)
  await post(app, 'code/verify', { challenge, code: codeIn(await box.next()) }, guest.headers)
  t.equal((await post(app, 'verify-email', { token })).statusCode, 204)
  const { email, password } = registration
  const login = await post(app, 'login', { email, password })
  t.equal(login.statusCode, 200)
  t.not(login.json<GuestBody>().user.id, guest.id)
})

t.test('makes a guest permanent with an identity, which brings a free confirmed address', async t => {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const settings = { ...unlimitedLogins, GUESTS_ENABLED: 'true', ...issuer.settings }
  const app = await build(t, { settings, clock: hand.clock })
  const user = await signUp(app)
  const link = async (guest: Bearer, sub: string, email: string) => {
    const own = `${nonce}-${sub}`
    const idToken = await issuer.sign({ sub, email, email_verified: true, nonce: own })
    const input = { provider: 'TEST', idToken, nonce: own }
    const mutation =
      'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }'
    return queryGraphQL(app, mutation, { input }, guest)
  }
  const guest = await newGuest(app)
  t.equal(errorCodeOf(await link(guest, 'subject-1', 'ada@example.com')), '0 errors')
  t.match(await me(app, guest), { id: guest.id, isGuest: false, email: 'ada@example.com', verified: true })
  const other = await newGuest(app)
  t.equal(errorCodeOf(await link(other, 'subject-2', user.email)), '0 errors')
  t.match(await me(app, other), { isGuest: false, verified: false, email: `${other.id}@guest.invalid` })
})

t.test('has one winner if a guest becomes permanent in two ways at once', async t => {
  const { app, box } = await start(t)
  const guest = await newGuest(app)
  const challenges: { challenge: string; code: string }[] = []
  for (const email of ['ada@example.com', 'eve@example.com']) {
    const challenge = await requestCode(app, email, guest)
    challenges.push({ challenge, code: codeIn(await box.next())! })
  }
  const responses = await Promise.all(challenges.map(body => post(app, 'code/verify', body, guest.headers)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401])
  t.match(await me(app, guest), { isGuest: false, verified: true })
})

t.test('erases guests that were not used for 90 days, and no others', async t => {
  const { app, box, advance } = await start(t)
  const removeUnused = jobOf(app)
  const [unused, used, permanent] = [await newGuest(app), await newGuest(app), await newGuest(app)]
  await saveWorkout(app, used)
  const challenge = await requestCode(app, 'ada@example.com', permanent)
  await post(app, 'code/verify', { challenge, code: codeIn(await box.next()) }, permanent.headers)
  advance(6 * days)
  t.equal((await post(app, 'refresh', { refreshToken: used.refreshToken })).statusCode, 200)
  advance(83 * days)
  await removeUnused()
  t.match(await me(app, unused), { isGuest: true })
  advance(1 * days)
  await removeUnused()
  assertError(t, await post(app, 'guest', { guestToken: unused.guestToken }), 401, 'INVALID_CREDENTIALS')
  t.equal((await post(app, 'guest', { guestToken: used.guestToken })).statusCode, 200)
  t.match(await me(app, permanent), { email: 'ada@example.com' })
  await app.features.services.deletion.runDeletions()
  t.equal((await workoutsOf(app, used)).length, 1)
  t.equal(await app.features.services.account.findById(unused.id), null)
})

t.test('never erases a guest that signs in at the same time', async t => {
  const { app, advance } = await start(t)
  const guest = await newGuest(app)
  advance(90 * days)
  const [signedIn] = await Promise.all([post(app, 'guest', { guestToken: guest.guestToken }), jobOf(app)()])
  const isKept = (await app.features.services.account.findById(guest.id)) !== null
  t.equal(isKept, signedIn.statusCode === 200)
})

t.test('never erases a guest that becomes permanent at the same time', async t => {
  const { app, box, advance } = await start(t)
  for (let round = 1; round <= 5; round++) {
    const guest = await newGuest(app)
    const workout = await saveWorkout(app, guest)
    advance(90 * days)
    const challenge = await requestCode(app, `guest-${round}@example.com`, guest)
    const code = codeIn(await box.next())!
    const [upgraded] = await Promise.all([
      post(app, 'code/verify', { challenge, code }, guest.headers),
      jobOf(app)(),
    ])
    await app.features.services.deletion.runDeletions()
    const owner = await app.features.services.account.findById(guest.id)
    if (upgraded.statusCode === 200) {
      t.match(owner, { account: { isGuest: false, verified: true } })
      t.same(await workoutsOf(app, guest), [workout])
    } else {
      assertError(t, upgraded, 401, 'INVALID_CODE')
      t.equal(owner, null)
    }
  }
})

t.test('does not confirm the missing address of a guest, and makes no administrator of one', async t => {
  const { app } = await start(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const { id } = await newGuest(app)
  for (const mutation of [
    `verifyUser(input: { id: "${id}" }) { user { id } }`,
    `setUserRole(input: { id: "${id}", role: ADMIN }) { user { id } }`,
  ])
    t.equal(errorCodeOf(await queryGraphQL(app, `mutation { ${mutation} }`, {}, admin)), 'CONFLICT', mutation)
})

t.test('counts registrations and requests for codes by the address, whatever the token', async t => {
  const { app } = await start(t, { RATE_LIMIT_PUBLIC_PER_HOUR: '10' })
  const guests = [await newGuest(app), await newGuest(app)]
  const remainingOf = async (path: string, body: object, { headers }: Bearer) =>
    (await post(app, path, body, headers)).headers['x-ratelimit-remaining']
  let remaining = 10 - guests.length
  for (const guest of guests) {
    const code = await remainingOf('code', { email: newRegistration().email }, guest)
    t.equal(code, `${--remaining}`, 'a code')
    const registration = await remainingOf('register', newRegistration(), guest)
    t.equal(registration, `${--remaining}`, 'a registration')
  }
  t.equal(
    await remainingOf('code', { email: newRegistration().email }, { headers: { authorization: '' } }),
    `${--remaining}`,
    'no token',
  )
  t.equal((await app.inject({ url: '/auth/profile', ...guests[0] })).headers['x-ratelimit-limit'], '1000000')
})
