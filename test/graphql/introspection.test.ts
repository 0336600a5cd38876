import { getIntrospectionQuery } from 'graphql'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { requestSignature } from '../../src/lib/signature.js'
import { ask, build, throwaway, type GraphQLAnswer } from '../helper.js'

const secret = 'a secret of at least thirty-two bytes'
const introspections = [
  getIntrospectionQuery(),
  '{ __schema { queryType { name } } }',
  '{ __type(name: "User") { name } }',
  '{ hidden: __type(name: "User") { name } }',
  '{ ...F } fragment F on Query { ... { __schema { queryType { name } } } }',
  'query($yes: Boolean = true) { __schema @include(if: $yes) { queryType { name } } }',
]

/** The app as it is in production, on the database of the tests. */
async function production(t: Test) {
  const settings = throwaway(t, { HMAC_ENABLED: 'true', HMAC_SECRET: secret })
  const app = await buildApp({ ...loadConfig(settings), NODE_ENV: 'production' })
  t.teardown(() => app.close())
  await app.ready()

  async function signed(url: string, payload: object, { id = '', token = '' } = {}) {
    const body = JSON.stringify(payload)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = requestSignature(secret, { method: 'POST', path: url, timestamp, body, userId: id })
    return app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'x-user-id': id,
        'x-timestamp': timestamp,
        'x-signature': signature,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      payload: body,
    })
  }
  const signIn = async (role: 'USER' | 'ADMIN') => {
    const account = { email: `${role}@example.com`, password: 'correct horse battery' }
    await app.features.services.registration.provision({ ...account, username: `${role}-1`, role })
    const { accessToken, user } = (await signed('/auth/login', account)).json()
    return { id: user.id as string, token: accessToken as string }
  }
  const query = async (query: string, person?: { id: string; token: string }) =>
    (await signed('/graphql', { query }, person)).json<GraphQLAnswer>()
  return { app, signIn, query }
}

t.test('outside production everyone may ask for the schema', async t => {
  const app = await build(t)
  for (const query of introspections) {
    const { data, errors } = await ask(app, query)
    t.ok(data, query.slice(0, 40))
    t.notOk(errors)
  }
})

t.test('in production only administrators may', async t => {
  const { signIn, query } = await production(t)
  const people = { nobody: undefined, user: await signIn('USER') }
  const admin = await signIn('ADMIN')
  for (const document of introspections) {
    for (const [who, person] of Object.entries(people)) {
      const { data, errors } = await query(document, person)
      t.equal(data, undefined, `${who}: ${document.slice(0, 40)}`)
      t.match(errors, [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
    }
    t.ok((await query(document, admin)).data, `admin: ${document.slice(0, 40)}`)
    t.notOk((await query(document, people.user)).data, 'also after an administrator asked')
  }
})

t.test('the name of a type may be asked for anywhere', async t => {
  const { signIn, query } = await production(t)
  t.same(await query('{ __typename }'), { data: { __typename: 'Query' } })
  const user = await signIn('USER')
  t.match(await query('{ me { __typename profile { __typename } } }', user), {
    data: { me: { __typename: 'User', profile: { __typename: 'UserProfile' } } },
  })
})

t.test('in production a request without a signature is refused in the shape of GraphQL', async t => {
  const { app } = await production(t)
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    payload: { query: '{ __typename }' },
  })
  t.equal(response.statusCode, 401)
  t.match(response.json(), {
    errors: [{ message: String, locations: [], path: [], extensions: { code: 'INVALID_SIGNATURE' } }],
  })
})
