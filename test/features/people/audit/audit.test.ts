import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { AuditEntry } from '../../../../generated/resolvers.js'
import type { AuditAction } from '../../../../src/features/people/audit/models.js'
import { createPseudonym } from '../../../../src/features/people/audit/service.js'
import { days } from '../../../../src/lib/quantities.js'
import { queryGraphQL, build, errorCodeOf, logIn, signUp, type TestUser } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, manualClock, newRegistration, post } from '../auth/requests.js'

const document = `query($userId: ID, $action: AuditAction, $first: Int, $after: String) {
  auditLog(userId: $userId, action: $action, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { id actor subject action at ipAddress userAgent } }
  }
}`

interface Log {
  auditLog: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    edges: { node: AuditEntry }[]
  } | null
}

async function log(app: App, admin: TestUser, variables: object = {}) {
  // Waits for entries that are written in the background.
  const { data, errors } = await queryGraphQL<Log>(app, document, variables, admin)
  if (!data?.auditLog) throw new Error(JSON.stringify(errors))
  return data.auditLog
}

const entries = async (app: App, admin: TestUser, variables: object = {}) =>
  (await log(app, admin, variables)).edges.map(({ node }) => node)

/** Returns the actions, the newest last. */
const actions = async (app: App, admin: TestUser, userId: string): Promise<AuditAction[]> =>
  (await entries(app, admin, { userId, first: 100 })).map(({ action }) => action).reverse()

t.test('records actions with actor, address and device', async t => {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const app = await build(t, { clock, settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { email, username, password } = newRegistration()
  const phone = { 'user-agent': 'Phone/1' }
  const step = async (path: string, payload: object) => {
    advance(1000)
    return post(app, path, payload, phone)
  }

  await step('register', { email, username, password })
  await step('verify-email', { token: tokenIn(await box.next()) })
  await step('register', { email, username: `${username}2`, password })
  await box.next()
  const { user, refreshToken } = (await step('login', { email, password })).json()
  await step('logout', { refreshToken })
  // Ending an ended session adds no entry.
  await step('logout', { refreshToken })
  await step('forgot-password', { email })
  const token = tokenIn(await box.next())
  await step('reset-password', { token, password: 'twelve green herons' })
  advance(1000)
  const { accessToken } = await logIn(app, email, 'twelve green herons')
  const person = { headers: { authorization: `Bearer ${accessToken}` } }
  advance(1000)
  await queryGraphQL(
    app,
    'mutation { updateProfile(input: { username: "another-name" }) { conflict } }',
    {},
    person,
  )
  advance(1000)
  await queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, person)
  const enable =
    'mutation($id: ID!, $enabled: Boolean!) { setAccountEnabled(input: { id: $id, enabled: $enabled }) { user { id } } }'
  for (const enabled of [false, false, true]) {
    advance(1000)
    await queryGraphQL(app, enable, { id: user.id, enabled }, admin)
  }

  t.same(await actions(app, admin, user.id), [
    ...['REGISTERED', 'EMAIL_VERIFIED', 'REGISTRATION_REPEATED', 'LOGGED_IN', 'LOGGED_OUT', 'PASSWORD_RESET'],
    ...['LOGGED_IN', 'USERNAME_CHANGED', 'SESSIONS_REVOKED', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'],
  ])
  const [latest, ...earlier] = await entries(app, admin, { userId: user.id })
  t.match(latest, { actor: admin.id, subject: user.id, at: clock().toISOString(), ipAddress: '127.0.0.1' })
  const byOwner = earlier.filter(({ action }) =>
    ['REGISTERED', 'LOGGED_OUT', 'PASSWORD_RESET'].includes(action),
  )
  t.equal(byOwner.length, 3)
  for (const entry of byOwner)
    t.match(entry, { actor: user.id, ipAddress: '127.0.0.1', userAgent: 'Phone/1' })
  t.match(
    earlier.find(({ action }) => action === 'REGISTRATION_REPEATED'),
    { actor: null, subject: user.id },
    'a repeated registration has no actor',
  )
  t.same(
    (await entries(app, admin, { userId: admin.id, action: 'ACCOUNT_DISABLED' })).map(
      ({ subject }) => subject,
    ),
    [user.id],
    'finds entries by the actor',
  )
})

t.test('records no failed actions', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password })
  const token = tokenIn(await box.next())
  await app.inject({ url: `/auth/verify-email?token=${token}` })
  await post(app, 'verify-email', { token: token.replace(/^.../, 'abc') })
  const known = (await app.features.services.account.findByEmail(email))!
  t.same(await actions(app, admin, known.account.id), ['REGISTERED'])
})

t.test('records at most ten failed logins per hour, and none of unknown addresses', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock, settings: unlimitedLogins })
  const [admin, person] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  for (let time = 1; time <= 12; time++) {
    await post(app, 'login', { email: person.email, password: 'a wrong guess' })
    await post(app, 'login', { email: 'nobody@example.com', password: 'a wrong guess' })
  }
  // The entries are written after the response.
  const failures = () => entries(app, admin, { action: 'LOGIN_FAILED', first: 100 })
  while ((await failures()).length < 10);
  t.ok((await failures()).every(({ actor, subject }) => actor === null && subject === person.id))
  advance(1000)
  t.equal((await failures()).length, 10)
})

t.test('lists the log in pages, for one user or all', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { audit } = app.features.services
  const subjects = ['a', 'b'].map(letter => letter.repeat(24))
  // Several entries have the same time: pages are divided between them.
  for (let number = 0; number < 12; number++) {
    if (number % 3 === 0) advance(1)
    const subject = subjects[number % 2]!
    await audit.record({ actor: null, subject, action: 'ACCOUNT_ENABLED', client: null })
  }
  const seen: AuditEntry[] = []
  let after: string | null = null
  let hasNextPage = true
  while (hasNextPage) {
    const page: NonNullable<Log['auditLog']> = await log(app, admin, { userId: subjects[0], first: 4, after })
    seen.push(...page.edges.map(({ node }) => node))
    after = page.pageInfo.endCursor
    hasNextPage = page.pageInfo.hasNextPage
  }
  t.equal(new Set(seen.map(({ id }) => id)).size, 6)
  t.same(
    seen.map(({ at }) => at),
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  t.equal((await entries(app, admin, { action: 'ACCOUNT_ENABLED', first: 100 })).length, 12)
  t.same(await entries(app, admin, { action: 'ACCOUNT_ERASED' }), [])
  t.equal(errorCodeOf(await queryGraphQL(app, document, { userId: 'nobody' }, admin)), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await queryGraphQL(app, document, {}, await signUp(app))), 'FORBIDDEN')
  t.equal(errorCodeOf(await queryGraphQL(app, document)), 'UNAUTHENTICATED')
})

t.test('filters the log by username, e-mail address and time', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const [admin, user] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const { audit } = app.features.services
  const event = { actor: null, subject: user.id, action: 'ACCOUNT_ENABLED', client: null } as const
  const times: string[] = []
  for (let number = 0; number < 4; number++) {
    advance(1000)
    times.push(clock().toISOString())
    await audit.record(event)
    await audit.record({ ...event, subject: admin.id })
  }
  const query = `query($userId: ID, $userName: String, $from: DateTime, $to: DateTime, $first: Int, $after: String) {
    auditLog(userId: $userId, userName: $userName, action: ACCOUNT_ENABLED, from: $from, to: $to, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id subject at } }
    }
  }`
  const find = async (variables: object) => {
    const { data, errors } = await queryGraphQL<Log>(app, query, variables, admin)
    if (!data?.auditLog) throw new Error(JSON.stringify(errors))
    return data.auditLog
  }
  const found = async (variables: object) =>
    (await find(variables)).edges.map(({ node }) => [node.subject, node.at])
  const ofUser = times.toReversed().map(at => [user.id, at])
  for (const userName of [user.username, user.username.toUpperCase(), user.email, ` ${user.email} `])
    t.same(await found({ userName }), ofUser, userName)
  t.same(await found({ userName: 'unknown-name' }), [])
  t.same(await found({ userName: user.username.slice(0, -1) }), [], 'only the whole name matches')
  t.same(await found({ userName: '' }), [])
  t.same(await found({ userName: user.email, from: times[1], to: times[3] }), ofUser.slice(1, 3))
  t.equal((await found({ from: times[3] })).length, 2)
  t.equal((await found({ to: times[1] })).length, 2)
  const first = await find({ from: times[1], to: times[3], first: 3 })
  const rest = await find({ from: times[1], to: times[3], first: 3, after: first.pageInfo.endCursor })
  t.same([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage, rest.edges.length], [true, false, 1])

  const fieldOf = async (variables: object) =>
    (await queryGraphQL(app, query, variables, admin)).errors?.[0]?.extensions['field']
  t.equal(await fieldOf({ userName: user.email, userId: user.id }), 'userName')
  t.equal(await fieldOf({ userName: 'x'.repeat(255) }), 'userName')
  t.equal(await fieldOf({ from: times[1], to: times[1] }), 'to')
})

t.test('replaces an erased user by one pseudonym in all entries, without address and device', async t => {
  const app = await build(t)
  const [admin, erased, other] = [await signUp(app, { role: 'ADMIN' }), await signUp(app), await signUp(app)]
  const { audit } = app.features.services
  const client = { address: '192.0.2.7', device: `the phone of ${erased.username}` }
  await audit.record({ actor: erased.id, subject: other.id, action: 'SESSIONS_REVOKED', client })
  for (let number = 0; number < 510; number++)
    await audit.record({ actor: erased.id, subject: erased.id, action: 'LOGGED_IN', client })
  const before = await entries(app, admin, { userId: admin.id })

  const pseudonym = createPseudonym()
  await audit.pseudonymize(erased.id, pseudonym)
  t.same(await entries(app, admin, { userId: erased.id }), [])
  const left = await entries(app, admin, { userId: pseudonym, first: 100 })
  t.equal(left.length, 100)
  const text = JSON.stringify(await entries(app, admin, { first: 100 }))
  for (const trace of [erased.id, erased.username, client.address]) t.notOk(text.includes(trace), trace)
  t.ok(left.every(({ ipAddress, userAgent }) => ipAddress === null && userAgent === null))
  t.match(await entries(app, admin, { userId: other.id, action: 'SESSIONS_REVOKED' }), [
    { actor: pseudonym, subject: other.id, ipAddress: null, userAgent: null },
  ])
  t.same(await entries(app, admin, { userId: admin.id }), before, 'other entries are unchanged')
  await audit.pseudonymize(erased.id, pseudonym)
  t.equal(
    (await entries(app, admin, { userId: pseudonym, first: 100 })).length,
    100,
    'a repetition changes nothing',
  )
})

t.test('deletes entries after the configured time', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, {
    clock,
    settings: { AUDIT_EXPIRES_IN: '30d', JWT_ACCESS_TOKEN_EXPIRES_IN: '90d' },
  })
  const admin = await signUp(app, { role: 'ADMIN' })
  advance(30 * days - 1)
  t.equal((await entries(app, admin, { userId: admin.id })).length, 3)
  advance(1)
  t.same(await entries(app, admin), [])
})
