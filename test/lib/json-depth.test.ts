import fc from 'fast-check'
import t from 'tap'
import { exceedsJsonDepth, maxJsonDepth } from '../../src/lib/json-depth.js'

const lists = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)
const objects = (levels: number) => '{"":'.repeat(levels) + '1' + '}'.repeat(levels)

t.test('accepts the maximum depth and rejects one more level', async t => {
  for (const make of [lists, objects]) {
    t.notOk(exceedsJsonDepth(make(maxJsonDepth)))
    t.ok(exceedsJsonDepth(make(maxJsonDepth + 1)))
  }
  t.notOk(
    exceedsJsonDepth(`[${lists(maxJsonDepth - 1, '[]').repeat(2)}]`.replaceAll('[[]]', '[]')),
    'adjacent lists do not add up',
  )
  t.ok(exceedsJsonDepth('['.repeat(maxJsonDepth + 1)), 'counts brackets that are not closed')
})

t.test('ignores brackets in strings', async t => {
  const brackets = '[{'.repeat(100)
  for (const text of [brackets, `"${brackets}`, `\\${brackets}`, `\\"${brackets}\\`, `${brackets}\\\\`])
    t.notOk(exceedsJsonDepth(JSON.stringify({ text, [text]: [text] })), text.slice(0, 5))
  t.ok(
    exceedsJsonDepth(`["\\\\",${lists(maxJsonDepth)}]`),
    'an escaped backslash does not escape the quotation mark that ends a string',
  )
  t.notOk(exceedsJsonDepth(`"${brackets}`), 'an unterminated string')
})

t.test('agrees with the depth of the parsed value', async () => {
  const levelsOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(inner => levelsOf(inner)))
      : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 55, max: 64 }), (value, around) => {
      const json = lists(around, JSON.stringify(value))
      return exceedsJsonDepth(json) === around + levelsOf(value) > maxJsonDepth
    }),
  )
})
