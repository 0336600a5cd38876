import { createHash } from 'node:crypto'
import t from 'tap'
import type { Test } from 'tap'
import { build, signUp } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, newRegistration, post } from './requests.js'

type Response = Awaited<ReturnType<typeof post>>

/** Registers a user and requests a password reset. @returns the tokens of both mails */
async function requestMails(t: Pick<Test, 'teardown'>) {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const { email, password, username } = newRegistration()
  await post(app, 'register', { email, password, username })
  const verify = tokenIn(await box.next())
  await post(app, 'forgot-password', { email })
  const reset = tokenIn(await box.next())
  const login = async (chosen = password) => {
    const response = await post(app, 'login', { email, password: chosen })
    return response.statusCode === 200 ? 'ok' : response.json<{ code: string }>().code
  }
  const open = (page: string, token: string) =>
    app.inject({ url: `/auth/${page}?token=${encodeURIComponent(token)}` })
  /** Sends the form of a page like a browser without scripts. */
  const submit = (from: string, page: Response, fields: Record<string, string> = {}) => {
    const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page.body) ?? []
    const [, token] = /name="token" value="([^"]+)"/.exec(page.body) ?? []
    const { pathname } = new URL(action, `http://fitness.test${from}`)
    return app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...(token === undefined ? {} : { token }), ...fields }).toString(),
    })
  }
  return { app, box, email, verify, reset, login, open, submit }
}

/** Asserts that a page cannot be framed or stored, runs no scripts, and sends no referrer. */
function assertPage(
  t: Pick<Test, 'equal' | 'match' | 'notMatch'>,
  page: Response,
  statusCode: number,
  title: string,
) {
  t.equal(page.statusCode, statusCode, title)
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-ratelimit-remaining': /^\d+$/,
  })
  t.match(page.body, `<h1>${title}</h1>`)
  const [, styles = ''] = /<style>([^]*)<\/style>/.exec(page.body) ?? []
  const hash = createHash('sha256').update(styles).digest('base64')
  t.match(page.headers['content-security-policy'], `'sha256-${hash}'`, 'the style element passes the policy')
  t.notMatch(page.body, /<script|<img|<link(?! rel="icon" href="data:)|style=|https?:/)
}

t.test('confirms the address when the button is pressed, not when the link is opened', async t => {
  const { verify, login, open, submit } = await requestMails(t)
  const pages = await Promise.all(Array.from({ length: 5 }, () => open('verify-email', verify)))
  for (const page of pages) assertPage(t, page, 200, 'Confirm your e-mail address')
  t.equal(await login(), 'ACCOUNT_NOT_VERIFIED')

  assertPage(t, await submit('/auth/verify-email', pages[0]!), 200, 'Your e-mail address is confirmed')
  t.equal(await login(), 'ok')
  assertPage(t, await submit('/auth/verify-email', pages[1]!), 400, 'That did not work')
  assertPage(t, await open('verify-email', verify), 400, 'That did not work')
})

t.test('resets the password on a page, and allows another attempt after a weak one', async t => {
  const { reset, login, open, submit } = await requestMails(t)
  const page = await open('reset-password', reset)
  assertPage(t, page, 200, 'Choose a new password')
  t.match(page.body, /<input type="password" name="password" autocomplete="new-password"/)

  const again = await submit('/auth/reset-password', page, { password: 'password1' })
  assertPage(t, again, 400, 'Choose a new password')
  t.match(again.body, 'not a common password')
  assertPage(t, await submit('/auth/reset-password', page), 400, 'Choose a new password')

  const password = 'größer & grüner als + vorher'
  const done = await submit('/auth/reset-password/confirm', again, { password })
  assertPage(t, done, 200, 'Your new password is saved')
  t.equal(await login(password), 'ok')
  assertPage(t, await open('reset-password', reset), 400, 'That did not work')
})

t.test('offers a new link on the page of an invalid one', async t => {
  const { box, email, open, submit, login } = await requestMails(t)
  const invalid = await open('verify-email', 'invalid')
  assertPage(t, invalid, 400, 'That did not work')
  assertPage(t, await submit('/auth/verify-email', invalid, { email }), 202, 'Check your mail')
  const page = await open('verify-email', tokenIn(await box.next()))
  assertPage(t, await submit('/auth/verify-email', page), 200, 'Your e-mail address is confirmed')
  t.equal(await login(), 'ok')

  // The page after the button has one more path segment.
  const late = await submit('/auth/verify-email', page)
  assertPage(t, late, 400, 'That did not work')
  assertPage(t, await submit('/auth/verify-email/confirm', late, { email }), 202, 'Check your mail')

  const invalidReset = await open('reset-password', 'invalid')
  assertPage(t, await submit('/auth/reset-password', invalidReset, { email }), 202, 'Check your mail')
  const reset = await open('reset-password', tokenIn(await box.next()))
  assertPage(t, reset, 200, 'Choose a new password')
})

t.test('does not reveal known addresses when a new link is requested', async t => {
  const { box, app, open, submit } = await requestMails(t)
  for (const path of ['verify-email', 'reset-password']) {
    const invalid = await open(path, 'invalid')
    const from = `/auth/${path}`
    assertPage(t, await submit(from, invalid, { email: 'unknown@example.com' }), 202, 'Check your mail')
    const again = await submit(from, invalid, { email: '<b>stranger' })
    assertPage(t, again, 400, 'That did not work')
    t.match(again.body, 'That is not an e-mail address.')
    t.notMatch(again.body, 'stranger')
    assertPage(t, await submit(`${from}/new-link`, again, { email: 'a@example.com' }), 202, 'Check your mail')
  }
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('accepts a link only for its purpose', async t => {
  const { verify, reset, open } = await requestMails(t)
  assertPage(t, await open('verify-email', reset), 400, 'That did not work')
  assertPage(t, await open('reset-password', verify), 400, 'That did not work')
})

t.test('escapes the parameters of links', async t => {
  const { app, open } = await requestMails(t)
  const hostile = '"><script>alert(1)</script><b a=\''
  for (const path of ['verify-email', 'reset-password']) {
    const page = await open(path, hostile)
    assertPage(t, page, 400, 'That did not work')
    t.notMatch(page.body, 'alert')
    const confirmed = await app.inject({
      method: 'POST',
      url: `/auth/${path}/confirm`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: hostile, password: hostile }).toString(),
    })
    assertPage(t, confirmed, 400, 'That did not work')
    t.notMatch(confirmed.body, 'alert')
  }
})

t.test('reports errors as pages', async t => {
  const { app } = await requestMails(t)
  for (const path of ['verify-email', 'reset-password']) {
    for (const query of [
      '',
      '?token=',
      '?token=a&token=b',
      '?token[$gt]=',
      '?token=%00',
      `?token=${'x'.repeat(5000)}`,
    ])
      assertPage(t, await app.inject({ url: `/auth/${path}${query}` }), 400, 'That did not work')
    const url = `/auth/${path}/confirm`
    const form = 'application/x-www-form-urlencoded'
    for (const payload of ['', 'token=a&token=b', 'token[]=a', '%', 'x=1', '__proto__=1', '&'.repeat(1000)])
      assertPage(
        t,
        await app.inject({ method: 'POST', url, headers: { 'content-type': form }, payload }),
        400,
        'That did not work',
      )
    const payload = `token=${'x'.repeat(1024 * 1024)}`
    assertPage(
      t,
      await app.inject({ method: 'POST', url, headers: { 'content-type': form }, payload }),
      413,
      'That did not work',
    )
    const plain = { 'content-type': 'application/xml' }
    assertPage(
      t,
      await app.inject({ method: 'POST', url, headers: plain, payload: 'x' }),
      415,
      'That did not work',
    )
  }
})

t.test('reports rate limits as pages', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '1' } })
  const url = '/auth/verify-email?token=x'
  await app.inject({ url })
  const page = await app.inject({ url })
  assertPage(t, page, 429, 'That did not work')
  t.match(page.headers['retry-after'], /^\d+$/)
})

t.test('serves pages to signed-in users', async t => {
  const { app, verify } = await requestMails(t)
  const { headers } = await signUp(app)
  assertPage(
    t,
    await app.inject({ url: `/auth/verify-email?token=${verify}`, headers }),
    200,
    'Confirm your e-mail address',
  )
})
