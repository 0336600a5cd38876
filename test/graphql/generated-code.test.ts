import t from 'tap'
import { isGeneratedCodeCurrent } from '../../src/graphql/generated-code.js'

t.test('detects every schema change except formatting and order', async t => {
  t.ok(isGeneratedCodeCurrent())
  const source =
    'type Query { "A." a(x: Int = 1, y: [ID!]): Int } extend type Query { b: [E!] } enum E { ONE TWO }'
  const same = 'enum E { TWO ONE } type Query { b: [E!] \n"""\nA.\n"""\na(y: [ID!], x: Int = 1): Int }'
  t.ok(isGeneratedCodeCurrent(source, same))
  for (const [part, changed] of [
    ['Int = 1', 'Int = 2'],
    ['[E!]', '[E]'],
    ['TWO', 'THREE'],
    ['A.', 'B.'],
    ['b:', 'c:'],
    ['type Query', 'interface Query'],
    [' TWO', ''],
    ['): Int', '): Int @deprecated'],
  ] as const)
    t.notOk(isGeneratedCodeCurrent(source.replace(part, changed), same), changed)
})
