import t from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { countCommands } from '../../../commands.js'
import { mailbox } from '../../../mailbox.js'
import { manualClock, newRegistration, post, assertError, unlimitedLogins } from './requests.js'

const days = 24 * 3600_000

t.test(
  'does not reveal in the response whether an address is registered, but in a mail to its owner',
  async t => {
    const box = await mailbox(t)
    const app = await build(t, { settings: { SMTP_URL: box.url } })
    const owner = await signUp(app)

    const known = await post(app, 'register', { ...newRegistration(), email: owner.email.toUpperCase() })
    const mail = await box.next()
    const unknown = await post(app, 'register', newRegistration())

    t.equal(known.statusCode, 202)
    t.equal(unknown.statusCode, 202)
    t.equal(known.json<{ message: string }>().message, unknown.json<{ message: string }>().message)
    t.same(Object.keys(known.json<object>()), Object.keys(unknown.json<object>()))
    t.equal(known.body.length, unknown.body.length)
    t.same(Object.keys(known.headers), Object.keys(unknown.headers))
    t.match(mail.to, [{ address: owner.email }])
    t.match(mail.subject, /already have an account/)
    t.notMatch(mail.text, /token=/)
  },
)

t.test('sends equally many commands to the database for known and unknown addresses', async t => {
  const commands = countCommands(t)
  const app = await build(t, { settings: unlimitedLogins, wrapDatabase: commands.observe })
  const owner = await signUp(app)
  const [waiting, unknown] = [newRegistration(), newRegistration()]
  await post(app, 'register', waiting)
  /** Returns the number of commands that are sent until the commit, except for those of the mail queue, which works meanwhile. */
  async function countFor(email: string): Promise<number> {
    const before = commands.log.length
    let sent: string[] = []
    await commands.during(async () => {
      const response = await post(app, 'register', { ...newRegistration(), email })
      sent = commands.log.slice(before, commands.log.lastIndexOf('commit') + 1)
      t.equal(response.statusCode, 202)
    })
    return sent.filter(command => !command.startsWith('mails.')).length
  }
  const expected = await countFor(unknown.email)
  t.equal(await countFor(owner.email), expected, 'known')
  t.equal(await countFor(waiting.email), expected, 'waiting for confirmation')
})

t.test('does not change the account when its address is registered again', async t => {
  const app = await build(t)
  const { email, username, password } = await signUp(app)
  const again = { ...newRegistration(), email, firstName: 'Eve' }
  t.equal((await post(app, 'register', again)).statusCode, 202)
  const account = await app.features.services.account.findByEmail(email)
  t.match(account?.account, { username })
  t.equal((await app.features.services.profile.get(account!.account.id)).firstName, null)
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  t.equal((await post(app, 'login', { email, password: again.password })).statusCode, 401)
})

t.test('treats a username that was tried with a known address as taken for the same time', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const { email } = await signUp(app)
  const { username } = newRegistration()
  t.equal((await post(app, 'register', { ...newRegistration(), email, username })).statusCode, 202)
  t.equal(
    (await post(app, 'register', { ...newRegistration(), email, username })).statusCode,
    202,
    'the username of a repeated registration is not taken',
  )
  assertError(t, await post(app, 'register', { ...newRegistration(), username }), 409, 'USERNAME_TAKEN')
  advance(7 * days + 1)
  t.equal((await post(app, 'register', { ...newRegistration(), username })).statusCode, 202)
})

t.test('rejects a taken username with any address, including that of its account', async t => {
  const app = await build(t)
  const { email, username } = await signUp(app)
  for (const address of [email, newRegistration().email])
    assertError(
      t,
      await post(app, 'register', { ...newRegistration(), email: address, username }),
      409,
      'USERNAME_TAKEN',
    )
})

t.test(
  'releases the previous username of an address, known or unknown, when another one is tried',
  async t => {
    const app = await build(t)
    const { email: known } = await signUp(app)
    for (const email of [known, newRegistration().email]) {
      const [{ username: first }, { username: second }] = [newRegistration(), newRegistration()]
      for (const username of [first, second])
        t.equal((await post(app, 'register', { ...newRegistration(), email, username })).statusCode, 202)
      assertError(
        t,
        await post(app, 'register', { ...newRegistration(), username: second }),
        409,
        'USERNAME_TAKEN',
      )
      t.equal((await post(app, 'register', { ...newRegistration(), username: first })).statusCode, 202)
    }
  },
)

t.test('does not reveal known addresses through concurrent registrations of one username', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  for (const other of [newRegistration().email, email]) {
    const { username } = newRegistration()
    const responses = await Promise.all([
      post(app, 'register', { ...newRegistration(), username }),
      post(app, 'register', { ...newRegistration(), email: other, username }),
    ])
    t.same(responses.map(response => response.statusCode).sort(), [202, 409])
  }
})

const rename =
  'mutation ($username: String!) { updateProfile(input: { username: $username }) { user { username } } }'

t.test('does not reveal known addresses when a user changes to a username registered with them', async t => {
  const app = await build(t)
  const [owner, stranger] = [await signUp(app), await signUp(app)]
  for (const email of [newRegistration().email, owner.email]) {
    const { username } = newRegistration()
    t.equal((await post(app, 'register', { ...newRegistration(), email, username })).statusCode, 202)
    t.equal(errorCodeOf(await queryGraphQL(app, rename, { username }, stranger)), 'CONFLICT')
  }
})

t.test('lets a user return to the previous username', async t => {
  const app = await build(t)
  const person = await signUp(app)
  for (const username of ['another.user', 'Another.User', person.username])
    t.same(await queryGraphQL(app, rename, { username }, person), {
      data: { updateProfile: { user: { username } } },
    })
})

t.test('lets a confirmed user return to the username of the registration', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url } })
  const person = newRegistration()
  await post(app, 'register', person)
  const [, token] = /token=([\w-]+)/.exec((await box.next()).text ?? '') ?? []
  await post(app, 'verify-email', { token })
  const { accessToken } = (
    await post(app, 'login', { email: person.email, password: person.password })
  ).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  for (const username of ['for.a.while', person.username])
    t.same(await queryGraphQL(app, rename, { username }, { headers }), {
      data: { updateProfile: { user: { username } } },
    })
})

t.test('returns the same response to mail requests for every address', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  const waiting = newRegistration()
  await post(app, 'register', waiting)
  for (const path of ['forgot-password', 'resend-verification']) {
    const responses = await Promise.all(
      [email, waiting.email, 'nobody@example.com'].map(address => post(app, path, { email: address })),
    )
    for (const response of responses) {
      t.equal(response.statusCode, 202)
      t.equal(response.body, responses[0]?.body)
      t.same(Object.keys(response.headers), Object.keys(responses[0]?.headers ?? {}))
    }
  }
})
