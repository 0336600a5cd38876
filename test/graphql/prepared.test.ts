import { buildSchema } from 'graphql'
import t from 'tap'
import { MiB } from '../../src/lib/quantities.js'
import { OperationError } from '../../src/graphql/pipeline/operation-error.js'
import { operationCache } from '../../src/graphql/pipeline/operation-cache.js'

const schema = buildSchema('type Query { list(first: Int): [String!]! }')
const limits = { depth: 5, aliases: 5, directives: 5, rootFields: 5, tokens: 100, cost: 100 }
const preparer = () => operationCache({ schema, limits, suggestions: false })
const query = 'query A { list } query B { list(first: 1) }'

const refusalOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

t.test('parses and validates a repeated document once', async t => {
  const { prepare } = preparer()
  const [a, b] = [prepare(query, 'A'), prepare(query, 'B')]
  t.not(a, b)
  t.equal(prepare(query, 'A'), a, 'returns the same object')
  t.equal(prepare(query, 'B'), b)
  t.equal(prepare(query, 'A').document, a.document)
  t.not(prepare(`${query} `, 'A'), a, 'another text is another document')
})

t.test('caches rejected documents', async t => {
  const { prepare } = preparer()
  for (const wrong of ['{', '{ nothing }', '{ a: list b: list c: list d: list e: list f: list }']) {
    const refusal = refusalOf(() => prepare(wrong, null))
    t.type(refusal, OperationError)
    t.equal(
      refusalOf(() => prepare(wrong, null)),
      refusal,
    )
  }
})

t.test('evicts documents above the limit, but never registered ones', async t => {
  const { prepare, preparePermanently } = preparer()
  const registered = 'query Registered { list }'
  t.equal(preparePermanently(registered), undefined)
  const kept = prepare(registered, null)
  t.equal(prepare(registered, 'Registered'), kept)
  const first = prepare(query, 'A')
  for (let at = 0; at < 1000; at++) prepare(`{ list } # ${at}`, null)
  t.not(prepare(query, 'A'), first, 'has removed the first document')
  t.equal(prepare(registered, null), kept)
})

t.test('evicts large documents first', async t => {
  const { prepare, weight } = preparer()
  const first = prepare(query, 'A')
  const long = (at: number) => `{ list } # ${at}${' '.repeat(60_000)}`
  for (let at = 0; at < 130; at++) prepare(long(at), null)
  t.equal(prepare(query, 'A'), first)
  for (let at = 130; at < 270; at++) prepare(long(at), null)
  t.not(prepare(query, 'A'), first, 'has removed the first document')
  t.ok(weight() <= 32 * MiB)
})

t.test('does not evict documents because of unknown operation names', async t => {
  const { prepare } = preparer()
  const a = prepare(query, 'A')
  for (const name of ['Nobody', '', '1:A', 'A\n', 'constructor'])
    t.match(
      refusalOf(() => prepare(query, name)),
      { code: 'BAD_USER_INPUT' },
    )
  t.equal(prepare(query, 'A'), a)
})

t.test('distinguishes all pairs of operation name and text', async t => {
  const { prepare } = preparer()
  prepare('query A { list }', 'A')
  t.equal(prepare('query A { list }', 'A').name, 'A')
  for (const [source, name] of [
    ['1:Aquery A { list }', null],
    ['Aquery A { list }', null],
    ['query A { list }', ''],
    ['uery A { list }', 'Aq'],
  ] as const)
    t.type(
      refusalOf(() => prepare(source, name)),
      OperationError,
      `${name} ${source}`,
    )
})

t.test('returns the error of an invalid registered document immediately', async t => {
  const { prepare, preparePermanently } = preparer()
  const refusal = preparePermanently('query Wrong { nothing }')
  t.match(refusal, { code: 'GRAPHQL_VALIDATION_FAILED' })
  t.equal(
    refusalOf(() => prepare('query Wrong { nothing }', null)),
    refusal,
  )
})
