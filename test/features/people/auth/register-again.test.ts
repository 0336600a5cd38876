import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { build, signUp } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { authTranslations } from '../../../../src/features/people/auth/translations/auth-translations.js'
import { locales } from '../../../../src/lib/locales.js'
import { unlimitedLogins, newRegistration, post, assertError } from './requests.js'

async function open(t: Pick<Test, 'teardown'>) {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const confirm = (token: string) => post(app, 'verify-email', { token })
  return { app, box, confirm, link: async () => tokenIn(await box.next()) }
}

const statuses = (responses: { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode)

t.test('accepts a repeated registration, which only the newest link confirms', async t => {
  const { app, link, confirm } = await open(t)
  const person = newRegistration()
  const links: string[] = []
  for (let time = 1; time <= 3; time++) {
    t.equal((await post(app, 'register', person)).statusCode, 202)
    links.push(await link())
  }
  for (const old of links.slice(0, 2)) assertError(t, await confirm(old), 400, 'INVALID_TOKEN')
  t.equal((await confirm(links[2]!)).statusCode, 204)
  const { email, password } = person
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  // Other users can see the username now, so a different response would reveal its address.
  assertError(t, await post(app, 'register', person), 409, 'USERNAME_TAKEN')
})

for (const locale of locales)
  t.test(
    `states in the ${locale} mail of a repeated registration that it replaces the earlier one`,
    async t => {
      const { app, box } = await open(t)
      const { email } = newRegistration()
      const register = async () => {
        await post(app, 'register', { ...newRegistration(), email }, { 'accept-language': locale })
        return box.next()
      }
      const [, replaced = ''] = authTranslations[locale].mails.registrationReplaced.paragraphs
      t.match(
        replaced,
        { en: /replaces the earlier one/, de: /ersetzt die frühere/, es: /sustituye al anterior/ }[locale],
      )
      const [first, second] = [await register(), await register()]
      for (const part of ['text', 'html'] as const) {
        t.notMatch(first[part], replaced)
        t.match(second[part], replaced)
      }
    },
  )

t.test('creates one account for five concurrent registrations', async t => {
  const { app, link, confirm } = await open(t)
  const person = newRegistration()
  const responses = await Promise.all(Array.from({ length: 5 }, () => post(app, 'register', person)))
  t.same(statuses(responses), [202, 202, 202, 202, 202])
  const outcomes = []
  for (let time = 1; time <= 5; time++) outcomes.push(await confirm(await link()))
  t.same(statuses(outcomes).sort(), [204, 400, 400, 400, 400])
})

/** Fails the next transaction that creates an account, at its end. */
function failOnce(app: App): void {
  const { account } = app.features.services
  const { create } = account
  account.create = (person, conclude) => {
    account.create = create
    return create(person, async (made, options) => {
      await conclude?.(made, options)
      throw new Error('the database is gone')
    })
  }
}

t.test('rolls back a failed registration completely', async t => {
  const { app, box, link, confirm } = await open(t)
  const [person, other] = [newRegistration(), newRegistration()]
  failOnce(app)
  t.equal((await post(app, 'register', person)).statusCode, 500)
  t.equal(await app.features.services.account.findByEmail(person.email), null)
  t.equal((await post(app, 'register', { ...other, username: person.username })).statusCode, 202)
  t.equal((await confirm(await link())).statusCode, 204)

  failOnce(app)
  const again = { ...person, username: newRegistration().username }
  t.equal((await post(app, 'register', again)).statusCode, 500)
  t.equal((await post(app, 'register', again)).statusCode, 202)
  t.equal((await confirm(await link())).statusCode, 204, 'the failed attempt sent no mail')
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('denies access to a stranger who registers the address before its owner', async t => {
  const { app, link, confirm } = await open(t)
  const theirPassword = 'ten yellow herons'
  const [stranger, owner] = [
    { ...newRegistration(), password: theirPassword, firstName: 'Eve' },
    newRegistration(),
  ]
  const { email, password } = owner
  t.equal((await post(app, 'register', { ...stranger, email: email.toUpperCase() })).statusCode, 202)
  const theirs = await link()
  t.equal((await post(app, 'register', owner)).statusCode, 202)
  const mine = await link()

  assertError(t, await confirm(theirs), 400, 'INVALID_TOKEN')
  t.equal((await confirm(mine)).statusCode, 204)
  assertError(t, await post(app, 'login', { email, password: theirPassword }), 401, 'INVALID_CREDENTIALS')
  const login = await post(app, 'login', { email, password })
  t.match(login.json(), { user: { email, username: owner.username, role: 'USER', verified: true } })
  const { account, profile } = app.features.services
  const { id } = (await account.findByEmail(email))!.account
  t.match(await profile.get(id), { firstName: null, lastName: null })
  t.equal(
    (await post(app, 'register', { ...newRegistration(), username: stranger.username })).statusCode,
    202,
    'the username is available again',
  )
})

t.test('accepts only the link of the newest mail after a stranger has registered the address', async t => {
  const { app, link, confirm } = await open(t)
  const [owner, stranger] = [newRegistration(), newRegistration()]
  const { email } = owner
  await post(app, 'register', owner)
  await link()
  await post(app, 'resend-verification', { email })
  const requestedLink = await link()
  await post(app, 'register', { ...stranger, email, password: 'ten yellow herons' })
  const newest = await link()
  assertError(t, await confirm(requestedLink), 400, 'INVALID_TOKEN')
  t.equal((await confirm(newest)).statusCode, 204)
  const signIn = (password: string) => post(app, 'login', { email, password })
  t.equal((await signIn(owner.password)).statusCode, 401)
  t.equal(
    (await signIn('ten yellow herons')).statusCode,
    200,
    'the newest link confirms the newest registration',
  )
})

t.test('does not replace a confirmed account', async t => {
  const { app, link, confirm } = await open(t)
  const [owner, stranger] = [newRegistration(), newRegistration()]
  const { email, password } = owner
  await post(app, 'register', owner)
  await confirm(await link())
  t.equal((await post(app, 'register', { ...stranger, email })).statusCode, 202)
  t.match((await post(app, 'login', { email, password })).json(), { user: { username: owner.username } })
})

t.test('rejects registrations above five mails per hour', async t => {
  const { app, box, link, confirm } = await open(t)
  const owner = newRegistration()
  const { email, password } = owner
  const { username } = await signUp(app)
  for (let time = 1; time <= 9; time++)
    assertError(
      t,
      await post(app, 'register', { ...owner, username }),
      409,
      'USERNAME_TAKEN',
      'is not counted',
    )
  // Read one by one, because mails that are queued together are sent concurrently.
  const links: string[] = []
  for (let time = 1; time <= 4; time++) {
    await post(app, 'register', { ...newRegistration(), email })
    links.push(await link())
  }
  t.equal((await post(app, 'register', owner)).statusCode, 202)
  const newest = await link()
  const late = { ...newRegistration(), email, password: 'ten yellow herons' }
  const response = await post(app, 'register', late)
  assertError(t, response, 429, 'TOO_MANY_REQUESTS')
  t.match(response.headers['retry-after'], /^\d{4}$/)
  t.equal(box.waiting(), 0)
  for (const old of links) assertError(t, await confirm(old), 400, 'INVALID_TOKEN')
  t.equal((await confirm(newest)).statusCode, 204)
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  t.equal(
    (await post(app, 'register', { ...newRegistration(), username: late.username })).statusCode,
    202,
    'the username of the unconfirmed registration is available',
  )
})

t.test('lets the owner register after a stranger has exhausted the mail limit of the address', async t => {
  const { app, link, confirm } = await open(t)
  const owner = newRegistration()
  const { email, password } = owner
  const from = (remoteAddress: string, path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/auth/${path}`, remoteAddress, payload })
  const stranger = '203.0.113.9'
  await from(stranger, 'register', { ...newRegistration(), email })
  await link()
  for (const path of ['register', 'resend-verification', 'forgot-password'])
    for (let time = 1; time <= 7; time++)
      await from(stranger, path, path === 'register' ? { ...newRegistration(), email } : { email })
  for (let mail = 1; mail <= 14; mail++) await link()
  t.equal((await from('198.51.100.7', 'register', owner)).statusCode, 202)
  await link()
  await from('198.51.100.7', 'resend-verification', { email })
  t.equal((await confirm(await link())).statusCode, 204)
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
})

t.test('limits mails per purpose to fifteen an hour from all addresses', async t => {
  const { app, box, link } = await open(t)
  const { email } = newRegistration()
  const statuses = []
  for (let at = 1; at <= 17; at++) {
    const payload = { ...newRegistration(), email }
    const remoteAddress = `203.0.113.${at}`
    statuses.push(
      (await app.inject({ method: 'POST', url: '/auth/register', remoteAddress, payload })).statusCode,
    )
  }
  t.same(statuses, [...Array<number>(15).fill(202), 429, 429])
  for (let mail = 1; mail <= 15; mail++) await link()
  await app.close()
  t.equal(box.waiting(), 0)
})
