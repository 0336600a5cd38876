import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { days, minutes, seconds } from '../../../../src/lib/quantities.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  logIn,
  signUp,
  type TestUser,
  type Settings,
} from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { responseOf, startListening, socketClient } from '../../../graphql/subscriptions/live.js'
import { photoPart, post as upload } from '../../media/photos/photo-app.js'
import { unlimitedLogins, getProfile, manualClock, post, assertError } from './requests.js'

const deletion = `mutation ($password: String!, $immediately: Boolean) {
  deleteAccount(input: { password: $password, immediately: $immediately }) { user { id deletesAt } }
}`
const restoration = 'mutation { restoreAccount { user { deletesAt } } }'
const me = '{ me { email deletesAt } }'

interface AuditLog {
  auditLog: { edges: { node: { subject: string; action: string } }[] }
}

/** Starts an app with a mail server and a manual clock. */
async function startApp(t: Test, more: Settings = {}) {
  const box = await mailbox(t)
  const hand = manualClock()
  const app = await build(t, {
    settings: { SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '30d', ...unlimitedLogins, ...more },
    clock: hand.clock,
  })
  return { app, box, ...hand, sweep: app.features.services.deletion.runDeletions }
}

const remove = (app: App, person: TestUser, immediately?: boolean) =>
  queryGraphQL<{ deleteAccount: { user: { deletesAt: string } } | null }>(
    app,
    deletion,
    { password: person.password, immediately },
    person,
  )

const again = async (app: App, { email, password }: TestUser) => {
  const { accessToken } = await logIn(app, email, password)
  return { token: accessToken, headers: { authorization: `Bearer ${accessToken}` } }
}

t.test('allows only restoring during the grace period of seven days', async t => {
  const { app, box, clock, sweep, advance } = await startApp(t)
  const [person, other] = [await signUp(app), await signUp(app)]
  const tablet = await logIn(app, person.email, person.password)
  const day = new Date(clock().getTime() + 7 * days)
  t.match(await remove(app, person), { data: { deleteAccount: { user: { deletesAt: day.toISOString() } } } })
  const mail = await box.next()
  t.match(mail, { subject: 'Your account will be deleted', to: [{ address: person.email }] })
  t.ok(
    mail.text?.includes(
      `${day.getUTCDate()} ${day.toLocaleString('en', { month: 'long', timeZone: 'UTC' })}`,
    ),
  )
  for (const token of [person.token, tablet.accessToken])
    assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  assertError(
    t,
    await post(app, 'refresh', { refreshToken: tablet.refreshToken }),
    401,
    'INVALID_REFRESH_TOKEN',
  )

  advance(7 * days - 1 * minutes)
  await sweep()
  const session = await again(app, person)
  t.match(await queryGraphQL(app, me, {}, session), {
    data: { me: { email: person.email, deletesAt: day.toISOString() } },
  })
  t.equal((await getProfile(app, session.token)).statusCode, 200)
  const closed = [
    '{ workouts { totalCount } }',
    '{ exercises { totalCount } }',
    `{ node(id: "${person.id}") { id } }`,
  ]
  for (const query of [
    ...closed,
    'mutation { skipUnknown: updateProfile(input: { bio: "x" }) { conflict } }',
  ]) {
    const { errors } = await queryGraphQL(app, query, {}, session)
    t.match(errors, [{ extensions: { code: 'FORBIDDEN', reason: 'DELETION_PENDING' } }], query)
  }
  const photo = await upload(app, session, [photoPart()])
  t.match([photo.statusCode, photo.json()], [403, { error: { code: 'DELETION_PENDING' } }])
  const seen = `{ user(id: "${person.id}") { username } }`
  t.equal(errorCodeOf(await queryGraphQL(app, seen, {}, other)), 'NOT_FOUND')

  t.same(await queryGraphQL(app, restoration, {}, session), {
    data: { restoreAccount: { user: { deletesAt: null } } },
  })
  t.match(await box.next(), { subject: 'Your account will not be deleted' })
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, session), {
    data: { workouts: { totalCount: 0 } },
  })
  t.match(await queryGraphQL(app, seen, {}, other), { data: { user: { username: person.username } } })
  t.match(await queryGraphQL(app, restoration, {}, session), {
    data: { restoreAccount: { user: { deletesAt: null } } },
  })
  advance(1 * days)
  await sweep()
  t.ok(await again(app, person))
  t.equal(box.waiting(), 0)
})

t.test('lifts the restrictions of open sockets after a restoration', async t => {
  const { app, socketUrl } = await startListening(t)
  const person = await signUp(app)
  await remove(app, person)
  const { headers } = await again(app, person)
  const client = socketClient(t, socketUrl, { connectionParams: headers, lazy: false })
  const query = '{ workouts { totalCount } }'
  t.match(await responseOf(client, { query }), { errors: [{ extensions: { reason: 'DELETION_PENDING' } }] })
  t.notOk((await queryGraphQL(app, restoration, {}, { headers })).errors)
  // The socket learns of the restoration asynchronously.
  const sendQuery = async () => (await responseOf(client, { query })) as { errors?: object[] }
  let response = await sendQuery()
  while (response.errors) response = await sendQuery()
  t.match(response, { data: { workouts: { totalCount: 0 } } })
})

t.test('sends no requested link after the account is erased', async t => {
  const { app, box } = await startApp(t)
  const person = await signUp(app)
  const { account } = app.features.services
  const { findByEmail: byEmail } = account
  const existing = byEmail(person.email)
  await existing
  await remove(app, person, true)
  // A request that has read the account before the erasure still uses it.
  account.findByEmail = () => existing
  for (const path of ['forgot-password', 'resend-verification'])
    await post(app, path, { email: person.email })
  await app.inject({ method: 'POST', url: '/account/delete/link', payload: { email: person.email } })
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test(
  'prevents sign-in and restoration after the grace period, and releases username and address',
  async t => {
    const { app, box, sweep, advance } = await startApp(t, { ACCOUNT_DELETION_GRACE: '1h' })
    const person = await signUp(app)
    await remove(app, person)
    await box.next()
    advance(59 * minutes)
    const session = await again(app, person)
    advance(1 * minutes)
    const { email, username, password } = person
    assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
    t.equal(errorCodeOf(await queryGraphQL(app, restoration, {}, session)), 'CONFLICT')
    await sweep()
    assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
    t.equal(errorCodeOf(await queryGraphQL(app, me, {}, session)), 'UNAUTHENTICATED')

    t.equal(
      (await post(app, 'register', { email, username, password: 'eleven blue herons' })).statusCode,
      202,
    )
    t.equal((await post(app, 'verify-email', { token: tokenIn(await box.next()) })).statusCode, 204)
    const { user } = await logIn(app, email, 'eleven blue herons')
    t.not(user.id, person.id)
    advance(10 * minutes)
    await sweep()
    t.match(await box.next(), { subject: 'Your account has been deleted', to: [{ address: email }] })
    t.ok(await logIn(app, email, 'eleven blue herons'), 'keeps the later account')
    await sweep()
    t.equal(box.waiting(), 0)
  },
)

t.test('deletes immediately on request', async t => {
  const { app, box, sweep, advance } = await startApp(t)
  const person = await signUp(app)
  t.match(await remove(app, person, true), { data: { deleteAccount: { user: { id: person.id } } } })
  assertError(t, await getProfile(app, person.token), 401, 'UNAUTHENTICATED')
  const { email, username, password } = person
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
  t.equal((await post(app, 'register', { email, username, password })).statusCode, 202)
  t.match(await box.next(), { subject: 'Confirm your e-mail address' })
  advance(10 * minutes)
  await Promise.all([sweep(), sweep(), sweep()])
  t.match(await box.next(), { subject: 'Your account has been deleted' })
  await sweep()
  t.equal(box.waiting(), 0, 'sends the notice once')
})

t.test('deletes nothing with a wrong password, and counts it as a failed login of the caller', async t => {
  const { app, box } = await startApp(t, { RATE_LIMIT_LOGIN_FAILURES: '3' })
  const person = await signUp(app)
  const wrong = { ...person, password: 'wrong' }
  for (let attempt = 1; attempt <= 3; attempt++)
    t.match((await remove(app, wrong, true)).errors, [
      {
        message: 'input.password is not the correct password.',
        extensions: { code: 'BAD_USER_INPUT', reason: 'WRONG_PASSWORD' },
      },
    ])
  for (const given of [wrong, person]) t.equal(errorCodeOf(await remove(app, given, true)), 'RATE_LIMITED')
  const { email, password } = person
  assertError(t, await post(app, 'login', { email, password }), 429, 'TOO_MANY_REQUESTS')
  t.match(
    await queryGraphQL(app, me, {}, person),
    { data: { me: { deletesAt: null } } },
    'the session remains valid',
  )
  const elsewhere = await app.inject({
    ...{ method: 'POST', url: '/auth/login', remoteAddress: '203.0.113.9' },
    payload: { email, password },
  })
  t.equal(elsewhere.statusCode, 200)
  t.equal(box.waiting(), 0)
  t.equal(errorCodeOf(await queryGraphQL(app, deletion, { password: 'x' })), 'UNAUTHENTICATED')
})

t.test('keeps one of the last two administrators who delete their accounts concurrently', async t => {
  const { app } = await startApp(t)
  const { accountAccess } = app.features.services
  const [one, other, third, user] = [
    ...[await signUp(app, { role: 'ADMIN' }), await signUp(app, { role: 'ADMIN' })],
    ...[await signUp(app, { role: 'ADMIN' }), await signUp(app)],
  ]
  await accountAccess.setEnabled(third!.id, false, { actor: other!.id, client: null })
  const responses = await Promise.all([remove(app, one!), remove(app, other!, true)])
  t.same(responses.map(({ errors }) => errors?.[0]?.extensions.code ?? 'left').sort(), ['CONFLICT', 'left'])
  t.notOk((await remove(app, user!)).errors, 'users who are not administrators can be deleted')
})

t.test('retries failed erasures in the next run without delaying others', async t => {
  const { app, box, sweep, advance } = await startApp(t)
  const users = [await signUp(app), await signUp(app)]
  const { userData } = app.features.modules.find(({ services }) => 'owned' in services) ?? {}
  if (!userData) throw new Error('the owned feature keeps user data')
  const { erase } = userData
  userData.erase = async (userId, pseudonym) => {
    if (userId === users[0]!.id) throw new Error('the storage is unavailable')
    return erase(userId, pseudonym)
  }
  for (const person of users) await remove(app, person, true)
  advance(10 * minutes)
  await t.rejects(sweep(), { message: '1 account could not be erased; the next run tries again' })
  const erasures = await app.features.services.erasureQueue()
  t.match(erasures, { length: 1, lastFailure: { reason: 'the storage is unavailable' } })
  t.match(await box.next(), { to: [{ address: users[1]!.email }] })
  userData.erase = erase
  await sweep()
  t.match(await box.next(), { to: [{ address: users[0]!.email }] })
})

t.test('replaces the user by the same pseudonym in entries that are recorded during the erasure', async t => {
  const { app, sweep, advance } = await startApp(t)
  const [user, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
  const { audit } = app.features.services
  const { userData } = app.features.modules.find(({ services }) => 'photos' in services) ?? {}
  if (!userData) throw new Error('the photos feature keeps user data')
  const { erase } = userData
  userData.erase = async (userId, pseudonym) => {
    await audit.record({ actor: null, subject: userId, action: 'LOGIN_FAILED', client: null })
    return erase(userId, pseudonym)
  }
  await remove(app, user, true)
  advance(10 * minutes)
  await sweep()
  const query = '{ auditLog(first: 100) { edges { node { subject action } } } }'
  const { data } = await queryGraphQL<AuditLog>(app, query, {}, admin)
  const entries = data?.auditLog.edges.map(({ node }) => node) ?? []
  const subjectOf = (action: string) => entries.find(entry => entry.action === action)?.subject
  t.match(subjectOf('LOGIN_FAILED'), /^erased-/)
  t.equal(subjectOf('LOGIN_FAILED'), subjectOf('ACCOUNT_ERASED'))
})

t.test('completes either the restoration or the erasure if they run concurrently', async t => {
  const { app, box, sweep, advance } = await startApp(t, { ACCOUNT_DELETION_GRACE: '1h' })
  for (const late of [-1, 0, 1]) {
    const person = await signUp(app)
    await remove(app, person)
    await box.next()
    const session = await again(app, person)
    advance(60 * minutes + late)
    const [restored] = await Promise.all([queryGraphQL(app, restoration, {}, session), sweep(), sweep()])
    const { email, password } = person
    const { statusCode } = await post(app, 'login', { email, password })
    t.equal(statusCode, restored.errors ? 401 : 200, `${late} ms late`)
    t.equal(statusCode, late < 0 ? 200 : 401, `${late} ms late`)
    if (late < 0) await box.next()
  }
})

t.test('ends a session that is created during the erasure', async t => {
  const { app, sweep, advance } = await startApp(t, { ACCOUNT_DELETION_GRACE: '1h' })
  const person = await signUp(app)
  await remove(app, person)
  advance(60 * minutes - 1 * seconds)
  const { email, password } = person
  const logins = Array.from({ length: 5 }, () => post(app, 'login', { email, password }))
  const first = await logins[0]!
  advance(1 * seconds)
  await Promise.all([sweep(), ...logins])
  for (const { statusCode, json } of [first, ...(await Promise.all(logins))])
    if (statusCode === 200) assertError(t, await getProfile(app, json().accessToken), 401, 'UNAUTHENTICATED')
})
