import t from 'tap'
import { build, isolatedSettings, logIn, signUp } from '../../../helper.js'
import { assertError, newRegistration, post, unlimitedLogins } from './requests.js'
import { nonce, startIssuer } from './openid/issuer.js'

t.test(
  'creates no accounts in any way, but signs in existing ones, while the registration is closed',
  async t => {
    const issuer = await startIssuer(t, () => new Date())
    const settings = isolatedSettings(t, { ...unlimitedLogins, ...issuer.settings, GUESTS_ENABLED: 'true' })
    const signInWithIdentity = async (
      app: Awaited<ReturnType<typeof build>>,
      sub: string,
      attempt: string,
    ) => {
      const own = `${nonce}-${sub}-${attempt}`
      const idToken = await issuer.sign({ sub, nonce: own })
      return post(app, 'oidc/test', { idToken, nonce: own })
    }

    const open = await build(t, { settings, clock: () => new Date() })
    const user = await signUp(open)
    t.equal((await signInWithIdentity(open, 'known', '1')).statusCode, 200)
    const { guestToken, accessToken } = (await post(open, 'guest', {})).json<Record<string, string>>()
    const methods = (await open.inject('/auth/sign-in-methods')).json<object>()
    t.match(methods, { registration: true, guests: true })
    await open.close()

    const closed = await build(t, {
      settings: { ...settings, REGISTRATION_ENABLED: 'false' },
      clock: () => new Date(),
    })
    t.same((await closed.inject('/auth/sign-in-methods')).json(), {
      providers: ['test'],
      registration: false,
      guests: false,
    })
    assertError(t, await post(closed, 'register', newRegistration()), 403, 'REGISTRATION_DISABLED')
    const known = { ...newRegistration(), email: user.email }
    assertError(t, await post(closed, 'register', known), 403, 'REGISTRATION_DISABLED')
    assertError(t, await signInWithIdentity(closed, 'unknown', '1'), 403, 'REGISTRATION_DISABLED')
    assertError(t, await post(closed, 'guest', {}), 403, 'GUESTS_DISABLED')

    t.ok((await logIn(closed, user.email, user.password)).accessToken)
    t.equal((await signInWithIdentity(closed, 'known', '2')).statusCode, 200)
    t.equal((await post(closed, 'guest', { guestToken })).statusCode, 200)
    const guest = { authorization: `Bearer ${accessToken}` }
    t.equal(
      (await post(closed, 'register', newRegistration(), guest)).statusCode,
      202,
      'a guest can become permanent',
    )
  },
)
