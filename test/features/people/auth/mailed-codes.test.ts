import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { minutes } from '../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp } from '../../../helper.js'
import { codeIn, mailbox, tokenIn } from '../../../mailbox.js'
import { assertError, manualClock, newRegistration, post, unlimitedLogins, wrongCode } from './requests.js'

interface Challenge {
  challenge: string
  expiresAt: string
}

async function startApp(t: Test, settings = unlimitedLogins) {
  const box = await mailbox(t)
  const hand = manualClock()
  const app = await build(t, { settings: { ...settings, SMTP_URL: box.url }, clock: hand.clock })
  return { app, box, ...hand }
}

async function requestCode(app: App, email: string): Promise<Challenge> {
  const response = await post(app, 'code', { email })
  t.equal(response.statusCode, 202)
  return response.json<Challenge>()
}

const verify = (app: App, challenge: string, code: string) => post(app, 'code/verify', { challenge, code })

/** Returns a code that is not the given one. */
t.test('signs in once with the code of a mail', async t => {
  const { app, box, clock } = await startApp(t)
  const user = await signUp(app)
  const { challenge, expiresAt } = await requestCode(app, user.email.toUpperCase())
  t.match(challenge, /^[\w-]{43}$/)
  t.equal(expiresAt, new Date(clock().getTime() + 10 * minutes).toISOString())
  const mail = await box.next()
  t.match(mail, { subject: 'Your sign-in code', to: [{ address: user.email }] })
  const code = codeIn(mail)!
  t.match(mail.html, code)

  const response = await verify(app, challenge, code)
  t.equal(response.statusCode, 200)
  const { accessToken, user: account } = response.json<{ accessToken: string; user: { id: string } }>()
  t.equal(account.id, user.id)
  const { data } = await queryGraphQL<{
    me: { hasPassword: boolean }
    sessions: { signInMethod: string; current: boolean }[]
  }>(
    app,
    '{ me { hasPassword } sessions { signInMethod current } }',
    {},
    { ...user, headers: { authorization: `Bearer ${accessToken}` } },
  )
  t.equal(data!.me.hasPassword, true)
  t.same(data!.sessions.map(({ signInMethod, current }) => [signInMethod, current]).sort(), [
    ['EMAIL_CODE', true],
    ['PASSWORD', false],
  ])
  const entries = await app.features.services.audit.list({ userId: user.id, action: 'LOGGED_IN' }, {})
  t.equal(entries.edges[0]!.node.signInMethod, 'EMAIL_CODE')
  assertError(t, await verify(app, challenge, code), 401, 'INVALID_CODE', 'a code works once')
})

t.test('does not reveal whether an address has an account', async t => {
  const { app, box } = await startApp(t)
  const { email } = await signUp(app)
  const unknown = await post(app, 'code', { email: newRegistration().email })
  const known = await post(app, 'code', { email })
  t.same([unknown.statusCode, known.statusCode], [202, 202])
  t.same(Object.keys(unknown.json<object>()), Object.keys(known.json<object>()))
  t.same(Object.keys(unknown.headers), Object.keys(known.headers))
  const mail = await box.next()
  t.match(mail.to, [{ address: email }])
  t.equal(box.waiting(), 0)
  const [first, second] = [unknown, known].map(response => response.json<Challenge>().challenge)
  const wrong = [await verify(app, first!, '000000'), await verify(app, second!, wrongCode(codeIn(mail)!))]
  t.same(wrong[0]!.json(), wrong[1]!.json())
})

t.test('accepts a code only with its challenge, five times, and for ten minutes', async t => {
  const { app, box, advance } = await startApp(t)
  const { email } = await signUp(app)
  const first = await requestCode(app, email)
  const firstCode = codeIn(await box.next())!
  const second = await requestCode(app, email)
  const secondCode = codeIn(await box.next())!
  if (firstCode !== secondCode)
    assertError(t, await verify(app, second.challenge, firstCode), 401, 'INVALID_CODE', 'another challenge')
  const spaced = `${secondCode.slice(0, 3)} ${secondCode.slice(3)} `
  t.equal((await verify(app, second.challenge, spaced)).statusCode, 200, 'spaces are ignored')

  for (let tries = 0; tries < 5; tries++)
    assertError(t, await verify(app, first.challenge, wrongCode(firstCode)), 401, 'INVALID_CODE')
  assertError(t, await verify(app, first.challenge, firstCode), 401, 'INVALID_CODE', 'the sixth attempt')

  const third = await requestCode(app, email)
  const thirdCode = codeIn(await box.next())!
  advance(10 * minutes)
  assertError(t, await verify(app, third.challenge, thirdCode), 401, 'INVALID_CODE', 'an expired code')
  assertError(t, await verify(app, 'x'.repeat(43), thirdCode), 401, 'INVALID_CODE', 'an unknown challenge')
  for (const code of ['12345', '1234567', '12345x', '１２３４５６', '0'.repeat(100)])
    assertError(t, await verify(app, third.challenge, code), 401, 'INVALID_CODE', code)
  for (const code of ['', '0'.repeat(101)])
    assertError(t, await verify(app, third.challenge, code), 400, 'VALIDATION_ERROR', code)
})

t.test('lets one of concurrent uses of a code win', async t => {
  const { app, box } = await startApp(t)
  const { email } = await signUp(app)
  const { challenge } = await requestCode(app, email)
  const code = codeIn(await box.next())!
  const responses = await Promise.all(Array.from({ length: 5 }, () => verify(app, challenge, code)))
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 401, 401, 401, 401])
})

t.test('confirms an unconfirmed registration and removes its password', async t => {
  const { app, box } = await startApp(t)
  const registration = newRegistration()
  await post(app, 'register', registration)
  const link = tokenIn(await box.next())
  const { challenge } = await requestCode(app, registration.email)
  const response = await verify(app, challenge, codeIn(await box.next())!)
  t.equal(response.statusCode, 200)
  const { accessToken, user } = response.json<{ accessToken: string; user: { verified: boolean } }>()
  t.equal(user.verified, true)
  const { email, password } = registration
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'verify-email', { token: link }), 400, 'INVALID_TOKEN')
  const send = async (query: string) =>
    (
      await app.inject({
        ...{ method: 'POST', url: '/graphql', payload: { query } },
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).json<{ data: { me: object }; errors: object[] }>()
  const { data } = await send('{ me { hasPassword verified } }')
  t.same(data.me, { hasPassword: false, verified: true })
  const { errors } = await send('mutation { deleteAccount(input: { password: "x" }) { __typename } }')
  t.match(errors[0], { message: /has no password/, extensions: { reason: 'WRONG_PASSWORD' } })

  await post(app, 'forgot-password', { email })
  const token = tokenIn(await box.next())
  const newPassword = 'nine blue herons'
  t.equal((await post(app, 'reset-password', { token, password: newPassword })).statusCode, 204)
  t.equal((await post(app, 'login', { email, password: newPassword })).statusCode, 200)
})

t.test('confirms a registration with the code of its mail, and keeps its password', async t => {
  const { app, box } = await startApp(t)
  const registration = newRegistration()
  const replaced = { ...registration, password: 'one earlier password' }
  const first = (await post(app, 'register', replaced)).json<Challenge>()
  const firstCode = codeIn(await box.next())!
  const { challenge } = (await post(app, 'register', registration)).json<Challenge>()
  const mail = await box.next()
  const code = codeIn(mail)!
  t.match(mail.text, 'Or enter this code in the app.')
  t.match(mail.html, code)
  assertError(t, await verify(app, first.challenge, firstCode), 401, 'INVALID_CODE', 'it was replaced')
  const response = await verify(app, challenge, code)
  t.equal(response.statusCode, 200)
  t.match(response.json(), { user: { username: registration.username, verified: true } })
  const { email, password } = registration
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  assertError(t, await post(app, 'verify-email', { token: tokenIn(mail) }), 400, 'INVALID_TOKEN')

  const again = (await post(app, 'register', { ...newRegistration(), email })).json<Challenge>()
  t.notOk(codeIn(await box.next()), 'the owner of a confirmed address gets no code')
  assertError(t, await verify(app, again.challenge, '000000'), 401, 'INVALID_CODE')
})

t.test(
  'refuses disabled accounts after the right code, and codes from before a sign-out everywhere',
  async t => {
    const { app, box } = await startApp(t)
    const user = await signUp(app)
    const { accountAccess, sessions } = app.features.services
    const early = await requestCode(app, user.email)
    const earlyCode = codeIn(await box.next())!
    await sessions.signOutEverywhere(user.id)
    assertError(t, await verify(app, early.challenge, earlyCode), 401, 'INVALID_CODE')

    await accountAccess.setEnabled(user.id, false)
    const { challenge } = await requestCode(app, user.email)
    const code = codeIn(await box.next())!
    assertError(t, await verify(app, challenge, wrongCode(code)), 401, 'INVALID_CODE')
    assertError(t, await verify(app, challenge, code), 403, 'ACCOUNT_DISABLED')
  },
)

t.test('rejects a code that was sent to a former address of the account', async t => {
  const { app, box } = await startApp(t)
  const user = await signUp(app)
  const { challenge } = await requestCode(app, user.email)
  const code = codeIn(await box.next())!
  const change = newRegistration().email
  await queryGraphQL(
    app,
    'mutation($input: ChangeEmailInput!) { changeEmail(input: $input) { __typename } }',
    { input: { newEmail: change, password: user.password } },
    user,
  )
  const mails = [await box.next(), await box.next()]
  const token = tokenIn(mails.find(({ to }) => to?.[0]?.address === change)!)
  t.equal((await post(app, 'verify-email', { token })).statusCode, 204)
  assertError(t, await verify(app, challenge, code), 401, 'INVALID_CODE')
})

t.test('limits the codes for an address and the failures of a client', async t => {
  const { app, box } = await startApp(t, {
    ...unlimitedLogins,
    RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3',
  })
  const { email } = await signUp(app)
  for (let count = 0; count < 5; count++) {
    await requestCode(app, email)
    await box.next()
  }
  const { challenge } = await requestCode(app, email)
  t.equal(box.waiting(), 0, 'the sixth request sends no mail')
  for (let count = 0; count < 3; count++)
    assertError(t, await verify(app, challenge, '000000'), 401, 'INVALID_CODE')
  assertError(t, await verify(app, challenge, '000000'), 429, 'TOO_MANY_REQUESTS')
})
