import t from 'tap'
import { build, signUp, type GraphQLResponse } from '../../helper.js'
import { get, post, unlimited } from '../requests.js'
import { channels } from './channels.js'
import { hostileDocuments, laboriousDocuments, quadraticDocuments } from './hostile-documents.js'

const refusals = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'QUERY_TOO_COMPLEX',
  'PAYLOAD_TOO_LARGE',
]

const assertRefused = ({ data, errors = [] }: GraphQLResponse) =>
  data === undefined &&
  errors.length > 0 &&
  errors.every(({ extensions }) => refusals.includes(String(extensions.code)))

t.test('rejects hostile documents on every transport', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  for (const [what, query] of Object.entries({ ...hostileDocuments, ...quadraticDocuments }))
    for (const [name, channel] of Object.entries(channels)) {
      const { statusCode, response } = await channel(app, { query }, user)
      t.ok(assertRefused(response), `${what} by ${name}`)
      t.ok(statusCode < 500)
    }
})

t.test('rejects documents with too many field comparisons before validation', async t => {
  const app = await build(t, { settings: unlimited })
  for (const [what, query] of Object.entries(quadraticDocuments)) {
    const response = await post(app, { body: { query } })
    t.match(
      response.json(),
      { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'comparisons', limit: Number } }] },
      what,
    )
  }
})

t.test('executes expensive documents within the limits, compiled as well', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  for (const [what, query] of Object.entries(laboriousDocuments))
    for (let run = 0; run < 4; run++) {
      const operationName = query.includes('query q0') ? 'q0' : null
      const response = await post(app, { body: { query, operationName }, person: user })
      t.notOk(response.json().errors, what)
    }
})

t.test('survives hostile documents with very high limits', async t => {
  const most = '1000000000'
  const app = await build(t, {
    settings: { ...unlimited, GRAPHQL_MAX_TOKENS: most, GRAPHQL_MAX_DEPTH: most },
  })
  for (const [what, query] of Object.entries(hostileDocuments)) {
    const response = await post(app, { body: { query } })
    t.ok(assertRefused(response.json()), what)
    t.ok(response.statusCode < 500, what)
  }
})

t.test('executes a document with the maximum number of tokens', async t => {
  const most = '20000'
  const app = await build(t, {
    settings: { GRAPHQL_MAX_TOKENS: most, GRAPHQL_MAX_ALIASES: most, GRAPHQL_MAX_ROOT_FIELDS: most },
  })
  const names = Array.from({ length: 2500 }, (_, at) => `a${at}`)
  const response = await post(app, {
    body: { query: `{ ${names.map(name => `${name}: __typename`).join(' ')} }` },
  })
  t.same(Object.keys(response.json().data), names)
})

const query = 'query($input: UpdateProfileInput!, $id: ID) { me { id } user(id: $id) { id } }'
const mutation = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }'
const nested = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels)

t.test('rejects hostile bodies', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  const ast = { kind: 'Document', definitions: [{ kind: 'OperationDefinition', operation: 'query' }] }
  const name = '__typename'
  const bodies: Record<string, unknown> = {
    'a document that is parsed already': { query: ast },
    'the same as text': { query: JSON.stringify(ast) },
    '1 MB of spaces': ' '.repeat(1024 * 1024),
    '1 MB of spaces in a document': { query: `{ ${' '.repeat(1024 * 1024)} ${name} }` },
    '200 KB of spaces in a document': { query: `{ ${' '.repeat(200 * 1024)} ${name} }` },
    'a batch of 5,000': Array(5000).fill({ query: `{ ${name} }` }),
    'a batch of 5,000 numbers': Array(5000).fill(1),
    'batches in batches': nested(10_000, '[', '', ']'),
    'a batch in a batch': [[{ query: `{ ${name} }` }]],
    'arrays in a variable': `{"query": ${JSON.stringify(mutation)}, "variables": {"input": ${nested(10_000, '[', '', ']')}}}`,
    'objects in a variable': `{"query": ${JSON.stringify(mutation)}, "variables": {"input": ${nested(10_000, '{"profile":', '1', '}')}}}`,
    'arrays in a list': `{"query": ${JSON.stringify(mutation)}, "variables": {"input": {"profile": {"muscleFocus": ${nested(10_000, '[', '', ']')}}}}}`,
    'a long list': {
      query: mutation,
      variables: { input: { profile: { muscleFocus: Array(20_000).fill('ELBOW') } } },
    },
    'objects in extensions': `{"query": "{", "extensions": ${nested(10_000, '{"a":', '1', '}')}}`,
    '__proto__ among the variables': `{"query": ${JSON.stringify(mutation)}, "variables": {"__proto__": {"input": {}}}}`,
    '__proto__ in a variable': `{"query": ${JSON.stringify(mutation)}, "variables": {"input": {"__proto__": {"bio": "x"}}}}`,
    'constructor in a variable': {
      query: mutation,
      variables: { input: { constructor: { prototype: {} } } },
    },
    'constructor among the variables': { query: mutation, variables: { constructor: {} } },
    'a name of the prototype as document': { documentId: 'constructor' },
    'another one': { documentId: '__proto__' },
    'one as hash of a registered document': { documentId: 'sha256:toString' },
    'one as hash': { extensions: { persistedQuery: { version: 1, sha256Hash: 'constructor' } } },
    'a hash that is none': { extensions: { persistedQuery: { version: 1, sha256Hash: 'x'.repeat(64) } } },
    'a long hash': { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(100_000) } } },
    'a long id of a document': { documentId: 'a'.repeat(100_000) },
    'an operation with the name of the prototype': {
      query: `query a { ${name} } query b { ${name} }`,
      operationName: '__proto__',
    },
    'a text that looks like a suggestion': {
      query: 'query($a: Int) { exercises(first: $a) { totalCount } }',
      variables: { a: ' Did you mean '.repeat(17_000) },
    },
  }
  for (const [what, body] of Object.entries(bodies)) {
    const response = await post(app, { body, person: user })
    t.ok(response.statusCode < 500, what)
    const [result] = [response.json<GraphQLResponse | GraphQLResponse[]>()].flat()
    t.ok(result?.errors?.length, what)
    t.equal(result?.data, undefined, what)
  }
})

t.test('rejects hostile query parameters', async t => {
  const app = await build(t, { settings: unlimited })
  const exercises = 'query($first: Int) { exercises(first: $first) { totalCount } }'
  const parameters: Record<string, string>[] = [
    { query, variables: nested(10_000, '[', '', ']') },
    { query, variables: nested(10_000, '{"a":', '1', '}') },
    { query: exercises, variables: `{"first": ${nested(10_000, '[', '', ']')}}` },
    { query: exercises, variables: '{"first": {"__proto__": {}}}' },
    { query, extensions: nested(10_000, '[', '', ']') },
    { documentId: 'constructor' },
    { documentId: '__proto__' },
    { extensions: '{"persistedQuery": {"version": 1, "sha256Hash": "__proto__"}}' },
    { extensions: '{"__proto__": {"persistedQuery": {}}}' },
    { query: '{"kind": "Document"}' },
  ]
  for (const given of parameters) {
    const response = await get(app, given)
    const what = JSON.stringify(given).slice(0, 100)
    t.ok(response.statusCode < 500, what)
    t.ok(response.json().errors.length > 0, what)
    t.notOk('data' in response.json(), what)
  }
})

t.test('treats variables named like prototype properties as ordinary variables', async t => {
  const app = await build(t, { settings: unlimited })
  const expectedFields =
    'query($toString: Int, $constructor: Int) { a: exercises(first: $toString) { totalCount } b: exercises(last: $constructor) { totalCount } }'
  for (let run = 0; run < 4; run++) {
    const without = await get(app, { query: expectedFields, variables: '{}' })
    t.same(without.json().data, { a: { totalCount: 0 }, b: { totalCount: 0 } })
    const given = await get(app, {
      query: expectedFields,
      variables: '{"toString": -1, "constructor": 5, "__proto__": 1}',
    })
    t.same(given.json().data, { a: null, b: { totalCount: 0 } })
    t.match(given.json().errors, [{ path: ['a'], extensions: { code: 'BAD_USER_INPUT' } }])
  }
  const unusable = {
    query: expectedFields.replaceAll('toString', '__proto__'),
    variables: '{"__proto__": -1}',
  }
  t.match((await get(app, unusable)).json(), {
    errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  })
})
