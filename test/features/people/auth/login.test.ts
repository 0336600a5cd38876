import t from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { getProfile, newRegistration, post, assertError } from './requests.js'

t.test('returns two tokens and the account for a right password', async t => {
  const app = await build(t)
  const { email, password, username } = await signUp(app)

  const response = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })

  t.equal(response.statusCode, 200)
  const { accessToken, refreshToken, user, ...rest } = response.json()
  t.same(rest, {})
  t.same(Object.keys(user), ['id', 'email', 'username', 'role', 'enabled', 'verified'])
  t.match(user, { email, username, role: 'USER', enabled: true, verified: true })
  t.not(accessToken, refreshToken)
  t.match(response.headers, { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': /^9\d$/ })
})

t.test('answers me after a login', async t => {
  const app = await build(t)
  const person = await signUp(app)
  t.match(await queryGraphQL(app, '{ me { id } }', {}, person), { data: { me: { id: person.id } } })
})

t.test('ignores the case of the e-mail address', async t => {
  const app = await build(t)
  const { email, password } = await signUp(app)
  t.equal((await post(app, 'login', { email: email.toUpperCase(), password })).statusCode, 200)
})

t.test('records the time of the login', async t => {
  const app = await build(t)
  const before = Date.now()
  const { token } = await signUp(app)
  const { lastLogin } = (await getProfile(app, token)).json()
  t.ok(Date.parse(lastLogin) >= before - 1 && Date.parse(lastLogin) <= Date.now())
})

t.test('returns the same response for an unknown address and a wrong password', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  const wrong = await post(app, 'login', { email, password: 'not the password' })
  const unknown = await post(app, 'login', { email: 'nobody@example.com', password: 'not the password' })
  assertError(t, wrong, 401, 'INVALID_CREDENTIALS')
  assertError(t, unknown, 401, 'INVALID_CREDENTIALS')
  t.same(unknown.json(), wrong.json())
  t.same(Object.keys(unknown.headers), Object.keys(wrong.headers))
})

t.test('rejects malformed credentials', async t => {
  const app = await build(t)
  const { email, password } = await signUp(app)
  const bodies: object[] = [
    {},
    { email },
    { password },
    { email: 'demo', password },
    { email: '', password },
    { email: `${'a'.repeat(250)}@example.com`, password },
    { email: `${email}\n`, password },
    { email: `${email}, other@example.com`, password },
    { email, password: '' },
    { email, password: 'x'.repeat(1025) },
    { email, password: null },
    { email: [email], password },
    { email, password, remember: true },
  ]
  for (const body of bodies)
    assertError(t, await post(app, 'login', body), 400, 'VALIDATION_ERROR', JSON.stringify(body))
})

t.test('does not check the strength of passwords at login', async t => {
  const app = await build(t)
  const { email } = await signUp(app)
  for (const password of ['x', 'password', email])
    assertError(t, await post(app, 'login', { email, password }), 401, 'INVALID_CREDENTIALS', password)
})

t.test('rejects a password that differs after 72 bytes', async t => {
  const app = await build(t)
  const { email, username } = newRegistration()
  const password = 'ä'.repeat(36)
  await app.features.services.registration.createVerifiedAccount({ email, username, password, role: 'USER' })
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  assertError(t, await post(app, 'login', { email, password: `${password}x` }), 401, 'INVALID_CREDENTIALS')
})

t.test('only who knows the password learns that the account is disabled', async t => {
  const app = await build(t)
  const { id, email, password } = await signUp(app)
  await app.features.services.accountAccess.setEnabled(id, false)
  assertError(t, await post(app, 'login', { email, password: 'a wrong one' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'login', { email, password }), 403, 'ACCOUNT_DISABLED')

  await app.features.services.accountAccess.setEnabled(id, true)
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
})

t.test('only who knows the password learns that the address is not confirmed', async t => {
  const app = await build(t)
  const { email, username, password } = newRegistration()
  t.equal((await post(app, 'register', { email, username, password })).statusCode, 202)
  assertError(t, await post(app, 'login', { email, password: 'a wrong one' }), 401, 'INVALID_CREDENTIALS')
  assertError(t, await post(app, 'login', { email, password }), 403, 'ACCOUNT_NOT_VERIFIED')
})

t.test('reports disabled before unconfirmed', async t => {
  const app = await build(t)
  const person = newRegistration()
  await post(app, 'register', person)
  const account = await app.features.services.account.findByEmail(person.email)
  await app.features.services.accountAccess.setEnabled(account!.account.id, false)
  const { email, password } = person
  assertError(t, await post(app, 'login', { email, password }), 403, 'ACCOUNT_DISABLED')
})

t.test('ignores an invalid token in the header at login', async t => {
  const app = await build(t)
  const { email, password } = await signUp(app)
  const headers = { authorization: 'Bearer of.bad.news' }
  t.equal((await post(app, 'login', { email, password }, headers)).statusCode, 200)
})

const mutation = `mutation ($email: String!, $password: String!) {
  login(email: $email, password: $password) { token refreshToken user { id } }
}`

t.test('signs in by mutation like by route, and requires an e-mail address', async t => {
  const app = await build(t)
  const { id, email, password } = await signUp(app)
  t.match(await queryGraphQL(app, mutation, { email, password }), { data: { login: { user: { id } } } })
  const answer = await queryGraphQL(app, mutation, { email: 'nobody', password })
  t.equal(errorCodeOf(answer), 'BAD_USER_INPUT')
  t.equal(answer.errors?.[0]?.message, 'email is not an e-mail address.')
})

t.test(
  'rejects what cannot be a password by route and by mutation, without counting a failed login',
  async t => {
    const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES: '1' } })
    const { email, password } = await signUp(app)
    for (const wrong of ['', 'x'.repeat(1025), 'a\0b']) {
      const label = JSON.stringify(wrong.slice(0, 5))
      const response = await post(app, 'login', { email, password: wrong })
      assertError(t, response, 400, 'VALIDATION_ERROR')
      t.equal(response.json<{ field: string }>().field, 'password', label)
      const extensions = { code: 'BAD_USER_INPUT', field: 'password' }
      t.match((await queryGraphQL(app, mutation, { email, password: wrong })).errors, [{ extensions }], label)
    }
    t.equal((await post(app, 'login', { email, password })).statusCode, 200)
  },
)

t.test('disables the mutation by a setting, but not the route', async t => {
  const app = await build(t, { settings: { GRAPHQL_LOGIN_ENABLED: 'false' } })
  const { email, password } = await signUp(app)
  t.equal(errorCodeOf(await queryGraphQL(app, mutation, { email, password })), 'FORBIDDEN')
  t.equal((await post(app, 'login', { email, password })).statusCode, 200)
})
