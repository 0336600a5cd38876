import { parse } from 'graphql'
import t from 'tap'
import { countComparisons } from '../../../src/graphql/pipeline/limits/comparisons.js'
import {
  largestRootField,
  measureOperation,
  type OperationSize,
} from '../../../src/graphql/pipeline/limits/operation-size.js'
import { doubling } from './hostile-documents.js'

const plain: OperationSize = { depth: 1, aliases: 0, directives: 0, rootFields: 1 }

t.test('measures operations with expanded fragments', async t => {
  const cases: [query: string, expected: Partial<OperationSize>][] = [
    ['{ a }', {}],
    ['{ a { b { c } } }', { depth: 3 }],
    ['{ a b { c } d }', { depth: 2, rootFields: 3 }],
    ['{ x: a { y: b } }', { depth: 2, aliases: 2 }],
    ['{ a: a }', { aliases: 1 }],
    ['{ ... { a ... on Q { b { c } } } }', { depth: 2, rootFields: 2 }],
    ['{ ...F } fragment F on Q { a { x: b } c }', { depth: 2, aliases: 1, rootFields: 2 }],
    ['{ ...F ...F } fragment F on Q { x: a }', { aliases: 2, rootFields: 2 }],
    ['{ a { ...F } b { ...F } } fragment F on A { x: c { d } }', { depth: 3, aliases: 2, rootFields: 2 }],
    ['{ ...F } fragment F on Q { a { ...G } } fragment G on A { b { x: c } }', { depth: 3, aliases: 1 }],
    ['{ a } fragment Unused on Q { x: a { b { c } } }', {}],
    ['{ a @skip(if: true) @include(if: false) }', { directives: 2 }],
    [
      'query($v: Int @a) @b { ...F @c ... @d { a @e } } fragment F on Q @f { b }',
      { directives: 6, rootFields: 2 },
    ],
    ['{ ...Missing }', { depth: 0, rootFields: 0 }],
    ['mutation { a b c }', { rootFields: 3 }],
  ]
  for (const [query, expected] of cases)
    t.same(measureOperation(parse(query)), { ...plain, ...expected }, query)
})

t.test('terminates for cyclic fragments', async t => {
  const circle = 'fragment F on Q { a ...G } fragment G on Q { b ...F }'
  t.same(measureOperation(parse(`{ ...F } ${circle}`)), { ...plain, rootFields: 2 })
  t.ok(countComparisons(parse(`{ ...F } ${circle}`), 100) < 100)
})

t.test('measures exponentially nested fragments quickly, with finite numbers', async t => {
  const thirty = measureOperation(parse(`{ ...f0 } ${doubling(30, 'Q', 'x: a @d')}`))
  t.same(thirty, { depth: 1, aliases: 2 ** 30, directives: 2 ** 30, rootFields: 2 ** 30 })
  const many = measureOperation(parse(`{ ...f0 } ${doubling(1100, 'Q', 'x: a @d')}`))
  for (const value of Object.values(many)) t.ok(Number.isSafeInteger(value))
})

t.test('compares fields with the same response name at the same position', async t => {
  const cases: [query: string, expected: number][] = [
    ['{ a }', 1],
    ['{ a b }', 2],
    ['{ a a }', 2],
    ['{ a a a a }', 7],
    ['{ x: a x: b }', 2],
    ['{ a { b } a { b } }', 4],
    ['{ a { b } c { b } }', 4],
    ['{ a ... { a ... on Q { a } } }', 4],
    ['{ a ...F } fragment F on Q { a }', 2],
    ['{ ...F ...F ...G } fragment F on Q { a } fragment G on Q { b }', 3],
  ]
  for (const [query, expected] of cases) t.equal(countComparisons(parse(query), 1000), expected, query)
})

t.test('stops counting comparisons at the limit', async t => {
  const steps = Array.from(
    { length: 40 },
    (_, at) => `fragment f${at} on Q { a { ...f${at + 1} } b { ...f${at + 1} } }`,
  )
  const count = countComparisons(parse(`{ ...f0 } ${steps.join(' ')} fragment f40 on Q { a }`), 1000)
  t.ok(count > 1000 && count < 1100, `${count}`)
})

t.test('names the root field with the largest share, unless no field has any', async t => {
  const { field, cost } =
    largestRootField(parse('{ b: me { a: id c: id } d: me { e: id } }'), 'aliases') ?? {}
  t.same([field, cost], ['b', 3])
  t.equal(largestRootField(parse('query @d @d { me { id } }'), 'directives'), undefined)
})
