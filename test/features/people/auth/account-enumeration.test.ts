import t from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { mailbox } from '../../../mailbox.js'
import { handClock, newcomer, post, refused } from './requests.js'

const days = 24 * 3600_000

t.test('the answer does not tell whether an address is known; a mail tells its owner', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url } })
  const owner = await signUp(app)

  const known = await post(app, 'register', { ...newcomer(), email: owner.email.toUpperCase() })
  const mail = await box.next()
  const unknown = await post(app, 'register', newcomer())

  t.equal(known.statusCode, 202)
  t.equal(unknown.statusCode, 202)
  t.equal(known.body, unknown.body)
  t.same(Object.keys(known.headers), Object.keys(unknown.headers))
  t.match(mail.to, [{ address: owner.email }])
  t.match(mail.subject, /already have an account/)
  t.notMatch(mail.text, /token=/)
})

t.test('registering again changes nothing about the account', async t => {
  const app = await build(t)
  const { email, username, password } = await signUp(app)
  const again = { ...newcomer(), email, firstName: 'Eve' }
  t.equal((await post(app, 'register', again)).statusCode, 202)
  const account = await app.features.services.account.findByEmail(email)
  t.match(account?.account, { username })
  t.equal((await app.features.services.profile.get(account!.account.id)).firstName, null)
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  t.equal((await post(app, 'login', { email, password: again.password })).statusCode, 401)
})

t.test(
  'a username tried together with a known address looks taken afterwards, as long as it would be',
  async t => {
    const { clock, advance } = handClock()
    const app = await build(t, { clock })
    const { email } = await signUp(app)
    const { username } = newcomer()
    t.equal((await post(app, 'register', { ...newcomer(), email, username })).statusCode, 202)
    t.equal((await post(app, 'register', { ...newcomer(), email, username })).statusCode, 202, 'sent again')
    refused(t, await post(app, 'register', { ...newcomer(), username }), 409, 'USERNAME_TAKEN')
    advance(7 * days + 1)
    t.equal((await post(app, 'register', { ...newcomer(), username })).statusCode, 202)
  },
)

t.test(
  "an account's own username is taken for its address, too, as it would be for an unknown one",
  async t => {
    const app = await build(t)
    const { email, username } = await signUp(app)
    for (const address of [email, newcomer().email])
      refused(
        t,
        await post(app, 'register', { ...newcomer(), email: address, username }),
        409,
        'USERNAME_TAKEN',
      )
  },
)

t.test(
  'trying another username with an address gives up the one before, whether or not it is known',
  async t => {
    const app = await build(t)
    const { email: known } = await signUp(app)
    for (const email of [known, newcomer().email]) {
      const [{ username: first }, { username: second }] = [newcomer(), newcomer()]
      for (const username of [first, second])
        t.equal((await post(app, 'register', { ...newcomer(), email, username })).statusCode, 202)
      refused(t, await post(app, 'register', { ...newcomer(), username: second }), 409, 'USERNAME_TAKEN')
      t.equal((await post(app, 'register', { ...newcomer(), username: first })).statusCode, 202)
    }
  },
)

t.test('nor does trying a username with two addresses at once tell whether one is known', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  for (const other of [newcomer().email, email]) {
    const { username } = newcomer()
    const answers = await Promise.all([
      post(app, 'register', { ...newcomer(), username }),
      post(app, 'register', { ...newcomer(), email: other, username }),
    ])
    t.same(answers.map(answer => answer.statusCode).sort(), [202, 409])
  }
})

const rename =
  'mutation ($username: String!) { updateProfile(input: { username: $username }) { user { username } } }'

t.test('nor does taking the username for oneself', async t => {
  const app = await build(t)
  const [owner, stranger] = [await signUp(app), await signUp(app)]
  for (const email of [newcomer().email, owner.email]) {
    const { username } = newcomer()
    t.equal((await post(app, 'register', { ...newcomer(), email, username })).statusCode, 202)
    t.equal(errorCodeOf(await queryGraphQL(app, rename, { username }, stranger)), 'CONFLICT')
  }
})

t.test('a user can change the username and have the old one back', async t => {
  const app = await build(t)
  const person = await signUp(app)
  for (const username of ['somebody.else', 'Somebody.Else', person.username])
    t.same(await queryGraphQL(app, rename, { username }, person), {
      data: { updateProfile: { user: { username } } },
    })
})

t.test('a confirmed user can change the username and have the one of the registration back', async t => {
  const box = await mailbox(t)
  const app = await build(t, { settings: { SMTP_URL: box.url } })
  const person = newcomer()
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

t.test('asking for mails gets the same answer for every address', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  const waiting = newcomer()
  await post(app, 'register', waiting)
  for (const path of ['forgot-password', 'resend-verification']) {
    const answers = await Promise.all(
      [email, waiting.email, 'nobody@example.com'].map(address => post(app, path, { email: address })),
    )
    for (const answer of answers) {
      t.equal(answer.statusCode, 202)
      t.equal(answer.body, answers[0]?.body)
      t.same(Object.keys(answer.headers), Object.keys(answers[0]?.headers ?? {}))
    }
  }
})
