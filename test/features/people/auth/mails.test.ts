import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import t from 'tap'
import { build, signUp, isolatedSettings } from '../../../helper.js'
import { mailbox } from '../../../mailbox.js'
import { unlimitedLogins, newRegistration, post } from './requests.js'

t.test('sends links as text and HTML, and escapes user data', async t => {
  const box = await mailbox(t)
  const settings = {
    SMTP_URL: box.url,
    PUBLIC_URL: 'https://fitness.test/api',
    MAIL_FROM: 'Fit <fit@fitness.test>',
  }
  const app = await build(t, { settings })
  const { email, password, username } = newRegistration()
  await post(app, 'register', { email, password, username })
  const mail = await box.next()
  t.match(mail, { from: { name: 'Fit', address: 'fit@fitness.test' }, to: [{ address: email }] })
  const link = /https:\/\/fitness\.test\/api\/auth\/verify-email\?token=[\w-]{43}/
  t.match(mail.text, link)
  t.match(mail.html, link)
  t.match(mail.text, new RegExp(`^${link.source}$`, 'm'), 'the link is on a line of its own')
  t.match(mail.text, `Welcome, ${username}!`)
  t.notMatch(mail.text, password)

  await post(app, 'forgot-password', { email })
  t.match((await box.next()).text, /https:\/\/fitness\.test\/api\/auth\/reset-password\?token=[\w-]{43}/)
})

t.test('limits mails per purpose to five an hour', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const { email } = await signUp(app)
  const registered = []
  for (let time = 1; time <= 8; time++)
    registered.push((await post(app, 'register', { ...newRegistration(), email })).statusCode)
  t.same(registered, [202, 202, 202, 202, 202, 429, 429, 429], 'the limit is that of an unknown address')
  for (let time = 1; time <= 5; time++) t.match((await box.next()).subject, /already have an account/)
  for (let time = 1; time <= 8; time++) {
    const response = await post(app, 'forgot-password', { email: time % 2 ? email : email.toUpperCase() })
    t.equal(response.statusCode, 202)
  }
  for (let time = 1; time <= 5; time++) t.match((await box.next()).subject, /Reset your password/)
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('responds normally while the mail server is unavailable', async t => {
  const app = await build(t, { settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const user = newRegistration()
  t.equal((await post(app, 'register', user)).statusCode, 202)
  t.equal((await post(app, 'forgot-password', { email: user.email })).statusCode, 202)
  t.equal((await post(app, 'resend-verification', { email: user.email })).statusCode, 202)
  t.equal((await app.inject({ url: '/health/live' })).statusCode, 200)
})

t.test('writes mails to the outbox without a mail server', async t => {
  const settings = isolatedSettings(t)
  const app = await build(t, { settings })
  const { email, password, username } = newRegistration()
  await post(app, 'register', { email, password, username })
  await app.close()

  const outbox = join(settings.DATA_PATH!, 'outbox')
  const files = await readdir(outbox)
  t.equal(files.length, 1)
  t.match(files[0], /\.eml$/)
  const mail = await PostalMime.parse(await readFile(join(outbox, files[0]!)))
  t.match(mail, { to: [{ address: email }], subject: 'Confirm your e-mail address' })
  const link = /http:\/\/fitness\.test\/auth\/verify-email\?token=[\w-]{43}/
  t.match(mail.text, link)
  t.match(mail.html, link)
})
