import t from 'tap'
import { build, signUp, type TestUser } from '../../../helper.js'
import { createAuthenticator } from '../auth/passkeys/authenticator.js'
import { assertError, post, unlimitedLogins } from '../auth/requests.js'
import { consoleBrowser } from './browser-client.js'
import type { App } from '../../../../src/app.js'

interface Options {
  challengeId: string
  options: { challenge: string }
}

async function withPasskey(app: App, user: TestUser) {
  const authenticator = createAuthenticator()
  const started = await post(app, 'passkeys/registration/options', {}, user.headers)
  const { challengeId, options } = started.json<Options>()
  const body = { challengeId, response: authenticator.register(options) }
  await post(app, 'passkeys/registration/verify', body, user.headers)
  return authenticator
}

t.test('signs administrators in to the console with a passkey', async t => {
  const secret = 'a secret of at least thirty-two bytes'
  const signed = { HMAC_ENABLED: 'true', HMAC_SECRET: secret }
  for (const settings of [
    unlimitedLogins,
    { ...unlimitedLogins, SECOND_FACTOR_REQUIRED_FOR_ADMINS: 'true' },
  ]) {
    const app = await build(t, { settings })
    const admin = await signUp(app, { role: 'ADMIN' })
    const authenticator = await withPasskey(app, admin)
    const browser = consoleBrowser(app)
    const { challengeId, options } = (await browser.send('passkey-options', { payload: {} })).json<Options>()
    const payload = { challengeId, response: authenticator.signIn(options) }
    const session = await browser.send('session', { payload })
    t.match(session.json(), { user: { id: admin.id } })
    assertError(t, await browser.send('session', { payload }), 401, 'INVALID_CREDENTIALS')
  }
  const app = await build(t, { settings: { ...unlimitedLogins, ...signed } })
  t.equal((await consoleBrowser(app).send('passkey-options', { payload: {} })).statusCode, 200)
})

t.test('refuses the passkeys of other users, and requests of other pages', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const authenticator = await withPasskey(app, await signUp(app))
  const browser = consoleBrowser(app)
  const { challengeId, options } = (await browser.send('passkey-options', { payload: {} })).json<Options>()
  const payload = { challengeId, response: authenticator.signIn(options) }
  assertError(t, await browser.send('session', { payload }), 403, 'FORBIDDEN')
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  assertError(t, await browser.send('passkey-options', { payload: {}, headers }), 403, 'FORBIDDEN')
})
