import t, { type Test } from 'tap'
import { minutes } from '../../../../src/lib/quantities.js'
import type { App } from '../../../../src/app.js'
import { build, logIn, signUp, type TestUser } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { codeAt, enableSecondFactor } from './authenticator-app.js'
import {
  assertError,
  getProfile,
  manualClock,
  newRegistration,
  post,
  unlimitedLogins,
  wrongCode,
} from './requests.js'

async function startApp(t: Test) {
  const box = await mailbox(t)
  const hand = manualClock()
  const app = await build(t, { settings: { SMTP_URL: box.url, ...unlimitedLogins }, clock: hand.clock })
  return { app, box, ...hand, sweep: app.features.services.deletion.runDeletions }
}

/** Sends a form like a browser. */
const send = (app: App, path: string, form: Record<string, string>) =>
  app.inject({
    ...{ method: 'POST', url: `/account/delete/${path}`, payload: new URLSearchParams(form).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

t.test('deletes an account by page and mail, without the app', async t => {
  const { app, box } = await startApp(t)
  const user = await signUp(app)
  const { email, password } = user
  const page = await app.inject('/account/delete')
  t.equal(page.statusCode, 200)
  t.match(page.headers['content-security-policy'], /default-src 'none'/)
  for (const text of ['Delete your account', '7 days', 'Two things are kept', 'action="delete/link"'])
    t.ok(page.body.includes(text), text)

  const known = await send(app, 'link', { email })
  const unknown = await send(app, 'link', { email: newRegistration().email })
  t.same([known.statusCode, known.body], [unknown.statusCode, unknown.body])
  const mail = await box.next()
  t.match(mail, { subject: 'Delete your account?', to: [{ address: email }] })
  t.ok(mail.text?.includes('http://fitness.test/account/delete?token='))
  const token = tokenIn(mail)
  const confirm = await app.inject(`/account/delete?token=${token}`)
  t.match([confirm.statusCode, confirm.body], [200, /action="delete\/confirm"/])
  t.equal((await getProfile(app, user.token)).statusCode, 200, 'opening the page changes nothing')

  const responses = await Promise.all([send(app, 'confirm', { token }), send(app, 'confirm', { token })])
  t.same(responses.map(({ statusCode }) => statusCode).sort(), [200, 400])
  t.ok(responses.some(({ body }) => body.includes('Your account will be deleted')))
  t.match(await box.next(), { subject: 'Your account will be deleted' })
  assertError(t, await getProfile(app, user.token), 401, 'UNAUTHENTICATED')
  t.ok(await logIn(app, email, password), 'allows restoring')
  t.equal((await app.inject(`/account/delete?token=${token}`)).statusCode, 400)

  await send(app, 'link', { email })
  const now = await send(app, 'confirm', { token: tokenIn(await box.next()), immediately: 'yes' })
  t.match([now.statusCode, now.body], [200, /Your account has been deleted/])
  assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS')
})

t.test('asks for the second factor of an account, which the mailbox alone cannot delete', async t => {
  const { app, box, clock, advance } = await startApp(t)
  const [user, other] = [await signUp(app), await signUp(app)]
  const { secret, recoveryCodes } = await enableSecondFactor(app, user, clock())
  await box.next()
  advance(1 * minutes)
  const requestLink = async ({ email }: TestUser) => {
    await send(app, 'link', { email })
    return tokenIn(await box.next())
  }
  const token = await requestLink(user)
  t.match((await app.inject(`/account/delete?token=${token}`)).body, 'name="code"')
  const code = codeAt(secret, clock())
  const wrongForms: Record<string, string>[] = [
    {},
    { code: '' },
    { code: wrongCode(code) },
    { code: 'aaaaa-aaaaa' },
  ]
  for (const wrong of wrongForms) {
    const response = await send(app, 'confirm', { token, immediately: 'yes', ...wrong })
    t.equal(response.statusCode, 401, JSON.stringify(wrong))
    for (const part of ['The code is wrong', `value="${token}"`, 'name="code"', 'value="yes" checked'])
      t.match(response.body, part)
  }
  t.equal((await getProfile(app, user.token)).statusCode, 200, 'the account remains, and its session')
  const deleted = await send(app, 'confirm', { token, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  t.match([deleted.statusCode, deleted.body], [200, /Your account will be deleted/])
  await box.next()

  const again = { token: await requestLink(user), immediately: 'yes', code: recoveryCodes[0] ?? '' }
  t.match((await send(app, 'confirm', again)).body, /Your account has been deleted/)
  const otherToken = await requestLink(other)
  t.notMatch((await app.inject(`/account/delete?token=${otherToken}`)).body, 'name="code"')
})

t.test('deletes an unconfirmed account immediately', async t => {
  const { app, box, sweep, advance } = await startApp(t)
  const user = newRegistration()
  await post(app, 'register', user)
  await box.next()
  await send(app, 'link', { email: user.email })
  const response = await send(app, 'confirm', { token: tokenIn(await box.next()) })
  t.match([response.statusCode, response.body], [200, /Your account has been deleted/])
  advance(10 * minutes)
  await sweep()
  t.match(await box.next(), { subject: 'Your account has been deleted' })
})

t.test(
  'limits deletion mails to five per hour, reports errors, and keeps the last administrator',
  async t => {
    const { app, box } = await startApp(t)
    const admin = await signUp(app, { role: 'ADMIN' })
    t.equal((await send(app, 'link', { email: 'nobody' })).statusCode, 400)
    t.equal((await send(app, 'confirm', { token: 'x' })).statusCode, 400)
    const tokens: string[] = []
    for (let time = 1; time <= 7; time++) await send(app, 'link', { email: admin.email })
    for (let mail = 1; mail <= 5; mail++) tokens.push(tokenIn(await box.next()))
    t.equal(box.waiting(), 0)
    const response = await send(app, 'confirm', { token: tokens[0]! })
    t.match([response.statusCode, response.body], [409, /last administrator/])
    t.equal((await getProfile(app, admin.token)).statusCode, 200)
  },
)
