import { createHash } from 'node:crypto'
import t from 'tap'
import { build, errorCodeOf, signUp } from '../helper.js'
import { get, post, unlimited } from './requests.js'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (sha256Hash: string, version: number = 1) => ({ persistedQuery: { version, sha256Hash } })
const graphqlResponse = 'application/graphql-response+json'

const query = 'query Count($search: String) { exercises(search: $search) { totalCount } }'
const extensions = persisted(hashOf(query))
const data = { exercises: { totalCount: 0 } }

t.test('reports an unknown hash with status 200', async t => {
  const app = await build(t)
  for (const accept of ['application/json', graphqlResponse]) {
    const byPost = await post(app, { body: { extensions }, headers: { accept } })
    const byGet = await get(app, { extensions: JSON.stringify(extensions) }, { headers: { accept } })
    for (const response of [byPost, byGet]) {
      t.equal(response.statusCode, 200, accept)
      t.equal(response.headers['content-type'], `${accept}; charset=utf-8`)
      t.match(response.json(), {
        errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
      })
    }
    t.equal(byGet.headers['cache-control'], 'no-store', 'misses are not cacheable')
  }
})

t.test('finds a persisted query by its hash', async t => {
  const app = await build(t)
  const variables = { search: 'press' }
  t.same((await post(app, { body: { query, variables, extensions } })).json(), { data })
  t.same((await post(app, { body: { variables, extensions } })).json(), { data })
  t.same((await post(app, { body: { query: null, operationName: 'Count', variables, extensions } })).json(), {
    data,
  })
  const parameters = { variables: JSON.stringify(variables), extensions: JSON.stringify(extensions) }
  const got = await get(app, parameters)
  t.same(got.json(), { data })
  t.equal(got.headers['cache-control'], 'public, max-age=300')
  t.same((await get(app, { ...parameters, query, operationName: 'Count' })).json(), { data })
})

t.test('stores a text that is sent with its hash by GET', async t => {
  const app = await build(t)
  t.same((await get(app, { query, extensions: JSON.stringify(extensions) })).json(), { data })
  t.same((await post(app, { body: { extensions } })).json(), { data })
})

t.test('accepts hashes in upper case', async t => {
  const app = await build(t)
  const capitals = persisted(hashOf(query).toUpperCase())
  t.same((await post(app, { body: { query, extensions: capitals } })).json(), { data })
  t.same((await post(app, { body: { extensions: capitals } })).json(), { data })
  t.same((await post(app, { body: { extensions } })).json(), { data })
})

t.test('rejects a wrong hash without storing the text', async t => {
  const app = await build(t)
  const wrong = persisted(hashOf(`${query} `))
  for (const [accept, status] of [
    ['application/json', 200],
    [graphqlResponse, 400],
  ] as const) {
    const response = await post(app, { body: { query, extensions: wrong }, headers: { accept } })
    t.equal(response.statusCode, status, accept)
    t.match(response.json(), { errors: [{ message: /SHA-256/, extensions: { code: 'BAD_USER_INPUT' } }] })
  }
  t.equal(errorCodeOf((await post(app, { body: { extensions: wrong } })).json()), 'PERSISTED_QUERY_NOT_FOUND')
  t.equal(errorCodeOf((await post(app, { body: { extensions } })).json()), 'PERSISTED_QUERY_NOT_FOUND')
})

t.test('rejects malformed hashes and other versions with the field', async t => {
  const app = await build(t)
  const cases: [extensions: object, message: RegExp][] = [
    [persisted(hashOf(query), 2), /extensions\.persistedQuery\.version must be 1/],
    [{ persistedQuery: { sha256Hash: hashOf(query) } }, /version/],
    [{ persistedQuery: { version: 1 } }, /sha256Hash/],
    [persisted('abc'), /sha256Hash/],
    [persisted(''), /sha256Hash/],
    [persisted('constructor'), /sha256Hash/],
    [persisted('z'.repeat(64)), /sha256Hash/],
    [{ persistedQuery: 'abc' }, /persistedQuery must be an object/],
  ]
  for (const [given, message] of cases)
    for (const response of [
      await post(app, { body: { query, extensions: given } }),
      await get(app, { extensions: JSON.stringify(given) }),
    ]) {
      t.equal(response.statusCode, 400)
      t.match(response.json(), { errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
    }
})

t.test('stores invalid texts and rejects them each time', async t => {
  const app = await build(t)
  const wrong = '{ nothing }'
  for (const body of [{ query: wrong }, {}, {}]) {
    const response = await post(app, { body: { ...body, extensions: persisted(hashOf(wrong)) } })
    t.equal(errorCodeOf(response.json()), 'GRAPHQL_VALIDATION_FAILED')
  }
})

t.test('runs the named operation of a persisted document', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const several = 'query A { me { id } } mutation B { updateProfile(input: { bio: "new" }) { user { bio } } }'
  const hash = persisted(hashOf(several))
  await post(app, { body: { query: several, operationName: 'A', extensions: hash }, person: account })
  for (let run = 0; run < 4; run++) {
    const ask = async (operationName?: string) =>
      (await post(app, { body: { operationName, extensions: hash }, person: account })).json()
    t.same(await ask('A'), { data: { me: { id: account.id } } })
    t.same(await ask('B'), { data: { updateProfile: { user: { bio: 'new' } } } })
    t.equal(errorCodeOf(await ask()), 'BAD_USER_INPUT')
  }
  const mutation = await get(
    app,
    { operationName: 'B', extensions: JSON.stringify(hash) },
    { person: account },
  )
  t.equal(mutation.statusCode, 405)
})

t.test('evicts the least recently used texts above the limit', async t => {
  const app = await build(t, { settings: unlimited })
  const text = (at: number) => `{ __typename } # ${at}`
  const store = (at: number) =>
    post(app, { body: { query: text(at), extensions: persisted(hashOf(text(at))) } })
  const ask = async (at: number) =>
    (await post(app, { body: { extensions: persisted(hashOf(text(at))) } })).json()
  for (let at = 0; at < 1000; at++) await store(at)
  t.ok((await ask(0)).data)
  await store(1000)
  t.ok((await ask(0)).data, 'keeps the recently used text')
  t.equal(errorCodeOf(await ask(1)), 'PERSISTED_QUERY_NOT_FOUND')
  t.ok((await ask(1000)).data)
})
