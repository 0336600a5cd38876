import { buildSchema } from 'graphql'
import t from 'tap'
import { OperationError } from '../../src/graphql/pipeline/operation-error.js'
import { operationPreparer } from '../../src/graphql/pipeline/operations.js'

const schema = buildSchema('type Query { list(first: Int): [String!]! }')
const limits = { depth: 5, aliases: 5, directives: 5, rootFields: 5, tokens: 100, cost: 100 }
const preparer = () => operationPreparer({ schema, limits, suggestions: false })
const query = 'query A { list } query B { list(first: 1) }'

const refusalOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

t.test('a document that comes again is neither parsed nor validated again', async t => {
  const { prepare } = preparer()
  const [a, b] = [prepare(query, 'A'), prepare(query, 'B')]
  t.not(a, b)
  t.equal(prepare(query, 'A'), a, 'the very same')
  t.equal(prepare(query, 'B'), b)
  t.equal(prepare(query, 'A').document, a.document)
  t.not(prepare(`${query} `, 'A'), a, 'another text')
})

t.test('nor is one that was refused', async t => {
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

t.test('only so many documents are remembered, and a registered one always is', async t => {
  const { prepare, keep } = preparer()
  const registered = 'query Registered { list }'
  t.equal(keep(registered), undefined)
  const kept = prepare(registered, null)
  t.equal(prepare(registered, 'Registered'), kept)
  const first = prepare(query, 'A')
  for (let at = 0; at < 500; at++) prepare(`{ list } # ${at}`, null)
  t.not(prepare(query, 'A'), first, 'forgotten')
  t.equal(prepare(registered, null), kept)
})

t.test('names that are not there do not fill the memory', async t => {
  const { prepare } = preparer()
  const a = prepare(query, 'A')
  const refusal = refusalOf(() => prepare(query, 'Nobody'))
  t.type(refusal, OperationError)
  t.not(
    refusalOf(() => prepare(query, 'Nobody')),
    refusal,
    'not remembered',
  )
  t.equal(prepare(query, 'A'), a)
})

t.test('a registered document that is refused is refused at once, with the reason', async t => {
  const { prepare, keep } = preparer()
  const refusal = keep('query Wrong { nothing }')
  t.match(refusal, { code: 'GRAPHQL_VALIDATION_FAILED' })
  t.equal(
    refusalOf(() => prepare('query Wrong { nothing }', null)),
    refusal,
  )
})
