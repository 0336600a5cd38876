import t, { type Test } from 'tap'
import type { App } from '../../../../../src/app.js'
import { hours, minutes } from '../../../../../src/lib/quantities.js'
import { build, errorCodeOf, queryGraphQL, signUp, type TestUser } from '../../../../helper.js'
import { mailbox, tokenIn, type Mailbox } from '../../../../mailbox.js'
import { codeAt, enableSecondFactor } from '../authenticator-app.js'
import { assertError, manualClock, newRegistration, post, unlimitedLogins } from '../requests.js'
import { nonce, startIssuer, type Issuer } from './issuer.js'

async function start(t: Test) {
  const hand = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const issuer = await startIssuer(t, hand.clock)
  const box = await mailbox(t)
  const settings = {
    ...unlimitedLogins,
    ...issuer.settings,
    SMTP_URL: box.url,
    JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
  }
  const app = await build(t, { settings, clock: hand.clock })
  return { app, issuer, box, ...hand }
}

let nonceCount = 0

/** Signs in with a token for the address. */
async function signIn(app: App, issuer: Issuer, claims: Record<string, unknown>) {
  const own = `${nonce}-${++nonceCount}`
  return post(app, 'oidc/test', { idToken: await issuer.sign({ ...claims, nonce: own }), nonce: own })
}

async function linkTokenOf(app: App, issuer: Issuer, { email }: { email: string }, sub = 'subject-1') {
  const response = await signIn(app, issuer, { sub, email, email_verified: true })
  const { statusCode, code, linkToken } = response.json<Record<string, string>>()
  if (code !== 'LINK_REQUIRED') throw new Error(`${statusCode}: ${response.body}`)
  return linkToken!
}

const identitiesOf = async (app: App, user: Pick<TestUser, 'headers'>) =>
  (
    await queryGraphQL<{ identities: { id: string; providerEmail: string }[] }>(
      app,
      '{ identities { id providerEmail } }',
      {},
      user,
    )
  ).data!.identities

const linkMutation =
  'mutation($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id providerEmail } } }'

async function link(app: App, issuer: Issuer, user: TestUser, claims: Record<string, unknown> = {}) {
  const own = `${nonce}-${++nonceCount}`
  const input = { provider: 'TEST', idToken: await issuer.sign({ ...claims, nonce: own }), nonce: own }
  return queryGraphQL<{ linkIdentity: { identity: { id: string } } }>(app, linkMutation, { input }, user)
}

const unlink = (app: App, user: Pick<TestUser, 'headers'>, id: string) =>
  queryGraphQL(
    app,
    'mutation($id: ID!) { unlinkIdentity(input: { id: $id }) { identity { id } } }',
    { id },
    user,
  )

/** Changes the address and confirms the new one. */
async function changeEmail(app: App, box: Mailbox, user: TestUser) {
  const newEmail = newRegistration().email
  const operation =
    'mutation($newEmail: String!) { changeEmail(input: { newEmail: $newEmail }) { user { id } } }'
  await queryGraphQL(app, operation, { newEmail }, user)
  const sent = [await box.next(), await box.next()]
  const confirmation = sent.find(({ to }) => to?.[0]?.address === newEmail)!
  const confirmed = await post(app, 'verify-email', { token: tokenIn(confirmation) })
  if (confirmed.statusCode !== 204) throw new Error(confirmed.body)
}

t.test('links an identity to the account of its address after the password', async t => {
  const { app, issuer, box } = await start(t)
  const user = await signUp(app)
  const linkToken = await linkTokenOf(app, issuer, user)
  t.same(await identitiesOf(app, user), [])
  assertError(t, await post(app, 'oidc/link', { linkToken, password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  const linked = await post(app, 'oidc/link', { linkToken, password: user.password })
  t.match(linked.json(), { user: { id: user.id } })
  const mail = await box.next()
  t.match(mail, { to: [{ address: user.email }], subject: 'A sign-in service was linked to your account' })
  t.match(mail.text, `Test (${user.email})`)
  assertError(t, await post(app, 'oidc/link', { linkToken, password: user.password }), 400, 'INVALID_TOKEN')
  t.match((await signIn(app, issuer, {})).json(), { user: { id: user.id } })
})

t.test('does not link without the agreement of the owner', async t => {
  const { app, issuer, advance } = await start(t)
  const user = await signUp(app)
  const unverified = await signIn(app, issuer, { email: user.email, email_verified: false })
  t.not(unverified.json<{ user: { id: string } }>().user.id, user.id)
  const linkToken = await linkTokenOf(app, issuer, user, 'subject-2')
  for (let attempt = 1; attempt <= 5; attempt++)
    assertError(t, await post(app, 'oidc/link', { linkToken, password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'oidc/link', { linkToken, password: user.password }), 400, 'INVALID_TOKEN')
  const late = await linkTokenOf(app, issuer, user, 'subject-2')
  advance(10 * minutes)
  assertError(
    t,
    await post(app, 'oidc/link', { linkToken: late, password: user.password }),
    400,
    'INVALID_TOKEN',
  )
  t.same(await identitiesOf(app, user), [])
})

t.test('keeps a mailed link whose form was sent without the code of the second factor', async t => {
  const { app, issuer, box, advance, clock } = await start(t)
  const user = await signUp(app)
  const linkToken = await linkTokenOf(app, issuer, user)
  await post(app, 'oidc/link', { linkToken })
  const token = tokenIn(await box.next())
  // The page was opened before, and has no field for the code.
  const { secret } = await enableSecondFactor(app, user, clock())
  advance(1 * minutes)
  const submit = (form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/auth/link-identity',
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const without = await submit({ token })
  t.equal(without.statusCode, 401)
  t.match(without.body, 'name="code"')
  t.same(await identitiesOf(app, user), [])
  t.equal((await submit({ token, code: codeAt(secret, clock()) })).statusCode, 200)
  t.equal((await identitiesOf(app, user)).length, 1)
})

t.test('links an identity by a mailed link, which works once and for an hour', async t => {
  const { app, issuer, box, advance } = await start(t)
  const user = await signUp(app)
  const linkToken = await linkTokenOf(app, issuer, user)
  t.equal((await post(app, 'oidc/link', { linkToken })).statusCode, 202)
  const mail = await box.next()
  t.match(mail.to, [{ address: user.email }])
  const token = tokenIn(mail)
  const page = await app.inject(`/auth/link-identity?token=${token}`)
  t.match(page.body, `Test (${user.email}) will be able to sign in to your account.`)
  t.same(await identitiesOf(app, user), [], 'opening the page changes nothing')
  const used = await post(app, 'link-identity', { token })
  t.equal(used.statusCode, 204)
  t.equal((await identitiesOf(app, user)).length, 1)
  t.equal((await post(app, 'link-identity', { token })).statusCode, 400)
  await box.next()

  const other = await signUp(app)
  const otherLink = await linkTokenOf(app, issuer, other, 'subject-2')
  await post(app, 'oidc/link', { linkToken: otherLink })
  const late = tokenIn(await box.next())
  advance(1 * hours)
  t.equal((await post(app, 'link-identity', { token: late })).statusCode, 400)
  t.match((await app.inject(`/auth/link-identity?token=${late}`)).body, 'The link is not valid')
})

t.test(
  'ends a mailed link with a change of the address, a password reset and a sign-out everywhere',
  async t => {
    const { app, issuer, box } = await start(t)
    const resetPassword = async ({ email }: TestUser) => {
      await post(app, 'forgot-password', { email })
      const token = tokenIn(await box.next())
      const reset = await post(app, 'reset-password', { token, password: 'nine blue herons' })
      t.equal(reset.statusCode, 204)
      await box.next()
    }
    const changeAddress = (user: TestUser) => changeEmail(app, box, user)
    const signOutEverywhere = (user: TestUser) =>
      queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, user)
    for (const [index, end] of [changeAddress, resetPassword, signOutEverywhere].entries()) {
      const user = await signUp(app)
      const sub = `former-${index}`
      const linkToken = await linkTokenOf(app, issuer, user, sub)
      await post(app, 'oidc/link', { linkToken })
      const token = tokenIn(await box.next())
      await end(user)
      assertError(t, await post(app, 'link-identity', { token }), 400, 'INVALID_TOKEN', end.name)
      const page = await app.inject(`/auth/link-identity?token=${token}`)
      t.equal(page.statusCode, 400, end.name)
      const later = await signIn(app, issuer, { sub, email: user.email, email_verified: true })
      t.not(later.json<{ user?: { id: string } }>().user?.id, user.id, end.name)
    }
  },
)

t.test('mails no link for an identity whose address the account no longer has', async t => {
  const { app, issuer, box } = await start(t)
  const user = await signUp(app)
  const linkToken = await linkTokenOf(app, issuer, user)
  await changeEmail(app, box, user)
  assertError(t, await post(app, 'oidc/link', { linkToken }), 400, 'INVALID_TOKEN')
})

t.test('links an identity with the button of the page', async t => {
  const { app, issuer, box } = await start(t)
  const user = await signUp(app)
  await post(app, 'oidc/link', { linkToken: await linkTokenOf(app, issuer, user) })
  const payload = new URLSearchParams({ token: tokenIn(await box.next()) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const page = await app.inject({ method: 'POST', url: '/auth/link-identity', payload, headers })
  t.equal(page.statusCode, 200)
  t.match(page.body, 'You can sign in with it now.')
  t.equal((await identitiesOf(app, user)).length, 1)
  const again = await app.inject({ method: 'POST', url: '/auth/link-identity', payload, headers })
  t.match(again.body, 'The link is not valid')
})

t.test('asks for the second factor before linking, by password and by mail', async t => {
  const { app, issuer, box, clock, advance } = await start(t)
  const user = await signUp(app)
  const { secret } = await enableSecondFactor(app, user, clock())
  await box.next()
  advance(1 * minutes)
  const linkToken = await linkTokenOf(app, issuer, user)
  const pending = await post(app, 'oidc/link', { linkToken, password: user.password })
  t.match(pending.json(), { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED' })
  t.same(await identitiesOf(app, user), [])
  const { secondFactorToken } = pending.json<{ secondFactorToken: string }>()
  const signedIn = await post(app, 'second-factor', { secondFactorToken, code: codeAt(secret, clock()) })
  t.equal(signedIn.statusCode, 200)
  const [first] = await identitiesOf(app, user)
  t.match(first, { providerEmail: user.email })
  await box.next()

  advance(1 * minutes)
  await post(app, 'oidc/link', { linkToken: await linkTokenOf(app, issuer, user, 'subject-2') })
  const token = tokenIn(await box.next())
  t.match((await app.inject(`/auth/link-identity?token=${token}`)).body, 'name="code"')
  const wrong = await post(app, 'link-identity', { token, code: '000000' })
  t.match(wrong.json(), { statusCode: 401, code: 'INVALID_CODE' })
  t.equal((await identitiesOf(app, user)).length, 1)
  t.equal((await post(app, 'link-identity', { token, code: codeAt(secret, clock()) })).statusCode, 204)
  t.equal((await identitiesOf(app, user)).length, 2)

  advance(1 * minutes)
  await post(app, 'oidc/link', { linkToken: await linkTokenOf(app, issuer, user, 'subject-3') })
  await box.next()
  const last = tokenIn(await box.next())
  const without = await post(app, 'link-identity', { token: last })
  t.match(without.json(), { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED' })
  const proof = { ...without.json<{ secondFactorToken: string }>(), code: codeAt(secret, clock()) }
  await post(app, 'second-factor', { secondFactorToken: proof.secondFactorToken, code: proof.code })
  t.equal((await identitiesOf(app, user)).length, 3)
})

t.test('links an identity with a recovery code in the field of the page', async t => {
  const { app, issuer, box, clock, advance } = await start(t)
  const user = await signUp(app)
  const { recoveryCodes } = await enableSecondFactor(app, user, clock())
  await box.next()
  advance(1 * minutes)
  await post(app, 'oidc/link', { linkToken: await linkTokenOf(app, issuer, user) })
  const token = tokenIn(await box.next())
  const submit = (code: string) =>
    app.inject({
      method: 'POST',
      url: '/auth/link-identity',
      payload: new URLSearchParams({ token, code }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const wrong = await submit('wrong-code')
  t.equal(wrong.statusCode, 401)
  t.match(wrong.body, 'name="code"', 'the page asks again')
  t.equal((await submit(recoveryCodes[0]!)).statusCode, 200)
  t.equal((await identitiesOf(app, user)).length, 1)
})

t.test('asks for the second factor at a sign-in with an identity', async t => {
  const { app, issuer, clock } = await start(t)
  const user = await signUp(app)
  await link(app, issuer, user)
  await enableSecondFactor(app, user, clock())
  t.match((await signIn(app, issuer, {})).json(), { statusCode: 401, code: 'SECOND_FACTOR_REQUIRED' })
})

t.test('replaces an unconfirmed registration of the address', async t => {
  const { app, issuer, box } = await start(t)
  const registration = newRegistration()
  await post(app, 'register', registration)
  const token = tokenIn(await box.next())
  const claims = { email: registration.email, email_verified: true }
  const { user } = (await signIn(app, issuer, claims)).json<{ user: Record<string, unknown> }>()
  t.match(user, { email: registration.email, verified: true, username: /^user-/ })
  assertError(t, await post(app, 'verify-email', { token }), 400, 'INVALID_TOKEN')
  const { email, password } = registration
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
})

t.test('refuses disabled accounts', async t => {
  const { app, issuer } = await start(t)
  const user = await signUp(app)
  const linkToken = await linkTokenOf(app, issuer, user)
  await app.features.services.accountAccess.setEnabled(user.id, false)
  assertError(
    t,
    await post(app, 'oidc/link', { linkToken, password: user.password }),
    403,
    'ACCOUNT_DISABLED',
  )
  const claims = { sub: 'subject-9', email: 'new@example.com', email_verified: true }
  const { user: created } = (await signIn(app, issuer, claims)).json<{ user: { id: string } }>()
  await app.features.services.accountAccess.setEnabled(created.id, false)
  assertError(t, await signIn(app, issuer, claims), 403, 'ACCOUNT_DISABLED')
})

t.test('links and unlinks identities in a session, after a step-up', async t => {
  const { app, issuer, advance } = await start(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const { data } = await link(app, issuer, user, { email: 'work@example.com' })
  const { id } = data!.linkIdentity.identity
  t.same(await identitiesOf(app, user), [{ id, providerEmail: 'work@example.com' }])
  t.match((await link(app, issuer, user)).data, { linkIdentity: { identity: { id } } })
  t.match((await link(app, issuer, other)).errors, [
    { extensions: { code: 'CONFLICT', reason: 'IDENTITY_TAKEN' } },
  ])
  t.equal(errorCodeOf(await unlink(app, other, id)), 'NOT_FOUND')
  t.equal(errorCodeOf(await unlink(app, user, 'x')), 'BAD_USER_INPUT')
  advance(10 * minutes)
  t.match((await unlink(app, user, id)).errors, [{ extensions: { reason: 'STEP_UP_REQUIRED' } }])
  t.match((await link(app, issuer, other)).errors, [{ extensions: { reason: 'STEP_UP_REQUIRED' } }])
  await post(app, 'step-up', { password: user.password }, user.headers)
  t.equal(errorCodeOf(await unlink(app, user, id)), '0 errors')
  t.same(await identitiesOf(app, user), [])
  const actions = await app.features.services.audit.list({ userId: user.id, action: null }, {})
  const names = actions.edges.map(({ node }) => node.action)
  t.ok(names.includes('IDENTITY_LINKED') && names.includes('IDENTITY_UNLINKED'))
})

t.test('refuses incomplete proofs of an identity', async t => {
  const { app } = await start(t)
  const user = await signUp(app)
  const attempt = async (input: object) =>
    (await queryGraphQL(app, linkMutation, { input }, user)).errors?.[0]?.extensions
  t.match(await attempt({}), { code: 'BAD_USER_INPUT', field: 'input' })
  t.match(await attempt({ provider: 'TEST', idToken: 'a' }), { code: 'BAD_USER_INPUT', field: 'input' })
  t.match(await attempt({ provider: 'OTHER', idToken: 'a', nonce }), { code: 'NOT_FOUND' })
  t.match(await attempt({ provider: 'TEST', idToken: 'a', nonce }), {
    code: 'BAD_USER_INPUT',
    reason: 'INVALID_ID_TOKEN',
    field: 'input.idToken',
  })
  t.match(await attempt({ code: 'a', codeVerifier: 'a'.repeat(43) }), {
    code: 'BAD_USER_INPUT',
    reason: 'INVALID_TOKEN',
    field: 'input.code',
  })
})

t.test('keeps the last way in, also if all are removed at once', async t => {
  const { app, issuer } = await start(t)
  const session = (await signIn(app, issuer, {})).json<{ accessToken: string; user: { id: string } }>()
  const user = { headers: { authorization: `Bearer ${session.accessToken}` } }
  const [only] = await identitiesOf(app, user)
  t.match((await unlink(app, user, only!.id)).errors, [
    { extensions: { code: 'CONFLICT', reason: 'LAST_WAY_IN' } },
  ])
  await link(app, issuer, { ...user } as TestUser, { sub: 'subject-2' })
  const identities = await identitiesOf(app, user)
  const results = await Promise.all(identities.map(({ id }) => unlink(app, user, id)))
  t.same(results.map(errorCodeOf).sort(), ['0 errors', 'CONFLICT'])
  t.equal((await identitiesOf(app, user)).length, 1)
})

t.test('has one winner if two accounts link an identity at once', async t => {
  const { app, issuer } = await start(t)
  const users = [await signUp(app), await signUp(app)]
  const results = await Promise.all(users.map(user => link(app, issuer, user)))
  t.same(results.map(errorCodeOf).sort(), ['0 errors', 'CONFLICT'])
})
