import t from 'tap'
import { build, signUp } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import { mailbox, tokenIn } from '../../../mailbox.js'
import { unlimitedLogins, post, assertError, type Answer } from './requests.js'

const codes = (responses: Answer[]) =>
  responses.map(response => response.json<{ code?: string }>().code ?? 'ok')

const count = (responses: Answer[], code: string) => codes(responses).filter(one => one === code).length

const loginFrom = (app: App, remoteAddress: string, email: string, password = 'a wrong guess') =>
  app.inject({ method: 'POST', url: '/auth/login', payload: { email, password }, remoteAddress })

t.test('rejects the right password above the limit of the account, with retry-after', async t => {
  const app = await build(t, {
    settings: { RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '3', RATE_LIMIT_LOGIN_WINDOW: '10m' },
  })
  const { email, password } = await signUp(app)
  for (let attempt = 1; attempt <= 3; attempt++)
    assertError(t, await loginFrom(app, `192.0.2.${attempt}`, email), 401, 'INVALID_CREDENTIALS')

  const locked = await loginFrom(app, '192.0.2.9', email.toUpperCase(), password)
  assertError(t, locked, 429, 'TOO_MANY_REQUESTS')
  const retryAfter = Number(locked.headers['retry-after'])
  t.ok(Number.isInteger(retryAfter) && retryAfter > 590 && retryAfter <= 600, `${retryAfter} s`)
  t.match(locked.headers, { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' })
  const wait = Number(locked.headers['x-ratelimit-reset']) - Date.now() / 1000
  t.ok(wait > 590 && wait <= 601, `the window of failed logins ends in ${wait} s`)
})

t.test('locks an account only for the address with too many failures', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES: '2' } })
  const { email, password } = await signUp(app)
  for (let attempt = 1; attempt <= 2; attempt++) await loginFrom(app, '192.0.2.1', email)
  assertError(t, await loginFrom(app, '192.0.2.1', email, password), 429, 'TOO_MANY_REQUESTS')
  t.equal((await loginFrom(app, '192.0.2.2', email, password)).statusCode, 200)
})

t.test('unlocks the account after a password reset', async t => {
  const box = await mailbox(t)
  const settings = { RATE_LIMIT_LOGIN_FAILURES: '2', RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '3' }
  const app = await build(t, { settings: { ...settings, SMTP_URL: box.url } })
  const { email } = await signUp(app)
  for (const end of [1, 1, 2]) await loginFrom(app, `192.0.2.${end}`, email)
  for (const end of [1, 2]) t.equal((await loginFrom(app, `192.0.2.${end}`, email)).statusCode, 429)

  await post(app, 'forgot-password', { email })
  const password = 'nine green herons'
  const reset = await post(app, 'reset-password', { token: tokenIn(await box.next()), password })
  t.equal(reset.statusCode, 204)
  for (const end of [1, 2]) t.equal((await loginFrom(app, `192.0.2.${end}`, email, password)).statusCode, 200)
})

t.test('locks unknown accounts like known ones', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES: '2' } })
  const responses: Answer[] = []
  for (let attempt = 1; attempt <= 3; attempt++)
    responses.push(await loginFrom(app, '192.0.2.1', 'nobody@example.com'))
  t.same(codes(responses), ['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'])
})

t.test('accepts the right password after the window', async t => {
  const settings = { ...unlimitedLogins, RATE_LIMIT_LOGIN_FAILURES: '1', RATE_LIMIT_LOGIN_WINDOW: '1s' }
  const app = await build(t, { settings })
  const { email, password } = await signUp(app)
  await post(app, 'login', { email, password: 'a wrong guess' })
  const responses = [await post(app, 'login', { email, password })]
  while (responses.at(-1)?.statusCode === 429) responses.push(await post(app, 'login', { email, password }))
  t.equal(responses[0]?.statusCode, 429)
  t.equal(responses.at(-1)?.statusCode, 200)
})

t.test('does not count successful logins', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES: '2' } })
  const { id, email, password } = await signUp(app)
  for (let attempt = 1; attempt <= 5; attempt++)
    t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  await app.features.services.accountAccess.setEnabled(id, false)
  for (let attempt = 1; attempt <= 5; attempt++)
    t.equal((await post(app, 'login', { email, password })).statusCode, 403)
})

t.test('checks no more of twenty concurrent guesses than the limit allows', async t => {
  const app = await build(t, { settings: { ...unlimitedLogins, RATE_LIMIT_LOGIN_FAILURES: '5' } })
  const { email } = await signUp(app)
  const guesses = Array.from({ length: 20 }, (_, index) =>
    post(app, 'login', { email, password: `guess ${index}` }),
  )
  const responses = await Promise.all(guesses)
  t.equal(count(responses, 'INVALID_CREDENTIALS'), 5)
  t.equal(count(responses, 'TOO_MANY_REQUESTS'), 15)
})

t.test('rejects an address with too many failures on many accounts, but no others', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3' } })
  const { email, password } = await signUp(app)
  for (let attempt = 1; attempt <= 3; attempt++)
    await loginFrom(app, '192.0.2.1', `nobody-${attempt}@example.com`)
  const locked = await loginFrom(app, '192.0.2.1', email, password)
  assertError(t, locked, 429, 'TOO_MANY_REQUESTS')
  t.match(locked.headers['retry-after'], /^\d+$/)
  t.equal((await loginFrom(app, '192.0.2.2', email, password)).statusCode, 200)
})

t.test('counts all addresses of an IPv6 network as one client', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '2' } })
  const responses: Answer[] = []
  for (const end of [1, 2, 3])
    responses.push(await loginFrom(app, `2001:db8::${end}`, `nobody-${end}@example.com`))
  t.same(codes(responses), ['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'])
})

t.test('locks no accounts by a rejected address', async t => {
  const settings = { RATE_LIMIT_LOGIN_FAILURES: '2', RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3' }
  const app = await build(t, { settings })
  const { email, password } = await signUp(app)
  for (let attempt = 1; attempt <= 3; attempt++)
    await loginFrom(app, '192.0.2.1', `nobody-${attempt}@example.com`)
  for (let attempt = 1; attempt <= 5; attempt++) await loginFrom(app, '192.0.2.1', email)
  t.equal((await loginFrom(app, '192.0.2.2', email, password)).statusCode, 200)
})

t.test('does not lock the address of a locked account', async t => {
  const settings = { RATE_LIMIT_LOGIN_FAILURES: '2', RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '5' }
  const app = await build(t, { settings })
  const [locked, neighbour] = [await signUp(app), await signUp(app)]
  for (let attempt = 1; attempt <= 10; attempt++) await loginFrom(app, '192.0.2.1', locked.email)
  t.equal((await loginFrom(app, '192.0.2.1', neighbour.email, neighbour.password)).statusCode, 200)
})

t.test('never rejects concurrent valid logins as failures', async t => {
  const settings = { BCRYPT_SALT_ROUNDS: '11' }
  const app = await build(t, { settings })
  const { email, password } = await signUp(app)
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => post(app, 'login', { email, password })),
  )
  const statuses = new Set(responses.map(response => response.statusCode))
  t.same([...statuses].sort(), [200, 503])
  const rejected = responses.find(response => response.statusCode === 503)
  assertError(t, rejected!, 503, 'SERVICE_UNAVAILABLE')
  t.match(rejected!.headers['retry-after'], /^[1-9]\d*$/)
  t.equal(
    (await post(app, 'login', { email, password })).statusCode,
    200,
    'accepts requests again afterwards',
  )
})

t.test('accepts more quick valid logins than failures are allowed', async t => {
  const settings = { RATE_LIMIT_LOGIN_FAILURES: '2', RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '3' }
  const app = await build(t, { settings: { ...settings, RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '4' } })
  const { email, password } = await signUp(app)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => post(app, 'login', { email, password })),
  )
  t.same(new Set(codes(responses)), new Set(['ok']))
})

t.test('checks valid logins among concurrent guesses until the limit is reached', async t => {
  const app = await build(t, { settings: { ...unlimitedLogins, RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '3' } })
  const { email, password } = await signUp(app)
  const logIn = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, index) =>
        loginFrom(app, `192.0.2.${index}`, email, index % 2 === 0 ? password : 'a wrong guess'),
      ),
    )
  const early = await logIn(4)
  t.equal(count(early, 'ok'), 2)
  t.equal(count(early, 'INVALID_CREDENTIALS'), 2)
  // One failure is left. Valid logins that arrive after it are refused, too.
  const late = await logIn(20)
  t.equal(count(late, 'INVALID_CREDENTIALS'), 1)
  t.equal(count(late, 'TOO_MANY_REQUESTS'), 20 - 1 - count(late, 'ok'))
})

t.test('rejects every request above the limit of an address, with all headers', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '2' } })
  for (let attempt = 1; attempt <= 2; attempt++) await loginFrom(app, '192.0.2.1', 'nobody@example.com')
  const response = await loginFrom(app, '192.0.2.1', 'nobody@example.com')
  assertError(t, response, 429, 'TOO_MANY_REQUESTS')
  t.match(response.headers, { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' })
  const wait = Number(response.headers['x-ratelimit-reset']) - Date.now() / 1000
  t.ok(wait > 3590 && wait <= 3601, `resets in ${wait} s`)
  t.ok(Math.abs(Number(response.headers['retry-after']) - wait) <= 2)
})

t.test('waits without limit for hashes of accounts that a start or a command creates', async t => {
  const app = await build(t, { settings: { BCRYPT_SALT_ROUNDS: '12' } })
  const { registration, account } = app.features.services
  const accounts = Array.from({ length: 10 }, (_, at) => ({
    ...{ email: `seed-${at}@example.com`, username: `seed-${at}`, password: 'correct horse battery' },
    role: 'USER' as const,
  }))
  await Promise.all(accounts.map(registration.createVerifiedAccount))
  for (const { email } of accounts) t.ok(await account.findByEmail(email), email)
})
