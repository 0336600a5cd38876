import { buildSchema, parse } from 'graphql'
import t from 'tap'
import { codeSize } from '../../src/graphql/pipeline/code-size.js'
import { isCompilable } from '../../src/graphql/pipeline/compilable.js'

const schema = buildSchema(`
  scalar DateTime
  enum Unit { KG LB }
  input Filter { since: DateTime, words: [String!] }
  type Query { list(first: Int! = 20, since: DateTime, unit: Unit, filter: Filter): String }
  type Mutation { change(first: Int): String }
`)
const compiles = (query: string) => isCompilable(schema, parse(query))

t.test('compiles an ordinary query', async t => {
  for (const query of [
    '{ list }',
    '{ a: list(first: 1) constructor: list }',
    '{ list(filter: { since: "2026-01-31T08:15:30Z", words: ["a"] }) }',
    'query($first: Int!, $since: DateTime, $unit: Unit = KG) { list(first: $first, since: $since, unit: $unit) }',
    'query($filter: Filter) { list(filter: $filter) }',
    'query($words: [String!] = ["a"]) { __typename ...F } fragment F on Query { list }',
    '{ ...F ...F } fragment F on Query { list }',
  ])
    t.ok(compiles(query), query)
})

t.test('does not compile documents whose compiled result would differ', async t => {
  for (const query of [
    'mutation { change }',
    '{ __proto__: list }',
    'query($words: [String!]) { list(filter: { words: $words }) }',
    'query($word: String!) { list(filter: { words: [$word] }) }',
    'query($first: Int) { list(first: $first) }',
    'query($first: Int) { ...F } fragment F on Query { list(first: $first) }',
    'query($if: Boolean = true) { list @skip(if: $if) }',
    'query($since: DateTime = "2026-01-31T08:15:30Z") { list(since: $since) }',
    'query($first: Int! = 1) { list(first: $first) }',
    'query($filter: Filter = {}) { list(filter: $filter) }',
    'query($if: Boolean!) { list @include(if: $if) }',
    'query($if: Boolean!) { ... @skip(if: $if) { list } }',
    'query($if: Boolean!) { ...F } fragment F on Query { ...G @include(if: $if) } fragment G on Query { list }',
    '{ list @skip(if: false) }',
    '{ __schema { queryType { name } } }',
    '{ list ...F } fragment F on Query { kind: __type(name: "Query") { name } }',
  ])
    t.notOk(compiles(query), query)
})

t.test('does not compile exponentially nested fragments', async t => {
  const doubling = (levels: number) =>
    Array.from({ length: levels }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`)
  const query = (levels: number) =>
    `{ ...f0 } ${doubling(levels).join(' ')} fragment f${levels} on Query { list }`
  t.ok(compiles(query(3)))
  t.notOk(compiles(query(60)))
})

t.test('measures code size by fields and arguments, per spread and possible type', async t => {
  const types = `
    interface Node { id: ID }
    union Some = A | B
    type A implements Node { id: ID a: Int }
    type B implements Node { id: ID b(at: Int, of: Int): Int }
    type C implements Node { id: ID }
    type Query { node: Node some: Some a: A }
  `
  const sizes = {
    '{ a { id a } }': 3,
    '{ a { id } other: a { id } __typename }': 5,
    '{ node { id } }': 4,
    '{ some { __typename } }': 3,
    '{ some { ... on Node { id } ... on B { b(at: 1, of: 2) } } }': 1 + 1 + 4,
    '{ node { ... { ...F } ...F } } fragment F on A { a }': 3,
    '{ node { ...F ... on C { id } } } fragment F on Some { ... on B { b } ... on A { id a } }':
      1 + 1 + 2 + 1,
    'query Q { a { ...F } again: a { ...F } } fragment F on Node { id ...G } fragment G on A { a }': 6,
  }
  for (const [query, size] of Object.entries(sizes))
    t.equal(codeSize(buildSchema(types), parse(query)), size, query)
})

t.test('does not compile large documents', async t => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: list`).join(' ')
  t.ok(compiles(`{ ${fields(200)} }`))
  t.notOk(compiles(`{ ${fields(201)} }`))
})
