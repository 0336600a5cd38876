import t from 'tap'
import type { Test } from 'tap'
import { build, logIn, signUp } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { getProfile, manualClock, newRegistration, post, assertError } from './requests.js'
import { minutes } from '../../../../src/lib/quantities.js'

const password = 'nine green herons'

/** Signs up a user and requests a password reset; the clock stands still. @returns the mail */
async function forgetful(t: Pick<Test, 'teardown'>) {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const app = await build(t, { settings: { SMTP_URL: box.url }, clock })
  const user = await signUp(app)
  await post(app, 'forgot-password', { email: user.email })
  const token = tokenIn(await box.next())
  const reset = (chosen = password) => post(app, 'reset-password', { token, password: chosen })
  return { app, box, advance, person: user, token, reset }
}

t.test('sets a new password once per link, and sends a notice', async t => {
  const { app, box, person, reset } = await forgetful(t)
  const response = await reset()
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  const { email } = person
  assertError(t, await post(app, 'login', { email, password: person.password }), 401, 'INVALID_CREDENTIALS')
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  assertError(t, await reset('ten purple herons'), 400, 'INVALID_TOKEN')
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  t.match(await box.next(), { subject: /password was changed/, to: [{ address: email }] })
})

t.test('signs out every device at a reset, but not a login in the same second', async t => {
  const { app, person, reset } = await forgetful(t)
  const tablet = await logIn(app, person.email, person.password)
  await reset()

  for (const { accessToken, refreshToken } of [{ ...person, accessToken: person.token }, tablet]) {
    assertError(t, await getProfile(app, accessToken), 401, 'UNAUTHENTICATED')
    assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
  }
  const { accessToken, refreshToken } = await logIn(app, person.email, password)
  t.equal((await getProfile(app, accessToken)).statusCode, 200)
  const refreshed = await post(app, 'refresh', { refreshToken })
  t.equal((await getProfile(app, refreshed.json().accessToken)).statusCode, 200)
})

t.test('ends a session between two sign-outs everywhere in one second', async t => {
  const { app, person, reset } = await forgetful(t)
  await reset()
  for (let time = 1; time <= 3; time++) {
    const between = await logIn(app, person.email, password)
    t.equal((await getProfile(app, between.accessToken)).statusCode, 200)
    await app.features.services.sessions.signOutEverywhere(person.id)
    assertError(t, await getProfile(app, between.accessToken), 401, 'UNAUTHENTICATED')
    assertError(
      t,
      await post(app, 'refresh', between),
      400,
      'VALIDATION_ERROR',
      'more than the refresh token',
    )
    const { refreshToken } = between
    assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
  }
})

t.test('rejects a link after an hour', async t => {
  const { advance, reset } = await forgetful(t)
  advance(60 * minutes)
  assertError(t, await reset(), 400, 'INVALID_TOKEN')
})

t.test('accepts a link until the hour is over', async t => {
  const { advance, reset } = await forgetful(t)
  advance(60 * minutes - 1)
  t.equal((await reset()).statusCode, 204)
})

t.test('accepts one of several concurrent uses', async t => {
  const { app, person, reset } = await forgetful(t)
  const choices = ['first of herons', 'second of herons', 'third of herons']
  const responses = await Promise.all(choices.map(reset))
  t.same(responses.map(response => response.statusCode).sort(), [204, 400, 400])
  const winner = choices[responses.findIndex(response => response.statusCode === 204)]
  for (const choice of choices) {
    const login = await post(app, 'login', { email: person.email, password: choice })
    t.equal(login.statusCode, choice === winner ? 200 : 401)
  }
})

t.test('invalidates the other links when one is used', async t => {
  const { app, box, person, reset } = await forgetful(t)
  await post(app, 'forgot-password', { email: person.email })
  const token = tokenIn(await box.next())
  await reset()
  assertError(
    t,
    await post(app, 'reset-password', { token, password: 'ten purple herons' }),
    400,
    'INVALID_TOKEN',
  )
})

t.test('ends a login with the old password that is in progress', async t => {
  const { app, person, reset } = await forgetful(t)
  const { email } = person
  const [login] = await Promise.all([post(app, 'login', { email, password: person.password }), reset()])
  if (login.statusCode !== 200) {
    assertError(t, login, 401, 'INVALID_CREDENTIALS')
    return
  }
  const { accessToken, refreshToken } = login.json()
  assertError(t, await getProfile(app, accessToken), 401, 'UNAUTHENTICATED')
  assertError(t, await post(app, 'refresh', { refreshToken }), 401, 'INVALID_REFRESH_TOKEN')
})

t.test('confirms the address by a reset', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url } })
  const user = newRegistration()
  await post(app, 'register', user)
  await box.next()
  await post(app, 'forgot-password', { email: user.email })
  await post(app, 'reset-password', { token: tokenIn(await box.next()), password })
  t.equal((await post(app, 'login', { email: user.email, password })).statusCode, 200)
})

t.test(
  'sends no mail to unknown and disabled accounts, and does not enable an account by a reset',
  async t => {
    const { app, box, person, reset } = await forgetful(t)
    await app.features.services.accountAccess.setEnabled(person.id, false)
    await post(app, 'forgot-password', { email: person.email })
    await post(app, 'forgot-password', { email: 'nobody@example.com' })
    t.equal((await reset()).statusCode, 204)
    assertError(t, await post(app, 'login', { email: person.email, password }), 403, 'ACCOUNT_DISABLED')
    t.match((await box.next()).subject, /password was changed/)
    await app.close()
    t.equal(box.waiting(), 0)
  },
)

t.test('rejects malformed tokens and passwords', async t => {
  const { app, token } = await forgetful(t)
  const bodies: object[] = [
    {},
    { token },
    { password },
    { token: '', password },
    { token: [token], password },
    { token, password: null },
    { token, password: `${password}\u0000` },
    { token, password, email: 'ada@example.com' },
  ]
  for (const body of bodies)
    assertError(t, await post(app, 'reset-password', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))
  const forged = `${token.slice(0, -1)}_`
  assertError(t, await post(app, 'reset-password', { token: forged, password: 'x' }), 400, 'INVALID_TOKEN')
})
