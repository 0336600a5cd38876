import fc from 'fast-check'
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql'
import t from 'tap'
import { compileCost } from '../../../src/graphql/pipeline/limits/operation-cost.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../helper.js'
import { post, unlimited } from '../requests.js'
import { doubling } from './hostile-documents.js'

const schema = buildSchema(`
  directive @cost(weight: Int!) on FIELD_DEFINITION | ARGUMENT_DEFINITION
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  interface Named { name: String, friends(first: Int = 7): [TestUser!]! @listSize(slicingArguments: ["first"]) }
  type TestUser implements Named {
    name: String
    age: Int @cost(weight: 3)
    best: TestUser
    names: [String!]!
    notes: [String!]! @cost(weight: 2)
    friends(first: Int = 7): [TestUser!]! @listSize(slicingArguments: ["first"])
    pets: [Pet!]! @listSize(assumedSize: 4)
  }
  type Pet implements Named { name: String, friends(first: Int = 7): [TestUser!]! @listSize(slicingArguments: ["first"]) }
  union Anything = TestUser | Pet
  type Edge { cursor: String, node: TestUser }
  type Connection { totalCount: Int, edges: [Edge!]!, other: [TestUser!]! }
  type Query {
    value: Int
    me: TestUser
    named: Named
    anything: [Anything!]! @listSize(assumedSize: 2)
    people(first: Int, last: Int): Connection @listSize(assumedSize: 20, slicingArguments: ["first", "last"], sizedFields: ["edges"])
    list: [TestUser!]!
    found(search: String @cost(weight: 25), first: Int): Connection @listSize(slicingArguments: ["first"], sizedFields: ["edges"])
    count(search: String @cost(weight: 25)): Int
  }
  type Mutation {
    login: TestUser @cost(weight: 50)
    free: TestUser @cost(weight: 0)
    send(names: [String!]!): [TestUser!]! @listSize(slicingArguments: ["names"])
  }
`)

function cost(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query)
  const [problem] = validate(schema, document)
  if (problem) throw problem
  return compileCost(schema, document)(variables)
}

t.test('charges 1 per object, nothing per scalar, and the weight of @cost', async t => {
  const cases: [query: string, expected: number][] = [
    ['{ __typename value }', 0],
    ['{ me { name names } }', 1],
    ['{ me { age } }', 4],
    ['{ me { notes } }', 1 + 2],
    ['{ list { notes } }', 10 * (1 + 2)],
    ['{ me { best { best { name } } } }', 3],
    ['{ me { name } again: me { name } }', 2],
    ['mutation { login { name } }', 50],
    ['mutation { login { best { name } } }', 51],
    ['mutation { a: login { name } b: login { name } }', 100],
    ['mutation { free { name } }', 0],
    ['mutation { free { best { name } } }', 1],
  ]
  for (const [query, expected] of cases) t.equal(cost(query), expected, query)
})

t.test('charges the weight of a given argument regardless of the selection', async t => {
  const cases: [query: string, expected: number, variables?: Record<string, unknown>][] = [
    ['{ found { totalCount } }', 1],
    ['{ found(search: "a") { totalCount } }', 26],
    ['{ found(search: "", first: 0) { edges { cursor } } }', 26],
    ['{ found(search: null) { totalCount } }', 1],
    ['{ count(search: "a") }', 25],
    ['{ count }', 0],
    ['{ a: count(search: "a") b: count(search: "b") }', 50],
    ['query ($s: String) { count(search: $s) }', 0],
    ['query ($s: String) { count(search: $s) }', 0, { s: null }],
    ['query ($s: String) { count(search: $s) }', 25, { s: 'a' }],
  ]
  for (const [query, expected, variables] of cases) t.equal(cost(query, variables), expected, query)
})

t.test('charges introspection per hundred objects', async t => {
  const { length: types } = Object.keys(schema.getTypeMap())
  t.equal(cost('{ __schema { types { name } } }'), Math.ceil((1 + types) / 100))
  t.equal(cost('{ __schema { queryType { name } } }'), 1)
  const inTypes = '{ __schema { types { fields { type { fields { args { type { name } } } } } } } }'
  t.ok(cost(inTypes) > 5 * cost('{ __schema { types { fields { name } } } }'))
  const both = '{ a: __type(name: "Person") { ...T } b: __schema { types { ...T } } }'
  const type =
    'fragment T on __Type { fields { args { name } type { name } } inputFields { name } enumValues { name } }'
  t.ok(cost(`${both} ${type}`) > cost('{ __schema { types { fields { name } } } }'))
})

t.test('multiplies the selection of a list by its items', async t => {
  const cases: [query: string, expected: number][] = [
    ['{ list { name } }', 10],
    ['{ list { age } }', 40],
    ['{ me { pets { name } } }', 1 + 4],
    ['{ list { pets { name } } }', 10 * (1 + 4)],
    ['{ me { friends { name } } }', 1 + 7],
    ['{ me { friends(first: 3) { friends(first: 5) { pets { name } } } } }', 1 + 3 * (1 + 5 * (1 + 4))],
    ['{ people { totalCount } }', 1],
    ['{ people { edges { cursor } } }', 1 + 20],
    ['{ people(first: 5) { edges { cursor } } }', 1 + 5],
    ['{ people(last: 5) { edges { cursor } } }', 1 + 5],
    ['{ people(first: 5, last: 9) { edges { cursor } } }', 1 + 9],
    ['{ people(first: null) { edges { cursor } } }', 1 + 20],
    ['{ people(first: 0) { edges { node { name } } } }', 1],
    ['{ people(first: 5) { edges { node { best { name } } } } }', 1 + 5 * 3],
    ['{ people(first: 5) { other { name } } }', 1 + 10],
    ['{ people(first: 5) { x: edges { cursor } edges { cursor } } }', 1 + 5 + 5],
  ]
  for (const [query, expected] of cases) t.equal(cost(query), expected, query)
})

t.test('uses the values of variables as list sizes', async t => {
  const query = 'query($n: Int) { people(first: $n) { edges { cursor } } }'
  t.equal(cost(query, { n: 5 }), 6)
  t.equal(cost(query, { n: 50 }), 51)
  t.equal(cost(query, { n: null }), 21, 'ignores null')
  t.equal(cost(query), 21)
  const both = 'query($a: Int, $b: Int) { people(first: $a, last: $b) { edges { cursor } } }'
  t.equal(cost(both, { a: 3, b: 8 }), 9)
  t.equal(cost(both, { b: 8 }), 9)
  const byDefault = 'query($n: Int) { me { friends(first: $n) { name } } }'
  t.equal(cost(byDefault), 1 + 7, 'an omitted variable uses the default of the argument')
  t.equal(cost(byDefault, { n: 2 }), 1 + 2)
})

t.test('uses the length of an input list as list size', async t => {
  t.equal(cost('mutation { send(names: ["a", "b", "c"]) { best { name } } }'), 3 * 2)
  const query = 'mutation($names: [String!]!) { send(names: $names) { name } }'
  t.equal(cost(query, { names: ['a', 'b'] }), 2)
  t.equal(cost(query, { names: [] }), 0)
  t.equal(cost(query, { names: Array.from({ length: 500 }, String) }), 100)
})

t.test('charges fragments at every spread', async t => {
  const user = 'fragment F on TestUser { best { name } }'
  const cases: [query: string, expected: number][] = [
    [`{ me { ...F } } ${user}`, 2],
    [`{ me { ...F ...F } } ${user}`, 3],
    [`{ list { ...F } me { ...F } } ${user}`, 20 + 2],
    ['{ me { ... on TestUser { best { name } } ... { best { name } } } }', 3],
    [
      '{ ...Q } fragment Q on Query { people(first: 3) { ...C } } fragment C on Connection { edges { cursor } }',
      4,
    ],
    [
      '{ a: people(first: 3) { ...C } b: people(first: 5) { ...C } } fragment C on Connection { edges { cursor } }',
      4 + 6,
    ],
    ['{ people(first: 3) { ... { ... on Connection { edges { cursor } } } } }', 4],
    ['{ named { friends(first: 3) { name } } }', 1 + 3],
    ['{ named { ... on TestUser { pets { name } } ... on Pet { friends(first: 2) { name } } } }', 1 + 4],
    ['{ anything { ... on TestUser { best { name } } ... on Pet { name } } }', 2 * 2],
  ]
  for (const [query, expected] of cases) t.equal(cost(query), expected, query)
})

t.test('charges nothing for skipped selections', async t => {
  const cases: [query: string, variables: Record<string, unknown>, expected: number][] = [
    ['{ me @skip(if: true) { name } }', {}, 0],
    ['{ me @skip(if: false) { name } }', {}, 1],
    ['{ me @include(if: false) { name } }', {}, 0],
    ['{ me @include(if: true) @skip(if: true) { name } }', {}, 0],
    ['query($if: Boolean!) { me @include(if: $if) { name } }', { if: true }, 1],
    ['query($if: Boolean!) { me @include(if: $if) { name } }', { if: false }, 0],
    ['query($if: Boolean!) { me @skip(if: $if) { name } }', { if: true }, 0],
    [
      'query($if: Boolean!) { me { ...F @skip(if: $if) } } fragment F on TestUser { best { name } }',
      { if: true },
      1,
    ],
    [
      'query($if: Boolean!) { me { ...F @skip(if: $if) } } fragment F on TestUser { best { name } }',
      { if: false },
      2,
    ],
    ['query($if: Boolean!) { ... @include(if: $if) { me { name } } value }', { if: false }, 0],
    ['query($if: Boolean = true) { me @skip(if: $if) { name } }', {}, 1],
  ]
  for (const [query, variables, expected] of cases)
    t.equal(cost(query, variables), expected, `${query} ${JSON.stringify(variables)}`)
})

t.test('computes the cost of nested fragments quickly', async t => {
  t.equal(cost(`{ me { ...f0 } } ${doubling(30, 'TestUser', 'best { name }')}`), 1 + 2 ** 30)
  const lists = `{ people(first: 1) { ...f0 } } ${doubling(30, 'Connection', 'edges { cursor }')}`
  t.equal(cost(lists), 1 + 2 ** 30)
})

t.test('clamps invalid page sizes and sums', async t => {
  const query = 'query($n: Int) { people(first: $n) { edges { cursor } } }'
  t.equal(cost(query, { n: -1 }), 1)
  t.equal(cost(query, { n: -(2 ** 31) }), 1)
  t.equal(cost(query, { n: 2 ** 31 - 1 }), cost(query, { n: 100 }))
  t.equal(cost('{ people(first: 2147483647) { edges { cursor } } }'), cost(query, { n: 100 }))
  const levels = 14
  const nested = `{ me { ${'friends(first: 2147483647) { '.repeat(levels)} name ${'}'.repeat(levels)} } }`
  const total = cost(nested)
  t.ok(Number.isSafeInteger(total) && total > 1e9, `${total}`)
})

t.test('rejects invalid page sizes in requests', async t => {
  const app = await build(t)
  for (const size of [-1, 101, 2147483647, -2147483648]) {
    const query = 'query($n: Int) { exercises(first: $n) { edges { node { id } } } }'
    t.equal(errorCodeOf(await queryGraphQL(app, query, { n: size })), 'BAD_USER_INPUT', `${size}`)
    t.equal(
      errorCodeOf(await queryGraphQL(app, query.replace('($n: Int)', '').replace('$n', `${size}`))),
      'BAD_USER_INPUT',
    )
  }
  const many = Array.from(
    { length: 6 },
    (_, at) => `a${at}: exercises(first: 2147483647) { edges { node { id } } }`,
  )
  t.equal(errorCodeOf(await queryGraphQL(app, `{ ${many.join(' ')} }`)), 'QUERY_TOO_COMPLEX')
})

t.test('gives expensive fields a weight', async t => {
  const app = await build(t, { settings: unlimited })
  const user = await signUp(app)
  const spent = async (query: string) => {
    const response = await post(app, { body: { query, extensions: { cost: true } }, person: user })
    return response.json().extensions.cost.spent as number
  }
  t.equal(await spent('{ exercises(first: 0, search: "a") { totalCount } }'), 26)
  t.equal(await spent('{ exercises(first: 9) { edges { node { name } } } }'), 1 + 9 * 2)
  t.equal(await spent('{ exercises(first: 9) { edges { node { instructions } } } }'), 1 + 9 * 3)
  const introspectionCost = await spent(getIntrospectionQuery())
  t.ok(introspectionCost > 100 && introspectionCost < 800, `the whole schema costs ${introspectionCost}`)
  t.equal(await spent('mutation { login(email: "nobody@example.com", password: "wrong") { token } }'), 50)
  t.equal(await spent('mutation { signOutEverywhere { signedOut } }'), 25)
})

t.test('allows full introspection, but not repeated by aliases', async t => {
  const app = await build(t, { settings: unlimited })
  t.ok((await queryGraphQL(app, getIntrospectionQuery())).data)
  const types = 'types { name fields { name type { ...T } args { name type { ...T } } } enumValues { name } }'
  const often = Array.from({ length: 20 }, (_, at) => `s${at}: __schema { ${types} }`)
  const wrapped = 'name ofType { name ofType { name ofType { name ofType { name ofType { name } } } } }'
  const query = `{ ${often.join(' ')} } fragment T on __Type { ${wrapped} }`
  const { errors } = await queryGraphQL(app, query)
  t.match(errors, [{ extensions: { code: 'QUERY_TOO_COMPLEX', measure: 'cost' } }])
})

/** Generates queries whose list sizes are the variables `$a` and `$b`. */
const selection = fc.letrec<{ person: string; query: string }>(tie => ({
  person: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('name', 'age', 'names'),
    tie('person').map(inner => `... on TestUser { ${inner} }`),
    tie('person').map(inner => `best { ${inner} }`),
    tie('person').map(inner => `pets { friends(first: $b) { ${inner} } }`),
    fc
      .tuple(fc.constantFrom('$a', '$b', '3', 'null'), tie('person'))
      .map(([n, inner]) => `friends(first: ${n}) { ${inner} }`),
    fc.tuple(tie('person'), tie('person')).map(([one, other]) => `a: best { ${one} } b: best { ${other} }`),
  ),
  query: tie('person').map(
    inner =>
      `people(first: $a, last: $b) { totalCount edges { node { ${inner} } } } me { friends(first: $a) { ${inner} } }`,
  ),
})).query
const size = fc.oneof(fc.integer({ min: -5, max: 120 }), fc.maxSafeInteger())

t.test('computes a finite, non-negative cost that never decreases with the list size', async () => {
  fc.assert(
    fc.property(selection, size, size, size, (fields, a, b, more) => {
      const of = compileCost(schema, parse(`query($a: Int, $b: Int) { ${fields} }`))
      const [small, large] = [of({ a, b }), of({ a: Math.max(a, more), b })]
      return Number.isSafeInteger(small) && small >= 0 && Number.isSafeInteger(large) && large >= small
    }),
    { numRuns: 500 },
  )
})
