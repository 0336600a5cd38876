import { Piscina } from 'piscina'
import t, { type Test } from 'tap'
import type { HashResult } from '../../../../src/features/people/auth/passwords/hash-queue.js'
import { build, isolatedSettings, type Settings } from '../../../helper.js'
import { unlimitedLogins, newRegistration, post, assertError } from './requests.js'

/** Records the iterations of bcrypt that the threads compute. */
const { run } = Piscina.prototype
const computed: number[] = []
Piscina.prototype.run = async function (this: Piscina, ...given: Parameters<typeof run>) {
  const done = (await run.apply(this, given)) as HashResult<unknown>
  computed.push(done.iterations)
  return done
}

/** Creates accounts whose hashes have these rounds, one after the other. */
async function accounts(t: Pick<Test, 'teardown'>, settings: Settings, rounds: number[]) {
  const users = []
  for (const BCRYPT_SALT_ROUNDS of rounds.map(String)) {
    const app = await build(t, { settings: { ...settings, BCRYPT_SALT_ROUNDS } })
    const [verified, pending, disabled] = [newRegistration(), newRegistration(), newRegistration()]
    for (const user of [verified, disabled])
      await app.features.services.registration.createVerifiedAccount({ ...user, role: 'USER' })
    await post(app, 'register', pending)
    const { account, accountAccess } = app.features.services
    await accountAccess.setEnabled((await account.findByEmail(disabled.email))!.account.id, false)
    users.push(verified, pending, disabled)
    await app.close()
  }
  return users
}

for (const { change, stored, now } of [
  { change: 'raised', stored: [4, 5], now: 7 },
  { change: 'lowered', stored: [7, 5], now: 4 },
  { change: 'unchanged', stored: [6], now: 6 },
])
  t.test(`with rounds ${change}, a failed login costs the same for every account`, async t => {
    const settings = { ...isolatedSettings(t), ...unlimitedLogins }
    const users = await accounts(t, settings, stored)
    const app = await build(t, { settings: { ...settings, BCRYPT_SALT_ROUNDS: String(now) } })
    const most = 2 ** Math.max(now, ...stored)
    for (const { email } of [newRegistration(), ...users, newRegistration()]) {
      computed.length = 0
      const response = await post(app, 'login', { email, password: 'a wrong guess' })
      assertError(t, response, 401, 'INVALID_CREDENTIALS')
      t.same(computed, [most])
    }
  })

t.test('raises the cost of failures to the rounds of the costliest hash', async t => {
  const settings = { ...isolatedSettings(t), ...unlimitedLogins }
  const [user] = await accounts(t, settings, [4])
  const app = await build(t, { settings })
  const { email } = newRegistration()
  const fail = () => post(app, 'login', { email, password: 'a wrong guess' })
  await fail()
  t.equal(computed.at(-1), 2 ** 4)
  // The state that another instance leaves.
  const { account } = app.features.services
  const known = (await account.findByEmail(user!.email))!
  await account.renewPasswordHash(known, known.passwordHash!.replace('$04$', '$06$'))
  await post(app, 'login', { email: user!.email, password: 'a wrong guess' })
  await fail()
  t.equal(computed.at(-1), 2 ** 6)
})

t.test('spends only the rounds of its hash on a right password', async t => {
  const settings = { ...isolatedSettings(t), ...unlimitedLogins }
  const [user] = await accounts(t, settings, [4])
  const app = await build(t, { settings: { ...settings, BCRYPT_SALT_ROUNDS: '6' } })
  const { email, password } = user!
  computed.length = 0
  for (let time = 1; time <= 2; time++)
    t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  t.same(computed, [2 ** 4, 2 ** 6, 2 ** 6], 'compares, rehashes and compares again')
})
