import t from 'tap'
import { parseDuration } from '../../../../src/features/portability/imports/parsing/durations.js'
import { parseNumber } from '../../../../src/features/portability/imports/parsing/numbers.js'

t.test('parses numbers with decimal points and decimal commas', async t => {
  const cases: [text: string, value: number | null][] = [
    ...([
      ['62.5', 62.5],
      ['62,5', 62.5],
      [' 62,5 ', 62.5],
      ['0', 0],
      ['-0', 0],
      ['.5', 0.5],
      ['5.', 5],
    ] as const),
    ...([
      ['1,234.5', 1234.5],
      ['1.234,5', 1234.5],
      ['1 234,5', 1234.5],
      ['1\u202f234,5', 1234.5],
    ] as const),
    ...([
      ["1'234.5", 1234.5],
      ['-20', -20],
      ['+20', 20],
    ] as const),
    ...(['', 'abc', '5 kg', 'NaN', 'Infinity', '1e3', '0x10', '1,2,3', '9'.repeat(400)] as const).map(
      text => [text, null] as const,
    ),
  ].map(([text, value]) => [text, value])
  for (const [text, value] of cases) t.equal(parseNumber(text), value, text)
})

t.test('parses durations with units, as clock times and in seconds', async t => {
  const cases: [text: string, seconds: number | null][] = [
    ['1h 43m', 6180],
    ['38min', 2280],
    ['264h 1m', 950_460],
    ['45s', 45],
    ['1h', 3600],
    ['1h 2m 3s', 3723],
    ['1 hour, 5 minutes', 3900],
    ['3780', 3780],
    ['3780.5', 3780.5],
    ['1:02:03', 3723],
    ['62:03', 3723],
    ['', null],
    ['long', null],
    ['5 parsecs', null],
    ['1h and a bit', null],
  ]
  for (const [text, seconds] of cases) t.equal(parseDuration(text), seconds, text)
})
