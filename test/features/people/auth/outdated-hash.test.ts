import t from 'tap'
import { build, isolatedSettings } from '../../../helper.js'
import { newRegistration, post } from './requests.js'

type Teardown = Parameters<typeof build>[0]

/** Creates an account whose hash has 4 rounds, and an app that requires 5. */
async function withOldHash(t: Teardown) {
  const settings = isolatedSettings(t)
  const user = newRegistration()
  const before = await build(t, { settings })
  await before.features.services.registration.createVerifiedAccount({ ...user, role: 'USER' })
  await before.close()
  const app = await build(t, { settings: { ...settings, BCRYPT_SALT_ROUNDS: '5' } })
  const hash = async () => (await app.features.services.account.findByEmail(user.email))?.passwordHash
  const login = (password = user.password) => post(app, 'login', { email: user.email, password })
  return { hash, login }
}

t.test('rehashes a password with fewer rounds at the next login', async t => {
  const { hash, login } = await withOldHash(t)
  t.match(await hash(), /^\$2[aby]\$04\$/)
  t.equal((await login()).statusCode, 200)
  const renewed = await hash()
  t.match(renewed, /^\$2[aby]\$05\$/)
  t.equal((await login()).statusCode, 200)
  t.equal(await hash(), renewed)
})

t.test('does not rehash after a wrong password', async t => {
  const { hash, login } = await withOldHash(t)
  const before = await hash()
  t.equal((await login('not the password')).statusCode, 401)
  t.equal(await hash(), before)
})

t.test('accepts two concurrent logins that both rehash', async t => {
  const { login } = await withOldHash(t)
  const responses = await Promise.all([login(), login()])
  t.same(
    responses.map(response => response.statusCode),
    [200, 200],
  )
})
