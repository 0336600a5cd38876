import { days } from '../../../../src/lib/quantities.js'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { build, logIn } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, getProfile, newRegistration, post, assertError } from './requests.js'

async function accountOf(app: App, email: string) {
  const { account, profile } = app.features.services
  const known = await account.findByEmail(email)
  return known && profile.get(known.account.id)
}

t.test('signs in after registration and confirmation', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url } })
  const user = { ...newRegistration(), firstName: 'Ada', lastName: 'Lovelace' }

  const response = await post(app, 'register', user)
  t.equal(response.statusCode, 202)
  t.same(Object.keys(response.json()), ['message', 'challenge', 'expiresAt'])
  const mail = await box.next()
  t.match(mail.to, [{ address: user.email }])
  t.equal((await post(app, 'verify-email', { token: tokenIn(mail) })).statusCode, 204)

  const { accessToken } = await logIn(app, user.email, user.password)
  t.match((await getProfile(app, accessToken)).json(), {
    email: user.email,
    username: user.username,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'USER',
    enabled: true,
    verified: true,
  })
})

t.test('accepts names in any script', async t => {
  const app = await build(t)
  const names = [
    { username: 'سارة_٢٠٢٦', firstName: 'سارة', lastName: 'می‌خواهم' },
    { username: '李小龙.七', firstName: '小龙', lastName: '李' },
    { username: 'Ḋëvanāgarī', firstName: 'क्षत्रिय', lastName: 'N̈ ̄' },
    { username: 'ὀδυσσεύς-7', firstName: '🏋🏽‍♀️ Zoë', lastName: "O'Neill <b>&amp;" },
  ]
  for (const name of names) {
    const user = { ...newRegistration(), ...name }
    t.equal((await post(app, 'register', user)).statusCode, 202, name.username)
    t.match(await accountOf(app, user.email), {
      username: name.username.normalize('NFC'),
      firstName: name.firstName.normalize('NFC'),
      lastName: name.lastName.normalize('NFC'),
    })
  }
})

t.test('stores an omitted or blank name as null', async t => {
  const app = await build(t)
  const user = { ...newRegistration(), firstName: '  ' }
  t.equal((await post(app, 'register', user)).statusCode, 202)
  t.match(await accountOf(app, user.email), {
    firstName: null,
    lastName: null,
    role: 'USER',
    verified: false,
    enabled: true,
  })
})

t.test('rejects invalid input, and writes nothing', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  const user = newRegistration()
  const { email, username, password } = user
  const bodies: object[] = [
    { email, username },
    { email, password },
    { username, password },
    { ...user, email: 'not an address' },
    { ...user, email: 'ada@example.com\r\nBcc: eve@example.com' },
    { ...user, username: 'ab' },
    { ...user, username: 'a'.repeat(31) },
    { ...user, username: 'two words' },
    { ...user, username: 'nobody@example.com' },
    { ...user, username: 'a\u202eb\u202ec' },
    { ...user, username: '💪💪💪' },
    { ...user, username: `${username}\u0000` },
    { ...user, username: `${username}\ud800` },
    { ...user, firstName: 'a'.repeat(101) },
    { ...user, firstName: 'Ada\u0000' },
    { ...user, firstName: 'Ada\udfff' },
    { ...user, lastName: 'Love\nlace' },
    { ...user, firstName: null },
    { ...user, password: `${password}\u0000` },
    { ...user, role: 'ADMIN' },
    { ...user, verified: true },
    { ...user, id: '0123456789abcdef01234567' },
  ]
  for (const body of bodies)
    assertError(t, await post(app, 'register', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))

  t.equal(await app.features.services.account.findByEmail(email), null)
  t.equal(
    (await post(app, 'register', user)).statusCode,
    202,
    'a rejected registration does not take the username',
  )
  await app.close()
  t.equal(box.waiting(), 1, 'only the last registration sends a mail')
})

t.test('compares usernames regardless of case and Unicode form', async t => {
  const app = await build(t)
  for (const username of ['Straße.7', 'ΟΔΥΣΣΕΥΣ'])
    t.equal((await post(app, 'register', { ...newRegistration(), username })).statusCode, 202)
  for (const username of ['Straße.7', 'STRASSE.7', 'οδυσσευς', 'οδυσσευσ', 'Ｓtraße.7'])
    assertError(
      t,
      await post(app, 'register', { ...newRegistration(), username }),
      409,
      'USERNAME_TAKEN',
      username,
    )
})

t.test('gives a username to one of two concurrent registrations', async t => {
  const app = await build(t)
  const { username } = newRegistration()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => post(app, 'register', { ...newRegistration(), username })),
  )
  const statuses = responses.map(response => response.statusCode).sort()
  t.same(statuses, [202, 409, 409, 409, 409])
})

t.test('releases the username and address of an unconfirmed account after seven days', async t => {
  let now = new Date('2026-01-31T08:15:30Z')
  const app = await build(t, { settings: unlimitedLogins, clock: () => now })
  const user = newRegistration()
  t.equal((await post(app, 'register', user)).statusCode, 202)
  const first = (await accountOf(app, user.email))!
  now = new Date(now.getTime() + 7 * days + 1)
  t.equal((await post(app, 'register', user)).statusCode, 202)
  t.not((await accountOf(app, user.email))!.id, first.id)
})
