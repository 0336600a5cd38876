import t from 'tap'
import { isLarge, stringifyInSlices } from '../../src/lib/json-slices.js'
import { countPauses } from '../event-loop-delay.js'

t.test('writes the same JSON as JSON.stringify', async t => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    at,
    text: `"${at}"`,
    none: undefined,
    list: [null],
  }))
  for (const value of [
    many,
    { data: many, errors: undefined },
    'x'.repeat(1e6),
    ['x'.repeat(1e6)],
    {},
    [],
    null,
  ])
    t.equal(await stringifyInSlices(value), JSON.stringify(value))
})

t.test('yields between long texts as between many values', async t => {
  const texts = { data: Array.from({ length: 1000 }, () => 'x'.repeat(5000)) }
  t.ok(isLarge(texts))
  t.notOk(isLarge({ data: Array.from({ length: 1000 }, () => 'x') }))
  const pauses = countPauses(t)
  await stringifyInSlices(texts)
  t.ok(pauses() > 100)
})
