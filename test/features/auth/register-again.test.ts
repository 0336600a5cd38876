import t, { type Test } from 'tap'
import type { App } from '../../../src/app.js'
import { build } from '../../helper.js'
import { mailbox, tokenIn } from '../../mailbox.js'
import { generous, newcomer, post, refused } from './requests.js'

async function open(t: Pick<Test, 'teardown'>) {
  const box = await mailbox(t)
  const app = await build(t, { settings: { ...generous, SMTP_URL: box.url } })
  const confirm = (token: string) => post(app, 'verify-email', { token })
  return { app, box, confirm, link: async () => tokenIn(await box.next()) }
}

const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

t.test('a registration that is sent again unchanged succeeds, and the newest link works', async t => {
  const { app, link, confirm } = await open(t)
  const person = newcomer()
  const links: string[] = []
  for (let time = 1; time <= 3; time++) {
    t.equal((await post(app, 'register', person)).statusCode, 202)
    links.push(await link())
  }
  for (const old of links.slice(0, 2)) refused(t, await confirm(old), 400, 'INVALID_TOKEN')
  t.equal((await confirm(links[2]!)).statusCode, 204)
  const { email, password } = person
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  // Now that others see the name, an answer of its own would tell them whose it is.
  refused(t, await post(app, 'register', person), 409, 'USERNAME_TAKEN')
})

t.test('five times at once it makes one account, which one of the links confirms', async t => {
  const { app, link, confirm } = await open(t)
  const person = newcomer()
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(app, 'register', person)))
  t.same(statuses(answers), [202, 202, 202, 202, 202])
  const outcomes = []
  for (let time = 1; time <= 5; time++) outcomes.push(await confirm(await link()))
  t.same(statuses(outcomes).sort(), [204, 400, 400, 400, 400])
})

/** The transaction in which an account is made fails at its end, once. */
function failOnce(app: App): void {
  const { account } = app.features.services
  const { create } = account
  account.create = (person, conclude) => {
    account.create = create
    return create(person, async made => {
      await conclude?.(made)
      throw new Error('the database is gone')
    })
  }
}

t.test(
  'a registration that failed half way leaves nothing behind: no account, no link, no mail, no claim',
  async t => {
    const { app, box, link, confirm } = await open(t)
    const [person, other] = [newcomer(), newcomer()]
    failOnce(app)
    t.equal((await post(app, 'register', person)).statusCode, 500)
    t.equal(await app.features.services.account.byEmail(person.email), null)
    t.equal((await post(app, 'register', { ...other, username: person.username })).statusCode, 202)
    t.equal((await confirm(await link())).statusCode, 204)

    failOnce(app)
    const again = { ...person, username: newcomer().username }
    t.equal((await post(app, 'register', again)).statusCode, 500)
    t.equal((await post(app, 'register', again)).statusCode, 202)
    t.equal((await confirm(await link())).statusCode, 204, 'the first mail is that of the second time')
    await app.close()
    t.equal(box.waiting(), 0)
  },
)

t.test('whoever registers an address before its owner has nothing of the account', async t => {
  const { app, link, confirm } = await open(t)
  const theirPassword = 'ten yellow herons'
  const [stranger, owner] = [{ ...newcomer(), password: theirPassword, firstName: 'Eve' }, newcomer()]
  const { email, password } = owner
  t.equal((await post(app, 'register', { ...stranger, email: email.toUpperCase() })).statusCode, 202)
  const theirs = await link()
  t.equal((await post(app, 'register', owner)).statusCode, 202)
  const mine = await link()

  refused(t, await confirm(theirs), 400, 'INVALID_TOKEN')
  t.equal((await confirm(mine)).statusCode, 204)
  refused(t, await post(app, 'login', { email, password: theirPassword }), 401, 'INVALID_CREDENTIALS')
  const login = await post(app, 'login', { email, password })
  t.match(login.json(), { user: { email, username: owner.username, role: 'USER', verified: true } })
  const { account, profile } = app.features.services
  const { id } = (await account.byEmail(email))!.account
  t.match(await profile.get(id), { firstName: null, lastName: null })
  t.equal(
    (await post(app, 'register', { ...newcomer(), username: stranger.username })).statusCode,
    202,
    'free again',
  )
})

t.test(
  'also with a link that was asked for again, and when the stranger is the one who comes later',
  async t => {
    const { app, link, confirm } = await open(t)
    const [owner, stranger] = [newcomer(), newcomer()]
    const { email } = owner
    await post(app, 'register', owner)
    await link()
    await post(app, 'resend-verification', { email })
    const asked = await link()
    await post(app, 'register', { ...stranger, email, password: 'ten yellow herons' })
    const newest = await link()
    refused(t, await confirm(asked), 400, 'INVALID_TOKEN')
    t.equal((await confirm(newest)).statusCode, 204)
    const signIn = (password: string) => post(app, 'login', { email, password })
    t.equal((await signIn(owner.password)).statusCode, 401)
    t.equal(
      (await signIn('ten yellow herons')).statusCode,
      200,
      'what the newest link opens is the newest registration',
    )
  },
)

t.test('a confirmed account is not replaced', async t => {
  const { app, link, confirm } = await open(t)
  const [owner, stranger] = [newcomer(), newcomer()]
  const { email, password } = owner
  await post(app, 'register', owner)
  await confirm(await link())
  t.equal((await post(app, 'register', { ...stranger, email })).statusCode, 202)
  t.match((await post(app, 'login', { email, password })).json(), { user: { username: owner.username } })
})

t.test(
  'past five mails an hour a registration still replaces the one before, and its link can be asked for',
  async t => {
    const { app, box, link, confirm } = await open(t)
    const owner = newcomer()
    const { email, password } = owner
    for (let time = 1; time <= 5; time++) await post(app, 'register', { ...newcomer(), email })
    const links = []
    for (let time = 1; time <= 5; time++) links.push(await link())
    t.equal((await post(app, 'register', owner)).statusCode, 202)
    for (const old of links) refused(t, await confirm(old), 400, 'INVALID_TOKEN')
    t.equal(box.waiting(), 0)
    await post(app, 'resend-verification', { email })
    t.equal((await confirm(await link())).statusCode, 204)
    t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  },
)
