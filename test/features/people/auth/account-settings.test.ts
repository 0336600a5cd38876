import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
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
import { unlimitedLogins, getProfile, newRegistration, post, assertError } from './requests.js'

/** Starts an app with a mail server. */
async function startApp(t: Test, more: Settings = {}) {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url, ...unlimitedLogins, ...more } })
  return { app, box }
}

const newPassword = 'seven blue herons'

const changePassword = (app: App, account: TestUser, given: object = {}) =>
  queryGraphQL(
    app,
    'mutation ($current: String!, $new: String!) { changePassword(input: { current: $current, new: $new }) { user { id } } }',
    { current: account.password, new: newPassword, ...given },
    account,
  )

const revokeUserSessions = 'mutation ($id: ID!) { revokeUserSessions(input: { id: $id }) { user { id } } }'

const changeEmail = (app: App, account: TestUser, newEmail: string, password = account.password) =>
  queryGraphQL(
    app,
    'mutation ($to: String!, $password: String!) { changeEmail(input: { newEmail: $to, password: $password }) { user { email } } }',
    { to: newEmail, password },
    account,
  )

t.test('signs out everywhere after a password change, and sends a notice', async t => {
  const { app, box } = await startApp(t)
  const account = await signUp(app)
  const { email } = account
  const tablet = await logIn(app, email, account.password)
  await post(app, 'forgot-password', { email })
  const reset = tokenIn(await box.next())
  const refusals = [
    [{ current: 'wrong' }, 'WRONG_PASSWORD'],
    [{ new: 'short' }, 'WEAK_PASSWORD'],
    [{ new: email }, 'WEAK_PASSWORD'],
    [{ new: 'seven\u0000 blue herons' }, 'WEAK_PASSWORD'],
    [{ new: 'seven blue \ud800 herons' }, 'WEAK_PASSWORD'],
  ] as const
  for (const [given, reason] of refusals)
    t.match((await changePassword(app, account, given)).errors, [
      { extensions: { code: 'BAD_USER_INPUT', reason } },
    ])
  t.equal((await getProfile(app, tablet.accessToken)).statusCode, 200, 'keeps all sessions')

  t.match(await changePassword(app, account), { data: { changePassword: { user: { id: account.id } } } })
  t.match(await box.next(), { subject: 'Your password was changed', to: [{ address: email }] })
  for (const token of [account.token, tablet.accessToken])
    assertError(t, await getProfile(app, token), 401, 'UNAUTHENTICATED')
  assertError(t, await post(app, 'login', { email, password: account.password }), 401, 'INVALID_CREDENTIALS')
  t.ok(await logIn(app, email, newPassword))
  const late = await post(app, 'reset-password', { token: reset, password: 'nine blue herons' })
  assertError(t, late, 400, 'INVALID_TOKEN')
})

t.test('applies one of two concurrent password changes', async t => {
  const { app } = await startApp(t)
  const account = await signUp(app)
  const passwords = ['seven blue herons', 'eight blue herons']
  const responses = await Promise.all(passwords.map(wish => changePassword(app, account, { new: wish })))
  t.equal(responses.filter(({ errors }) => !errors).length, 1)
  const logins = await Promise.all(
    passwords.map(password => post(app, 'login', { email: account.email, password })),
  )
  t.same(
    logins.map(({ statusCode }) => statusCode === 200),
    responses.map(({ errors }) => !errors),
  )
})

t.test('signs in with a new address after its confirmation, and keeps sessions', async t => {
  const { app, box } = await startApp(t)
  const account = await signUp(app)
  const { email, password } = account
  const [first, second] = [`first.${email}`, `second.${email}`]
  const links: string[] = []
  for (const to of [first, second]) {
    t.same(await changeEmail(app, account, to), { data: { changeEmail: { user: { email } } } })
    const mails = [await box.next(), await box.next()]
    const notice = mails.find(mail => mail.to?.[0]?.address === email)
    t.match(notice, { subject: 'Your e-mail address is being changed' })
    t.ok(notice?.text?.includes(to))
    links.push(tokenIn(mails.find(mail => mail.to?.[0]?.address === to)!))
  }
  t.ok(await logIn(app, email, password))
  assertError(t, await post(app, 'verify-email', { token: links[0]! }), 400, 'INVALID_TOKEN')
  t.equal((await app.inject(`/auth/verify-email?token=${links[1]}`)).statusCode, 200)
  t.equal((await getProfile(app, account.token)).json().email, email, 'opening the page changes nothing')
  const [one, other] = await Promise.all(links.map(() => post(app, 'verify-email', { token: links[1]! })))
  t.same([one!.statusCode, other!.statusCode].sort(), [204, 400])
  t.equal((await getProfile(app, account.token)).json().email, second)
  t.ok(await logIn(app, second, password))
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
})

for (const mutation of ['signOutEverywhere', 'revokeUserSessions'])
  t.test(`${mutation} cancels an unconfirmed e-mail change`, async t => {
    const { app, box } = await startApp(t)
    const [account, other] = [await signUp(app), await signUp(app)]
    const admin = await signUp(app, { role: 'ADMIN' })
    const linkTo = async (owner: TestUser, to: string) => {
      await changeEmail(app, owner, to)
      const mails = [await box.next(), await box.next()]
      return tokenIn(mails.find(mail => mail.to?.[0]?.address === to)!)
    }
    const token = await linkTo(account, `new.${account.email}`)
    const tokenOfOther = await linkTo(other, `new.${other.email}`)
    const response =
      mutation === 'signOutEverywhere'
        ? await queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, account)
        : await queryGraphQL(app, revokeUserSessions, { id: account.id }, admin)
    t.notOk(response.errors)
    assertError(t, await post(app, 'verify-email', { token }), 400, 'INVALID_TOKEN')
    t.ok(await logIn(app, account.email, account.password), 'the old address still signs in')
    t.equal(
      (await post(app, 'verify-email', { token: tokenOfOther })).statusCode,
      204,
      'devices of other users are unchanged',
    )
  })

t.test('reveals a taken address only to its owner', async t => {
  const { app, box } = await startApp(t)
  const [account, other] = [await signUp(app), await signUp(app)]
  const free = newRegistration()
  const responses = [
    await changeEmail(app, account, other.email),
    await changeEmail(app, account, free.email),
  ]
  t.same(responses[0], responses[1])
  const mails = [await box.next(), await box.next(), await box.next(), await box.next()]
  const to = (address: string) => mails.filter(mail => mail.to?.[0]?.address === address)
  t.equal(to(account.email).length, 2, 'sends the caller the same mails for both addresses')
  t.match(to(other.email), [{ subject: 'You already have an account' }])
  const token = tokenIn(to(free.email)[0]!)

  t.equal((await post(app, 'register', free)).statusCode, 202)
  const registered = tokenIn(await box.next())
  t.equal((await post(app, 'verify-email', { token: registered })).statusCode, 204)
  const late = await post(app, 'verify-email', { token })
  t.match(
    [late.statusCode, late.json()],
    [409, { code: 'CONFLICT', message: /Another account now uses this address/ }],
  )
  const page = await app.inject({ method: 'POST', url: '/auth/verify-email/confirm', payload: { token } })
  t.match([page.statusCode, page.body], [409, /Another account now uses this address/])
  t.equal((await getProfile(app, account.token)).json().email, account.email)
})

t.test('gives an address with an unconfirmed account to the owner who confirms it', async t => {
  const { app, box } = await startApp(t)
  const account = await signUp(app)
  const squatter = newRegistration()
  await post(app, 'register', squatter)
  const theirs = tokenIn(await box.next())
  await changeEmail(app, account, squatter.email)
  const mails = [await box.next(), await box.next()]
  const token = tokenIn(mails.find(mail => mail.to?.[0]?.address === squatter.email)!)
  t.equal((await post(app, 'verify-email', { token })).statusCode, 204)
  t.equal((await getProfile(app, account.token)).json().email, squatter.email)
  assertError(t, await post(app, 'verify-email', { token: theirs }), 400, 'INVALID_TOKEN')
})

t.test('requires the password for an e-mail change, and limits changes to five per hour', async t => {
  const { app, box } = await startApp(t)
  const account = await signUp(app)
  t.match((await changeEmail(app, account, 'a@example.com', 'wrong')).errors, [
    { message: 'input.password is not the correct password.', extensions: { reason: 'WRONG_PASSWORD' } },
  ])
  for (const bad of ['nobody', account.email])
    t.match((await changeEmail(app, account, bad)).errors, [{ message: /^input\.newEmail is / }])
  for (let time = 1; time <= 5; time++)
    t.notOk((await changeEmail(app, account, `${time}@example.com`)).errors)
  t.equal(errorCodeOf(await changeEmail(app, account, 'a@example.com')), 'RATE_LIMITED')
  for (let mail = 1; mail <= 10; mail++) await box.next()
  t.equal(box.waiting(), 0)
})

t.test('lists the devices of a user, and signs each out', async t => {
  const { app } = await startApp(t)
  const [account, stranger] = [await signUp(app), await signUp(app)]
  const { email, password } = account
  const userAgent = 'FitnessApp/1.2.3 (iPhone; iOS 18.1; Scale/3.00)'
  const phone = await app.inject({
    ...{ method: 'POST', url: '/auth/login', payload: { email, password } },
    headers: { 'user-agent': userAgent },
  })
  const asPhone = { headers: { authorization: `Bearer ${phone.json().accessToken}` } }
  const list = '{ sessions { id device address createdAt lastUsedAt current } }'
  type Listed = { sessions: { id: string; device: string; current: boolean }[] }
  const { data } = await queryGraphQL<Listed>(app, list, {}, asPhone)
  t.equal(data?.sessions.length, 2)
  const mine = data!.sessions.find(({ current }) => current)!
  t.match(mine, { device: 'FitnessApp 1.2 on iPhone', address: '127.0.0.1' })
  const other = data!.sessions.find(({ current }) => !current)!

  const revoke = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { user { id } } }'
  t.equal(errorCodeOf(await queryGraphQL(app, revoke, { id: other.id }, stranger)), 'NOT_FOUND')
  t.equal(
    errorCodeOf(await queryGraphQL(app, `{ node(id: "${other.id}") { id } }`, {}, stranger)),
    'NOT_FOUND',
  )
  t.match(
    await queryGraphQL(app, `{ node(id: "${other.id}") { ... on Session { current } } }`, {}, account),
    {
      data: { node: { current: true } },
    },
  )
  t.match(await queryGraphQL(app, revoke, { id: other.id }, asPhone), {
    data: { revokeSession: { user: { id: account.id } } },
  })
  assertError(t, await getProfile(app, account.token), 401, 'UNAUTHENTICATED')
  assertError(
    t,
    await post(app, 'refresh', { refreshToken: account.refreshToken }),
    401,
    'INVALID_REFRESH_TOKEN',
  )
  t.equal(errorCodeOf(await queryGraphQL(app, revoke, { id: other.id }, asPhone)), 'NOT_FOUND')
  t.match(await queryGraphQL(app, list, {}, asPhone), { data: { sessions: [{ id: mine.id }] } })
})

t.test('completes the onboarding by answers, by request or by skipping', async t => {
  const { app } = await startApp(t)
  const account = await signUp(app)
  const status = '{ user { profile { onboardingStatus onboardingCompletionDate } } }'
  const run = async (mutation: string) => {
    const { data } = await queryGraphQL<Record<string, { user: { profile: { onboardingStatus: string } } }>>(
      app,
      `mutation { done: ${mutation} ${status} }`,
      {},
      account,
    )
    return data?.['done']?.user.profile.onboardingStatus
  }
  t.equal(await run('skipOnboarding'), 'SKIPPED')
  const most = 'goal: build_muscle, age: 30, height: 180, frequency: 3, workoutSplit: full_body'
  t.equal(await run(`updateProfile(input: { profile: { ${most}, weight: 80 } })`), 'SKIPPED')
  t.equal(await run('updateProfile(input: { profile: { onboardingStatus: IN_PROGRESS } })'), 'IN_PROGRESS')
  t.equal(await run('updateProfile(input: { profile: { experience: beginner } })'), 'COMPLETED')
  t.equal(await run('skipOnboarding'), 'COMPLETED')
  t.equal(await run('updateProfile(input: { profile: { onboardingStatus: null } })'), 'NOT_STARTED')
  t.equal(await run('completeOnboarding'), 'COMPLETED')
})
