import t from 'tap'
import { build } from '../../../helper.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, newRegistration, post, assertError } from './requests.js'

const user = { ...newRegistration(), username: 'Ärmel.Straße.7', email: 'Ada.Lovelace@example.com' }

const weak: Record<string, string> = {
  'the empty one': '',
  'seven bytes': 'xq7!pzr',
  'seven bytes of four characters': 'äöü!',
  '73 bytes': 'x'.repeat(73),
  '73 bytes of 37 characters': `${'ä'.repeat(36)}x`,
  '73 bytes, cut inside a character if one cut them': `${'ä'.repeat(35)}x💪`.slice(0, -2) + '界',
  'a common one': 'password1',
  'a common one in capitals': 'PASSWORD1',
  'a common one in wide letters': 'ｐassword1',
  'the e-mail address': user.email,
  'the e-mail address in other letters': 'ADA.lovelace@EXAMPLE.com',
  'the username': user.username,
  'the username in other letters': 'ÄRMEL.STRASSE.7',
}

const good: Record<string, string> = {
  'eight bytes': 'xq7!pzrk',
  'eight bytes of two characters': '💪🏋',
  '72 bytes': 'x7'.repeat(36),
  '72 bytes of 18 characters': '💪'.repeat(18),
  'spaces around it': '  xq7!pz  ',
  'the username and more': `${user.username}!`,
}

t.test('rejects a weak password at registration, and writes nothing', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  for (const [what, password] of Object.entries(weak))
    assertError(t, await post(app, 'register', { ...user, password }), 400, 'WEAK_PASSWORD', what)
  t.equal(await app.features.services.account.findByEmail(user.email), null)
  t.equal(
    (await post(app, 'register', user)).statusCode,
    202,
    'a rejected registration does not take the username',
  )
})

t.test('accepts a strong password exactly as it was sent', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  for (const [what, password] of Object.entries(good)) {
    const { email, username } = newRegistration()
    t.equal((await post(app, 'register', { email, username, password })).statusCode, 202, what)
    t.equal((await post(app, 'login', { email, password })).json().code, 'ACCOUNT_NOT_VERIFIED', what)
    const trimmed = await post(app, 'login', { email, password: `${password} `.slice(0, 70) })
    t.equal(trimmed.json().code, 'INVALID_CREDENTIALS', what)
  }
})

t.test('rejects a weak password at a reset, and keeps the link valid', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url } })
  await app.features.services.registration.createVerifiedAccount({ ...user, role: 'USER' })
  await post(app, 'forgot-password', { email: user.email })
  const token = tokenIn(await box.next())
  for (const [what, password] of Object.entries(weak))
    assertError(t, await post(app, 'reset-password', { token, password }), 400, 'WEAK_PASSWORD', what)

  const { email, password } = user
  t.equal((await post(app, 'login', { email, password })).statusCode, 200, 'the old password is still valid')
  t.equal((await post(app, 'reset-password', { token, password: 'nine green herons' })).statusCode, 204)
  t.equal((await post(app, 'login', { email, password: 'nine green herons' })).statusCode, 200)
})
