import t from 'tap'
import type { Test } from 'tap'
import { build } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { manualClock, newRegistration, post, assertError } from './requests.js'

const hours = 3600_000

/** Registers a user. @returns the token of the mail */
async function registered(t: Pick<Test, 'teardown'>) {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const app = await build(t, { settings: { SMTP_URL: box.url }, clock })
  const { email, password, username } = newRegistration()
  await post(app, 'register', { email, password, username })
  const token = tokenIn(await box.next())
  const login = () => post(app, 'login', { email, password })
  return { app, box, advance, email, token, login }
}

t.test('confirms the address once per link', async t => {
  const { app, token, login } = await registered(t)
  t.equal((await login()).json().code, 'ACCOUNT_NOT_VERIFIED')
  const response = await post(app, 'verify-email', { token })
  t.equal(response.statusCode, 204)
  t.equal(response.body, '')
  t.equal((await login()).statusCode, 200)
  assertError(t, await post(app, 'verify-email', { token }), 400, 'INVALID_TOKEN')
})

t.test('confirms by one of several concurrent clicks', async t => {
  const { app, token } = await registered(t)
  const responses = await Promise.all(Array.from({ length: 5 }, () => post(app, 'verify-email', { token })))
  t.same(responses.map(response => response.statusCode).sort(), [204, 400, 400, 400, 400])
})

t.test('rejects a link after a day', async t => {
  const { app, token, login, advance } = await registered(t)
  advance(24 * hours)
  assertError(t, await post(app, 'verify-email', { token }), 400, 'INVALID_TOKEN')
  t.equal((await login()).json().code, 'ACCOUNT_NOT_VERIFIED')
})

t.test('accepts a link until the day is over', async t => {
  const { app, token, advance } = await registered(t)
  advance(24 * hours - 1)
  t.equal((await post(app, 'verify-email', { token })).statusCode, 204)
})

t.test('sends the mail again on request, and invalidates all links when one is used', async t => {
  const { app, box, email, token } = await registered(t)
  t.equal((await post(app, 'resend-verification', { email: email.toUpperCase() })).statusCode, 202)
  const second = tokenIn(await box.next())
  t.not(second, token)
  t.equal((await post(app, 'verify-email', { token: second })).statusCode, 204)
  assertError(t, await post(app, 'verify-email', { token }), 400, 'INVALID_TOKEN')
})

t.test('sends no mail to confirmed and unknown addresses', async t => {
  const { app, box, email, token } = await registered(t)
  await post(app, 'verify-email', { token })
  await post(app, 'resend-verification', { email })
  await post(app, 'resend-verification', { email: 'nobody@example.com' })
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('rejects an invented link', async t => {
  const { app, token } = await registered(t)
  for (const forged of [`${token}x`, token.slice(1), token.toUpperCase(), ' ', '\u0000', '\ud800', '$where'])
    assertError(
      t,
      await post(app, 'verify-email', { token: forged }),
      400,
      'INVALID_TOKEN',
      JSON.stringify(forged),
    )
  for (const token of ['', null, 7, {}, ['x'], 'x'.repeat(4097)])
    assertError(t, await post(app, 'verify-email', { token }), 400, 'VALIDATION_ERROR', JSON.stringify(token))
})

t.test('accepts tokens only for their purpose', async t => {
  const { app, box, email, token } = await registered(t)
  assertError(
    t,
    await post(app, 'reset-password', { token, password: 'nine green herons' }),
    400,
    'INVALID_TOKEN',
  )
  await post(app, 'forgot-password', { email })
  const reset = tokenIn(await box.next())
  assertError(t, await post(app, 'verify-email', { token: reset }), 400, 'INVALID_TOKEN')
  t.equal(
    (await post(app, 'verify-email', { token })).statusCode,
    204,
    'a token for another purpose does not use up the valid one',
  )
  t.equal(
    (await post(app, 'reset-password', { token: reset, password: 'nine green herons' })).statusCode,
    204,
  )
})
