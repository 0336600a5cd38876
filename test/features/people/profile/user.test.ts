import t from 'tap'
import { queryGraphQL, build, errorCodeOf, logIn, signUp } from '../../../helper.js'

const user = 'query($id: ID!) { user(id: $id) { id username profilePhotoUrl profilePhotoUploadedAt } }'
const setEnabled = `mutation($id: ID!, $enabled: Boolean!) {
  setAccountEnabled(input: { id: $id, enabled: $enabled }) { user { id enabled } }
}`

t.test('returns only the name and image of another user', async t => {
  const app = await build(t)
  const [viewer, other] = [await signUp(app), await signUp(app)]
  const { data } = await queryGraphQL(app, user, { id: other.id }, viewer)
  t.same(data, {
    user: { id: other.id, username: other.username, profilePhotoUrl: null, profilePhotoUploadedAt: null },
  })
  t.match(await queryGraphQL(app, user, { id: other.id.toUpperCase() }, viewer), {
    data: { user: { id: other.id } },
  })
})

t.test('has no private fields on other users', async t => {
  const app = await build(t)
  const [viewer, other] = [await signUp(app), await signUp(app)]
  for (const field of [
    'email',
    'firstName',
    'role',
    'bio',
    'enabled',
    'profile { age }',
    'profilePhotos { id }',
  ]) {
    const answer = await queryGraphQL(app, `{ user(id: "${other.id}") { ${field} } }`, {}, viewer)
    t.match(answer.errors, [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }], field)
    t.notOk(answer.data)
  }
})

t.test('responds with NOT_FOUND for users who cannot sign in', async t => {
  const app = await build(t)
  const viewer = await signUp(app)
  const disabled = await signUp(app)
  await app.features.services.accountAccess.setEnabled(disabled.id, false)
  t.equal(errorCodeOf(await queryGraphQL(app, user, { id: disabled.id }, viewer)), 'NOT_FOUND')

  const email = 'unconfirmed@example.com'
  const payload = { email, username: 'unconfirmed', password: 'correct horse battery' }
  const response = await app.inject({ method: 'POST', url: '/auth/register', payload })
  t.equal(response.statusCode, 202)
  const account = await app.features.services.account.findByEmail(email)
  t.ok(account)
  t.equal(errorCodeOf(await queryGraphQL(app, user, { id: account?.account.id }, viewer)), 'NOT_FOUND')
})

t.test('responds with NOT_FOUND for an unknown id, and rejects a malformed one', async t => {
  const app = await build(t)
  const viewer = await signUp(app)
  t.equal(errorCodeOf(await queryGraphQL(app, user, { id: '0'.repeat(24) }, viewer)), 'NOT_FOUND')
  for (const id of [
    '',
    'me',
    '0'.repeat(23),
    '0'.repeat(25),
    `${'0'.repeat(23)}g`,
    ` ${viewer.id}`,
    `${viewer.id}\n`,
    1,
  ])
    t.equal(errorCodeOf(await queryGraphQL(app, user, { id }, viewer)), 'BAD_USER_INPUT', JSON.stringify(id))
})

t.test('requires a token to read users', async t => {
  const app = await build(t)
  const other = await signUp(app)
  const answer = await queryGraphQL(app, user, { id: other.id })
  t.same(answer.data, { user: null })
  t.equal(errorCodeOf(answer), 'UNAUTHENTICATED')
})

t.test(
  'lets an administrator disable an account, which is signed out immediately, and enable it',
  async t => {
    const app = await build(t)
    const [admin, person] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]

    t.same(await queryGraphQL(app, setEnabled, { id: person.id, enabled: false }, admin), {
      data: { setAccountEnabled: { user: { id: person.id, enabled: false } } },
    })
    t.equal(errorCodeOf(await queryGraphQL(app, '{ me { id } }', {}, person)), 'UNAUTHENTICATED')
    const { email, password, refreshToken } = person
    const login = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })
    t.match(login.json(), { statusCode: 403, code: 'ACCOUNT_DISABLED' })

    t.match(await queryGraphQL(app, setEnabled, { id: person.id, enabled: true }, admin), {
      data: { setAccountEnabled: { user: { enabled: true } } },
    })
    t.ok(await logIn(app, email, password))
    const refresh = await app.inject({ method: 'POST', url: '/auth/refresh', payload: { refreshToken } })
    t.equal(refresh.statusCode, 401, 'the sessions from before stay signed out')
  },
)

t.test('lets only administrators disable accounts', async t => {
  const app = await build(t)
  const [person, other] = [await signUp(app), await signUp(app)]
  for (const id of [other.id, person.id, '0'.repeat(24), 'malformed']) {
    t.equal(errorCodeOf(await queryGraphQL(app, setEnabled, { id, enabled: false }, person)), 'FORBIDDEN', id)
    t.equal(errorCodeOf(await queryGraphQL(app, setEnabled, { id, enabled: false })), 'UNAUTHENTICATED', id)
  }
  for (const each of [person, other]) t.ok((await queryGraphQL(app, '{ me { id } }', {}, each)).data?.me)
})

t.test('returns NOT_FOUND to administrators for unknown accounts', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  t.equal(
    errorCodeOf(await queryGraphQL(app, setEnabled, { id: '0'.repeat(24), enabled: true }, admin)),
    'NOT_FOUND',
  )
  t.equal(
    errorCodeOf(await queryGraphQL(app, setEnabled, { id: 'x', enabled: true }, admin)),
    'BAD_USER_INPUT',
  )
})
