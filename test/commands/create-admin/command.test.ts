import { join } from 'node:path'
import t from 'tap'
import { newRegistration, post } from '../../features/people/auth/requests.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings, type Settings } from '../../helper.js'
import { runCommand } from '../run-command.js'

const createAdmin = (settings: Settings, args: string[], input?: string) =>
  runCommand('admin', settings, args, input)

t.test('creates the first administrator with a password from standard input', async t => {
  const settings = isolatedSettings(t)
  const weak = await createAdmin(settings, ['root@example.com'], 'password\n')
  t.match([weak.code, weak.errors], [1, /password/i])

  const made = await createAdmin(settings, ['root@example.com'], 'seven green lamps\n')
  t.match([made.code, made.output], [0, /root@example\.com is an administrator now/], made.errors)
  const again = await createAdmin(settings, ['root@example.com'], 'another password\n')
  t.match([again.code, again.output], [0, /is already an administrator. Nothing was changed/])

  const app = await build(t, { settings })
  const { accessToken } = await logIn(app, 'root@example.com', 'seven green lamps')
  const headers = { authorization: `Bearer ${accessToken}` }
  t.same((await queryGraphQL(app, '{ me { role } }', {}, { headers })).data, { me: { role: 'ADMIN' } })
})

t.test('promotes an existing account only on request, and only if it is confirmed', async t => {
  const settings = isolatedSettings(t)
  const app = await build(t, { settings })
  const { email, password } = await signUp(app)
  const pending = newRegistration()
  await post(app, 'register', pending)
  await app.close()

  const refused = await createAdmin(settings, [email])
  t.match([refused.code, refused.errors], [1, /already exists.*add --promote/])
  const promoted = await createAdmin(settings, [email, '--promote'])
  t.match([promoted.code, promoted.output], [0, /becomes an administrator with/])
  const unconfirmed = await createAdmin(settings, [pending.email, '--promote'])
  t.match([unconfirmed.code, unconfirmed.errors], [1, /has not confirmed its address/])

  const later = await build(t, { settings })
  const { user } = (await logIn(later, email, password)) as { user: { role?: string; id: string } }
  t.equal((await later.features.services.account.get(user.id)).role, 'ADMIN')
})

t.test('reports a missing address, an invalid address and a running service', async t => {
  const settings = isolatedSettings(t)
  for (const [args, message] of [
    [[], /missing required argument 'email'/],
    [['a@b.de', 'c@d.de'], /too many arguments/],
  ] as const) {
    const { code, errors } = await createAdmin(settings, [...args])
    t.match([code, errors], [2, message])
  }
  t.match((await createAdmin(settings, ['root'])).errors, /root is not an e-mail address/)
  if (settings.MONGODB_URI !== undefined) return
  await build(t, { settings })
  const { code, errors } = await createAdmin(settings, ['root@example.com'], 'seven green lamps\n')
  t.equal(code, 1)
  t.match(errors, `${join(settings.DATA_PATH!, 'database')} is open in process ${process.pid}`)
  t.notMatch(errors, /^ +at /m)
})
