import { getIntrospectionQuery } from 'graphql'
import t, { type Test } from 'tap'
import { buildApp, type App } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { requestSignature } from '../../src/lib/signature.js'
import { queryGraphQL, build, isolatedSettings, type GraphQLResponse } from '../helper.js'

const secret = 'a secret of at least thirty-two bytes'
const introspections = [
  getIntrospectionQuery(),
  '{ __schema { queryType { name } } }',
  '{ __type(name: "User") { name } }',
  '{ hidden: __type(name: "User") { name } }',
  '{ ...F } fragment F on Query { ... { __schema { queryType { name } } } }',
  'query($yes: Boolean = true) { __schema @include(if: $yes) { queryType { name } } }',
]

/** Starts an app in production mode on the database of the tests. */
async function production(t: Test) {
  const settings = isolatedSettings(t, { HMAC_ENABLED: 'true', HMAC_SECRET: secret })
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
    await app.features.services.registration.createVerifiedAccount({
      ...account,
      username: `${role}-1`,
      role,
    })
    const { accessToken, user } = (await signed('/auth/login', account)).json()
    return { id: user.id as string, token: accessToken as string }
  }
  const query = async (query: string, person?: { id: string; token: string }) =>
    (await signed('/graphql', { query }, person)).json<GraphQLResponse>()
  return { app, signIn, query }
}

t.test('allows introspection outside of production', async t => {
  const app = await build(t)
  for (const query of introspections) {
    const { data, errors } = await queryGraphQL(app, query)
    t.ok(data, query.slice(0, 40))
    t.notOk(errors)
  }
})

t.test('allows full introspection once per request, but not twenty times', async t => {
  const app = await build(t)
  const everything = {
    ...{ descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true },
    ...{ inputValueDeprecation: true, oneOf: true },
  }
  for (const options of [everything, { descriptions: false }]) {
    const whole = getIntrospectionQuery(options)
    const { data } = await queryGraphQL<{ __schema: object }>(app, whole)
    t.ok(data?.__schema)
    // The schema can grow further before it reaches the limit.
    t.ok((await costOf(app, whole)) < 850)
  }
  const described = '{ name description isDeprecated }'
  const types = `types { kind name description fields ${described} inputFields ${described} enumValues ${described} }`
  const often = (count: number, field: string) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`
  t.ok((await queryGraphQL(app, often(4, `__schema { ${types} }`))).data)
  for (const field of [
    `__schema { ${types} }`,
    '__schema { types { fields { name description type { name } } } }',
  ]) {
    const { data, errors } = await queryGraphQL(app, often(20, field))
    t.equal(data, undefined)
    t.match(errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'cost' } }], field)
  }
})

t.test('assumes the largest type for __type', async t => {
  const app = await build(t)
  const query =
    '{ __type(name: "Query") { fields { name description isDeprecated args { name description } } } }'
  type TypeFields = { __type: { fields: { args: object[] }[] } }
  const { fields } = (await queryGraphQL<TypeFields>(app, query)).data!.__type
  const values = fields.length * 4 + fields.flatMap(({ args }) => args).length * 3
  t.ok((await costOf(app, query)) >= values * 0.01 * 0.5)
})

t.test('estimates ofType by the number of wrappers', async t => {
  const app = await build(t)
  const within = (levels: number) => 'ofType { kind '.repeat(levels) + '}'.repeat(levels)
  const costs = [0, 3, 9].map(levels =>
    costOf(app, `{ __schema { types { fields { type { kind ${within(levels)} } } } } }`),
  )
  const [none = 0, three = 0, nine = 0] = await Promise.all(costs)
  t.ok(three > none, 'levels of wrapped types add to the cost')
  t.ok(nine - none < 3 * (three - none) * 0.75, 'deeper levels cost less')
})

async function costOf(app: App, query: string): Promise<number> {
  const payload = { query, extensions: { cost: true } }
  const answer = await app.inject({ method: 'POST', url: '/graphql', payload })
  return answer.json<{ extensions: { cost: { spent: number } } }>().extensions.cost.spent
}

t.test('restricts introspection to administrators in production', async t => {
  const { signIn, query } = await production(t)
  const users = { anonymous: undefined, user: await signIn('USER') }
  const admin = await signIn('ADMIN')
  for (const document of introspections) {
    for (const [who, person] of Object.entries(users)) {
      const { data, errors } = await query(document, person)
      t.equal(data, undefined, `${who}: ${document.slice(0, 40)}`)
      t.match(errors, [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
    }
    t.ok((await query(document, admin)).data, `admin: ${document.slice(0, 40)}`)
    t.notOk((await query(document, users.user)).data, 'also after a request of an administrator')
  }
})

t.test('allows __typename everywhere', async t => {
  const { signIn, query } = await production(t)
  t.same(await query('{ __typename }'), { data: { __typename: 'Query' } })
  const user = await signIn('USER')
  t.match(await query('{ me { __typename profile { __typename } } }', user), {
    data: { me: { __typename: 'User', profile: { __typename: 'UserProfile' } } },
  })
})

t.test('rejects unsigned requests in the shape of GraphQL in production', async t => {
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
