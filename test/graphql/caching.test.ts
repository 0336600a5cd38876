import { buildSchema, parse } from 'graphql'
import t from 'tap'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { cacheHintOf } from '../../src/graphql/pipeline/cache-hints.js'
import { build, signUp } from '../helper.js'
import { get, post } from './requests.js'

const exercises = '{ exercises(first: 1) { edges { node { name } } } }'
const graphqlResponse = 'application/graphql-response+json'

t.test('lets shared caches store and revalidate the catalogue', async t => {
  const app = await build(t)
  await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
  const first = await get(app, { query: exercises })
  t.equal(first.headers['cache-control'], 'public, max-age=300')
  t.match(first.headers.etag, /^"[\w-]{27}"$/)
  t.equal(first.headers.vary, 'accept, accept-language, authorization, accept-encoding')

  const etag = String(first.headers.etag)
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(app, { query: exercises }, { headers: { 'if-none-match': condition } })
    t.equal(again.statusCode, 304, condition)
    t.equal(again.body, '')
    t.equal(again.headers['content-type'], undefined)
    t.equal(again.headers.etag, condition.startsWith('W/') ? condition : etag)
    for (const name of ['cache-control', 'vary']) t.equal(again.headers[name], first.headers[name])
  }
  for (const condition of ['"other"', etag.slice(1, -1), '']) {
    const again = await get(app, { query: exercises }, { headers: { 'if-none-match': condition } })
    t.equal(again.statusCode, 200, condition)
    t.equal(again.body, first.body)
  }
})

t.test('changes the ETag with the response', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const query = '{ me { firstName } }'
  const before = await get(app, { query }, { person: user })
  await post(app, {
    body: { query: 'mutation { updateProfile(input: { firstName: "Ada" }) { user { id } } }' },
    person: user,
  })
  const headers = { 'if-none-match': String(before.headers.etag) }
  const after = await get(app, { query }, { person: user, headers })
  t.equal(after.statusCode, 200)
  t.same(after.json(), { data: { me: { firstName: 'Ada' } } })
  t.not(after.headers.etag, before.headers.etag)
})

t.test('marks personal responses as private and revalidates them', async t => {
  const app = await build(t)
  const [one, other] = [await signUp(app), await signUp(app)]
  const query = '{ me { id } }'
  const mine = await get(app, { query }, { person: one })
  t.equal(mine.headers['cache-control'], 'private, no-cache')
  t.ok(mine.headers.etag)
  const theirs = await get(app, { query }, { person: other })
  t.not(theirs.headers.etag, mine.headers.etag)
  const headers = { 'if-none-match': String(mine.headers.etag) }
  t.equal((await get(app, { query }, { person: one, headers })).statusCode, 304)
  t.equal((await get(app, { query }, { person: other, headers })).statusCode, 200, 'not for another user')
})

t.test('uses a different ETag per media type', async t => {
  const app = await build(t)
  const plain = await get(app, { query: exercises }, { headers: { accept: 'application/json' } })
  const headers = { accept: graphqlResponse, 'if-none-match': String(plain.headers.etag) }
  const precise = await get(app, { query: exercises }, { headers })
  t.equal(precise.statusCode, 200)
  t.not(precise.headers.etag, plain.headers.etag)
})

t.test('combines cache hints to the strictest one', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const cases: [query: string, expected: string][] = [
    ['{ exercises { totalCount } }', 'public, max-age=300'],
    ['{ __typename exercises { __typename totalCount } }', 'public, max-age=300'],
    ['{ ...F } fragment F on Query { exercises { totalCount } }', 'public, max-age=300'],
    ['{ exercises { totalCount } me { id } }', 'private, no-cache'],
    ['{ exercises { totalCount } ...F } fragment F on Query { me { id } }', 'private, no-cache'],
    ['{ me { id } }', 'private, no-cache'],
    ['{ __typename }', 'private, no-cache'],
    ['{ __schema { queryType { name } } }', 'private, no-cache'],
    ['query A { exercises { totalCount } } query B { me { id } }', 'public, max-age=300'],
  ]
  for (const [query, expected] of cases) {
    const parameters = { query, operationName: query.startsWith('query A') ? 'A' : '' }
    const context = expected.startsWith('public') ? {} : { person: user }
    t.equal((await get(app, parameters, context)).headers['cache-control'], expected, query)
    const withToken = await get(app, parameters, { person: user })
    t.equal(withToken.headers['cache-control'], 'private, no-cache', `${query}, with a token`)
  }
})

t.test('does not cache errors', async t => {
  const app = await build(t)
  const unknownId = '000000000000000000000000'
  const requests: Record<string, string>[] = [
    { query: '{ me { id } }' },
    { query: `{ exercise(id: "${unknownId}") { id } }` },
    { query: '{ exercises(first: -1) { totalCount } }' },
    { query: '{ nothing }' },
    { query: '{' },
    { query: 'mutation { signOutEverywhere { signedOut } }' },
    { query: exercises, variables: '[]' },
    { query: exercises, extensions: '{"cost": true}' },
    {},
  ]
  for (const parameters of requests)
    for (const accept of ['application/json', graphqlResponse, 'text/html']) {
      const { headers } = await get(app, parameters, { headers: { accept } })
      t.equal(headers['cache-control'], 'no-store', JSON.stringify(parameters))
      t.notOk(headers.etag)
    }
})

t.test('does not cache responses to POST', async t => {
  const app = await build(t)
  const { headers } = await post(app, { body: { query: exercises } })
  for (const name of ['etag', 'vary']) t.equal(headers[name], undefined)
  t.equal(headers['cache-control'], 'no-store')
})

t.test('varies by origin with CORS', async t => {
  const app = await build(t, { settings: { CORS_ORIGINS: 'https://app.test,https://other.test' } })
  const { headers } = await get(app, { query: exercises }, { headers: { origin: 'https://app.test' } })
  t.equal(headers.vary, 'Origin, accept, accept-language, authorization, accept-encoding')
})

t.test('reads hints of fields and types, and lets fields inherit them', async t => {
  const schema = buildSchema(`
    enum CacheControlScope { PUBLIC PRIVATE }
    directive @cacheControl(maxAge: Int, scope: CacheControlScope) on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
    type Long @cacheControl(maxAge: 900, scope: PUBLIC) { value: Int short: Int @cacheControl(maxAge: 5) mine: Int @cacheControl(scope: PRIVATE) plain: Plain }
    type Plain { value: Int long: Long }
    type Query {
      long: Long
      less: Long @cacheControl(maxAge: 60)
      plain: Plain
      public: Plain @cacheControl(maxAge: 30, scope: PUBLIC)
      never: Int @cacheControl(maxAge: 0, scope: PUBLIC)
    }
  `)
  const cases: [query: string, maxAge: number, scope: string][] = [
    ['{ long { value } }', 900, 'PUBLIC'],
    ['{ less { value } }', 60, 'PUBLIC'],
    ['{ long { short } }', 5, 'PUBLIC'],
    ['{ long { mine } }', 900, 'PRIVATE'],
    ['{ long { plain { value } } }', 900, 'PUBLIC'],
    ['{ plain { value } }', 0, 'PRIVATE'],
    ['{ public { value long { value } } }', 30, 'PUBLIC'],
    ['{ never }', 0, 'PUBLIC'],
    ['{ a: long { value } less { value } }', 60, 'PUBLIC'],
  ]
  for (const [query, maxAge, scope] of cases)
    t.same(cacheHintOf(schema, parse(query)), { maxAge, scope }, query)
})
